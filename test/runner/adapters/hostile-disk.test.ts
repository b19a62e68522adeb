import { spawnSync } from 'node:child_process';
import type { SpawnSyncOptions } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileProblem } from '../../../src/core/ports';
import type { ApplyOutcome, FileEdit } from '../../../src/core/vault/changeset';
import { builtProgram } from '../../support/built-program';
import { tempFolder, tempVault } from '../../support/temp-vault';

interface Told {
  readonly outcome: ApplyOutcome;
  readonly files: Readonly<Record<string, string>>;
  readonly problems: readonly FileProblem[];
}

let folder = '';
let program = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-program-')));
  chmodSync(folder, 0o755);
  program = builtProgram('apply-edits', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function told(
  command: string,
  args: readonly string[],
  edits: readonly FileEdit[],
  options: SpawnSyncOptions = {},
): Told {
  const child = spawnSync(command, args, { ...options, input: JSON.stringify(edits), encoding: 'utf8' });
  expect(child.stderr).toBe('');
  return JSON.parse(child.stdout) as Told;
}

describe('a disk of 1 MB', () => {
  /** Runs the program with a tmpfs of 1 MB over `mounted`, filled with what lay there before. */
  function onSmallDisk(mounted: string, root: string, state: string, edits: readonly FileEdit[]): Told {
    const script =
      'cp -a "$1" "$2/copy" && mount -t tmpfs -o size=1m tmpfs "$1" && cp -a "$2/copy/." "$1" && exec "$3" "$4" "$5" "$6"';
    const aside = tempFolder('hermes-aside');
    const args = ['-Urm', 'sh', '-c', script, 'sh', mounted, aside, process.execPath, program, root, state];
    return told('unshare', args, edits);
  }

  const before = Object.fromEntries(
    Array.from({ length: 16 }, (_, i) => [`n${i}.md`, `${i} `.repeat(10_000)]),
  );
  const grow = Object.entries(before).map(([path, text]): FileEdit => ({
    kind: 'modify',
    path,
    before: text,
    after: text + 'more '.repeat(12_000),
  }));

  it('that the vault fills in the middle: everything is put back, and it says so', () => {
    const root = tempVault(before);
    const { outcome, files } = onSmallDisk(root, root, join(tempFolder(), 'state'), grow);
    expect(outcome.ok).toBe(false);
    expect(!outcome.ok && outcome.message).toMatch(
      /^n\d+\.md could not be written: the disk is full \(ENOSPC\); \d+ files already written were put back$/,
    );
    expect(files).toEqual(before);
  });

  it('that new notes fill: none is left behind', () => {
    const root = tempVault(before);
    const make = Array.from({ length: 16 }, (_, i): FileEdit => ({
      kind: 'create',
      path: `new ${i}.md`,
      after: 'n'.repeat(100_000),
    }));
    const { outcome, files } = onSmallDisk(root, root, join(tempFolder(), 'state'), make);
    expect(outcome.ok).toBe(false);
    expect(files).toEqual(before);
  });

  it('that the device’s state fills: nothing is written', () => {
    const root = tempVault(before);
    const state = tempFolder();
    const { outcome, files } = onSmallDisk(state, root, state, grow);
    expect(!outcome.ok && outcome.message).toContain(
      'nothing was written, the originals cannot be saved: writing undo/records/',
    );
    expect(!outcome.ok && outcome.message).toContain('the disk is full (ENOSPC)');
    expect(files).toEqual(before);
  });
});

describe('a process that may not do everything', () => {
  const root0 = process.getuid?.() === 0;
  /** The superuser may write read-only files: then the program runs as nobody. */
  const asNobody: SpawnSyncOptions = root0 ? { uid: 65534, gid: 65534 } : {};

  function stateForNobody(): string {
    const state = join(tempFolder('hermes-state'), 'state');
    mkdirSync(state);
    if (root0) chownSync(state, 65534, 65534);
    return state;
  }

  it('names each file that it may not read or write, and serves the rest', () => {
    const root = tempVault({ 'ok.md': 'ok', 'read-only.md': 'r', 'unreadable.md': 'u', 'closed/in.md': 'i' });
    mkdirSync(join(root, 'locked'));
    chmodSync(join(root, 'ok.md'), 0o666);
    chmodSync(join(root, 'read-only.md'), 0o444);
    chmodSync(join(root, 'unreadable.md'), 0);
    chmodSync(join(root, 'closed'), 0);
    chmodSync(join(root, 'locked'), 0o555);
    const { outcome, files, problems } = told(
      process.execPath,
      [program, root, stateForNobody()],
      [
        { kind: 'modify', path: 'ok.md', before: 'ok', after: 'OK' },
        { kind: 'modify', path: 'read-only.md', before: 'r', after: 'R' },
        { kind: 'modify', path: 'unreadable.md', before: 'u', after: 'U' },
        { kind: 'create', path: 'locked/new.md', after: 'n' },
      ],
      asNobody,
    );
    chmodSync(join(root, 'closed'), 0o755);
    expect(outcome).toEqual({
      ok: true,
      written: [{ kind: 'modify', path: 'ok.md', before: 'ok', after: 'OK' }],
      left: [
        { path: 'unreadable.md', reason: 'unreadable', message: 'cannot be read: no permission (EACCES)' },
        {
          path: 'locked/new.md',
          reason: 'read-only',
          message: 'locked/new.md could not be written: no permission (EACCES)',
        },
        {
          path: 'read-only.md',
          reason: 'read-only',
          message: 'read-only.md could not be written: no permission (EACCES)',
        },
      ],
    });
    expect(files).toEqual({ 'ok.md': 'OK', 'read-only.md': 'r' });
    expect(problems).toEqual([
      {
        path: 'closed',
        kind: 'unreadable',
        message: 'is a folder that cannot be read: no permission (EACCES)',
      },
      { path: 'unreadable.md', kind: 'unreadable', message: 'cannot be read: no permission (EACCES)' },
    ]);
  });

  it('writes nothing without a place for the originals', () => {
    const root = tempVault({ 'ok.md': 'ok' });
    chmodSync(join(root, 'ok.md'), 0o666);
    const state = join(tempFolder('hermes-state'), 'state');
    writeFileSync(state, 'a file where the folder should be');
    const { outcome, files } = told(
      process.execPath,
      [program, root, state],
      [{ kind: 'modify', path: 'ok.md', before: 'ok', after: 'OK' }],
      asNobody,
    );
    expect(!outcome.ok && outcome.message).toContain('nothing was written, the originals cannot be saved');
    expect(files).toEqual({ 'ok.md': 'ok' });
  });
});
