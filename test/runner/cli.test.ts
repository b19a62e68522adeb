import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nearest } from '../../runner/cli/nearest';
import { runProgram } from '../../runner/cli/program';
import type { Terminal } from '../../runner/cli/verb';
import { VERBS } from '../../runner/cli/verbs';

const HERMESH = resolve('dist/hermesh.mjs');

function recordingTerminal(env: Record<string, string> = {}) {
  let out = '';
  let err = '';
  const terminal: Terminal = {
    cwd: '/',
    env,
    interactive: false,
    colour: false,
    stop: new AbortController().signal,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  };
  return { terminal, said: () => ({ out, err }) };
}

async function call(...argv: string[]) {
  const { terminal, said } = recordingTerminal();
  return { code: await runProgram(argv, terminal), ...said() };
}

describe('the command line', () => {
  it.each([
    [['rnu', 'nightly'], 'hermesh: unknown verb rnu; did you mean run?\n'],
    [['--valt', 'x', 'run'], 'hermesh: unknown option --valt; did you mean --vault?\n'],
    [['run', 'nightly', '--dry-rnu'], "hermesh: unknown option '--dry-rnu'; did you mean --dry-run?\n"],
    [['run'], "hermesh: missing required argument 'chain'; see `hermesh help run`\n"],
    [['--vault'], 'hermesh: --vault names no folder; give one: --vault DIR\n'],
    [['run', 'nightly', '--vault', ''], 'hermesh: --vault names no folder; give one: --vault DIR\n'],
    [['help', 'nothing-like-it'], null],
    [['run', 'nightly', 'extra'], null],
  ])('refuses %j with one line', async (argv, line) => {
    const { code, out, err } = await call(...argv);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/^hermesh: [^\n]+; [^\n]+\n$/);
    if (line !== null) expect(err).toBe(line);
  });

  it('lists every verb in its help, and each verb helps with examples', async () => {
    const { out } = await call('help');
    for (const { name } of VERBS) {
      expect(out).toContain(`\n  ${name} `);
      const help = await call('help', name);
      expect(help.code).toBe(0);
      expect(help.out).toContain(`Usage: hermesh ${name}`);
      expect(help.out).toContain('Examples:\n  hermesh ');
      expect((await call(name, '--help')).out).toBe(help.out);
      expect(Math.max(...help.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
    }
  });

  it('has every verb under the name by which it is registered', async () => {
    for (const entry of VERBS) expect((await entry.load()).name).toBe(entry.name);
  });

  it('suggests what is near, and nothing where nothing is', () => {
    expect(nearest('nigthly', ['nightly', 'weekly'])).toBe('nightly');
    expect(nearest('doc', ['doctor', 'index'])).toBe('doctor');
    expect(nearest('xyzzy', ['nightly', 'weekly'])).toBeUndefined();
    expect(nearest('', ['run'])).toBeUndefined();
    expect(nearest('x'.repeat(100_000), ['run'])).toBeUndefined();
  });
});

describe('the built program', () => {
  it('prints its version and nothing else', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [HERMESH, '--version'], {
      encoding: 'utf8',
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('shows a stack only to those who ask', () => {
    const plain = spawnSync(process.execPath, [HERMESH, 'rnu'], { encoding: 'utf8' });
    const debug = spawnSync(process.execPath, [HERMESH, 'rnu'], {
      encoding: 'utf8',
      env: { ...process.env, HERMES_DEBUG: '1' },
    });
    expect([plain.status, debug.status]).toEqual([2, 2]);
    expect(plain.stderr.trim().split('\n')).toHaveLength(1);
    expect(debug.stderr).toMatch(/\n\s+at /);
  });

  it('bears a reader that goes away', async () => {
    const child = spawn(process.execPath, [HERMESH, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const code = await new Promise((done) => child.on('close', done));
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});
