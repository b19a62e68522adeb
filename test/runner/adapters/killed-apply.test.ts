import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeStateFs } from '../../../runner/adapters/node-state-fs';
import { UndoStore } from '../../../src/core/vault/undo-store';
import { builtProgram } from '../../support/built-program';
import { applyOnDisk, crossing, recoverOnDisk } from '../../support/killed-apply';
import type { Crossing } from '../../support/killed-apply';
import { mortalCalls } from '../../support/mortal-calls';
import { seededRandom } from '../../support/seeded-random';
import { filesOf, tempFolder, tempVault } from '../../support/temp-vault';

const SOAK = process.env['HERMES_SOAK'] !== undefined;
const LONG = SOAK ? 1_200_000 : 120_000;

class Dead extends Error {}

function dead(): never {
  throw new Dead();
}

function stage(way: Crossing) {
  return { root: tempVault(way.old), state: join(tempFolder('hermes-state'), 'state') };
}

/** All old or all new, and the undo store agrees with what stands. */
async function expectWhole(root: string, state: string, way: Crossing) {
  const standing = filesOf(root);
  const entries = await new UndoStore(nodeStateFs(state)).entries();
  expect(entries.filter((entry) => entry.state !== 'applied')).toEqual([]);
  const isNew = Object.keys(standing).some(
    (path) => standing[path] === way.new[path] && path in way.new && !(path in way.old),
  );
  expect(standing).toEqual(isNew ? way.new : way.old);
  return isNew;
}

describe('a process that dies at any system call of an apply', () => {
  it(
    'leaves all files old or all new, as seen by a process that comes after',
    async () => {
      const way = crossing(SOAK ? 30 : 11);
      let ended = false;
      let wasNew = 0;
      for (let diesAt = 0; !ended; diesAt += SOAK ? 1 : 4) {
        const { root, state } = stage(way);
        const mortal = mortalCalls(diesAt, dead);
        const outcome = await applyOnDisk(root, state, way.edits, mortal.calls).catch(
          (error: unknown) => error,
        );
        ended = mortal.count() <= diesAt;
        if (ended) expect(outcome).toMatchObject({ ok: true, left: [] });
        const recoveries = await recoverOnDisk(root, state);
        for (const recovery of recoveries) expect([recovery.edited, recovery.failed]).toEqual([[], []]);
        if (await expectWhole(root, state, way)) wasNew++;
        expect(await recoverOnDisk(root, state)).toEqual([]);
        if (ended) expect(diesAt).toBeGreaterThan(60);
      }
      // It becomes new late: when the list of what can be undone says so.
      expect(wasNew).toBeGreaterThan(0);
      expect(wasNew).toBeLessThan(10);
    },
    LONG,
  );

  it(
    'is taken back also by a process that dies at any system call of the taking back',
    async () => {
      const way = crossing(11);
      const step = SOAK ? 1 : 13;
      for (let first = 3; first < 120; first += step * 3) {
        let ended = false;
        for (let second = 0; !ended; second += step) {
          const { root, state } = stage(way);
          await applyOnDisk(root, state, way.edits, mortalCalls(first, dead).calls).catch(() => null);
          const mortal = mortalCalls(second, dead);
          await recoverOnDisk(root, state, mortal.calls).catch(() => null);
          ended = mortal.count() <= second;
          await recoverOnDisk(root, state);
          await expectWhole(root, state, way);
        }
      }
    },
    LONG,
  );
});

describe('a process killed with SIGKILL', () => {
  let folder = '';
  let program = '';
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-program-')));
    program = builtProgram('apply', folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it(
    'at a system call: all files are old or all new',
    async () => {
      const files = SOAK ? 200 : 40;
      const way = crossing(files);
      const run = (diesAt: number) => {
        const { root, state } = stage(way);
        const child = spawnSync(process.execPath, [program, root, state, String(files), String(diesAt)], {
          encoding: 'utf8',
        });
        return { root, state, child };
      };
      const whole = run(1_000_000);
      expect(whole.child.stderr).toBe('');
      const { ok, left, count } = JSON.parse(whole.child.stdout) as {
        ok: boolean;
        left: unknown[];
        count: number;
      };
      expect([ok, left]).toEqual([true, []]);
      expect(await expectWhole(whole.root, whole.state, way)).toBe(true);

      const step = Math.ceil(count / (SOAK ? 150 : 8));
      for (let diesAt = step - 1; diesAt < count; diesAt += step) {
        const { root, state, child } = run(diesAt);
        expect(child.signal).toBe('SIGKILL');
        const recoveries = await recoverOnDisk(root, state);
        for (const { message } of recoveries)
          expect(message).toMatch(/^TEST was cut off while writing \d+ files; /);
        await expectWhole(root, state, way);
        rmSync(root, { recursive: true });
      }
    },
    LONG,
  );

  it(
    'at any moment: all files are old or all new',
    async () => {
      const files = 40;
      const way = crossing(files);
      const random = seededRandom(20260704);
      for (let round = 0; round < (SOAK ? 200 : 8); round++) {
        const { root, state } = stage(way);
        const child = spawn(process.execPath, [program, root, state, String(files), 'forever'], {
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let said = '';
        child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
        const ended = new Promise<NodeJS.Signals | null>((resolve) =>
          child.on('close', (_, signal) => resolve(signal)),
        );
        await new Promise((resolve) => child.stdout.once('data', resolve));
        setTimeout(() => child.kill('SIGKILL'), random.below(120));
        expect([await ended, said]).toEqual(['SIGKILL', '']);
        await recoverOnDisk(root, state);
        await expectWhole(root, state, way);
        rmSync(root, { recursive: true });
      }
    },
    LONG,
  );
});
