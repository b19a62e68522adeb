import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acquireLock } from '../../../runner/adapters/home-lock';
import type { LockOutcome } from '../../../runner/adapters/home-lock';
import { isProvablyDead, systemProcesses } from '../../../runner/adapters/process-identity';
import type { ProcessIdentity, ProcessTable } from '../../../runner/adapters/process-identity';
import { StateError } from '../../../src/core/ports';
import { builtProgram } from '../../support/built-program';
import { runSchedule } from '../../support/lock-simulation';
import { tempFolder } from '../../support/temp-vault';

const SOAK = process.env['HERMES_SOAK'] !== undefined;

let programs = '';
let program = '';
beforeAll(() => {
  programs = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-program-')));
  program = builtProgram('lock', programs);
});
afterAll(() => rmSync(programs, { recursive: true, force: true }));

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Child {
  readonly pid: number;
  readonly firstLine: Promise<string>;
  readonly output: Promise<string>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

function start(...args: string[]): Child {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  return {
    pid: child.pid ?? 0,
    firstLine: new Promise((resolve) => child.stdout.once('data', () => resolve(text.trim()))),
    output: new Promise((resolve) => child.once('close', () => resolve(text))),
    kill: (signal) => child.kill(signal),
  };
}

function holderOf(lock: LockOutcome): string | null {
  return lock.held ? null : lock.holder;
}

describe('the lock of a home', () => {
  it('is held by one, free again after it let go, and free for each name', async () => {
    const folder = join(tempFolder(), 'locks');
    const first = await acquireLock(folder, 'home', 'hermesh run nightly');
    expect(first.held).toBe(true);
    const second = await acquireLock(folder, 'home', 'hermesh lint');
    expect(holderOf(second)).toMatch(
      new RegExp(`^hermesh run nightly \\(process ${process.pid}, since \\d{4}-[-\\dT:.]+Z\\)$`),
    );
    expect((await acquireLock(folder, 'tick', 'daemon')).held).toBe(true);
    if (first.held) await first.release();
    expect((await acquireLock(folder, 'home', 'hermesh lint')).held).toBe(true);
  });

  it('leaves few files, however often it was held', async () => {
    const folder = tempFolder();
    for (let round = 0; round < 40; round++) {
      const lock = await acquireLock(folder, 'home', 'x');
      if (lock.held) await lock.release();
    }
    expect(readdirSync(folder).length).toBeLessThan(12);
    expect(readdirSync(folder)).toContain('home.40.free');
  });

  it('says so when the folder cannot be used', async () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    await expect(acquireLock(join(file, 'locks'), 'home', 'x')).rejects.toThrow(StateError);
  });

  it('is taken over from a killed process at once, and never from a stopped one', async () => {
    const folder = tempFolder();
    const child = start(folder, 'hold');
    expect(await child.firstLine).toBe('held');
    const busy = `hermesh run nightly (process ${child.pid}, since `;
    expect(holderOf(await acquireLock(folder, 'home', 'x'))).toContain(busy);
    child.kill('SIGSTOP');
    expect(holderOf(await acquireLock(folder, 'home', 'x'))).toContain(busy);
    child.kill('SIGKILL');
    await child.output;
    const lock = await acquireLock(folder, 'home', 'x');
    expect(lock.held).toBe(true);
    if (lock.held) await lock.release();
  });

  it('never has two holders among processes that contend for it, while some of them are killed', async () => {
    const folder = tempFolder();
    const contenders = Array.from({ length: SOAK ? 32 : 8 }, () => start(folder, SOAK ? '400' : '60'));
    const victims = Array.from({ length: SOAK ? 8 : 2 }, () => start(folder, 'hold'));
    // Each victim is killed when it has told whether it holds the lock.
    for (const victim of victims) void victim.firstLine.then(() => victim.kill('SIGKILL'));
    const outputs = await Promise.all(contenders.map(({ output }) => output));
    await Promise.all(victims.map(({ output }) => output));
    const told = outputs.map((output) => JSON.parse(output) as { held: number; doubles: number });
    expect(told.reduce((sum, { doubles }) => sum + doubles, 0)).toBe(0);
    expect(told.reduce((sum, { held }) => sum + held, 0)).toBeGreaterThan(0);
    expect((await acquireLock(folder, 'home', 'x')).held).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual([]);
  }, 300_000);

  it('can be freed by hand where its holder cannot be seen, as the message says', async () => {
    const folder = tempFolder();
    const elsewhere: ProcessTable = {
      ...systemProcesses,
      identify: (pid) => ({ ...systemProcesses.identify(pid), pidNamespace: 'pid:[1]', host: 'box' }),
    };
    await acquireLock(folder, 'home', 'hermesh run weekly', elsewhere);
    const holder = holderOf(await acquireLock(folder, 'home', 'x')) ?? '';
    expect(holder).toContain(`hermesh run weekly (process ${process.pid} on box, since `);
    const [, from = '', to = ''] = /If it is certainly gone: mv '(.+)' '(.+)'$/.exec(holder) ?? [];
    renameSync(from, to);
    expect((await acquireLock(folder, 'home', 'x')).held).toBe(true);
  });

  it('is not taken from what another version wrote, nor from a damaged file', async () => {
    for (const content of ['{"version":2,"pid":1}', 'no json', '']) {
      const folder = tempFolder();
      writeFileSync(join(folder, 'home.7'), content);
      expect(holderOf(await acquireLock(folder, 'home', 'x'))).toBe(`another process (see ${folder}/home.7)`);
      expect(readFileSync(join(folder, 'home.7'), 'utf8')).toBe(content);
      expect(readdirSync(folder)).toEqual(['home.7']);
    }
  });
});

describe('a holder is provably dead', () => {
  const us = systemProcesses.identify(process.pid);
  const alive: ProcessTable = { ...systemProcesses, state: () => 'alive', started: () => '100' };
  const holder: ProcessIdentity = { ...us, pid: 4711, started: '100' };

  it.each<[string, ProcessIdentity, Partial<ProcessTable>, boolean]>([
    ['lives', holder, {}, false],
    ['is gone', holder, { state: () => 'dead' }, true],
    ['its pid belongs to a later process', { ...holder, started: '99' }, {}, true],
    ['hides when it started', { ...holder, started: '99' }, { started: () => null }, false],
    ['cannot be asked', holder, { state: () => 'unknown', started: () => null }, false],
    ['ran before the last boot of this machine', { ...holder, boot: 'earlier', machine: 'm' }, {}, true],
    ['ran on another machine', { ...holder, boot: 'other', machine: 'n' }, { state: () => 'dead' }, false],
    ['ran before a boot of nobody knows which', { ...holder, boot: 'other', machine: null }, {}, false],
    ['ran in another container', { ...holder, pidNamespace: 'pid:[9]' }, { state: () => 'dead' }, false],
    ['nobody knows the boot', { ...holder, boot: null }, { state: () => 'dead' }, false],
  ])('if it %s: %#', (_, who, table, dead) => {
    expect(isProvablyDead(who, { ...us, machine: 'm' }, { ...alive, ...table })).toBe(dead);
  });

  it('by what the system says of real processes', async () => {
    const child = start(tempFolder(), 'hold');
    await child.firstLine;
    const identity = systemProcesses.identify(child.pid);
    expect(identity.started).not.toBeNull();
    expect(identity.boot).not.toBeNull();
    expect(isProvablyDead(identity, us, systemProcesses)).toBe(false);
    expect(isProvablyDead({ ...identity, started: '1' }, us, systemProcesses)).toBe(true);
    child.kill('SIGKILL');
    await child.output;
    expect(isProvablyDead(identity, us, systemProcesses)).toBe(true);
  });

  it('also as a zombie that nobody has reaped', async () => {
    // The shell's child ends, and the shell has become a program that never asks for it.
    const child = spawn('sh', ['-c', 'sh -c "echo \\$\\$" & exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const pid = Number(text.trim());
    const isZombie = () => /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    await expect.poll(isZombie, { timeout: 20_000 }).toBe(true);
    expect(systemProcesses.state(pid)).toBe('dead');
  });
});

it('lets nobody in twice, in any order of steps and deaths', async () => {
  const totals = { doubleHolders: 0, acquisitions: 0, takeOvers: 0 };
  for (let seed = 0; seed < (SOAK ? 300_000 : 3_000); seed++) {
    const result = await runSchedule(seed);
    if (result.doubleHolders > 0) throw new Error(`two holders with seed ${seed}`);
    totals.acquisitions += result.acquisitions;
    totals.takeOvers += result.takeOvers;
  }
  expect(totals.acquisitions).toBeGreaterThan(3_000);
  expect(totals.takeOvers).toBeGreaterThan(30);
}, 1_800_000);
