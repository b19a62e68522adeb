import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tempRepo, type TempRepo } from '../support/temp-repo';
import { filesOf } from '../support/temp-vault';

const HERMESH = resolve('dist/hermesh.mjs');

export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A vault in a repository, with the built program to run on it as a process of its own. */
export interface RunVault {
  readonly repo: TempRepo;
  readonly env: Readonly<Record<string, string>>;
  readonly hermesh: (...argv: string[]) => Said;
  /** Starts it and does not wait. */
  readonly start: (...argv: string[]) => ChildProcess;
  /** Every file of the vault but git's. */
  readonly files: () => Record<string, string>;
}

export const RUN_NOTES: Readonly<Record<string, string>> = {
  'Home.md': '---\ntitle: Home\ncreated: 2026-01-01\ntags: [a]\n---\n[[Garden]] and [[Shed]]\n',
  'Garden.md':
    '---\ntitle: Garden\ncreated: 2026-01-01\ntags: [a]\n---\n[[Home]] grows along the wall. ![[plan.png]]\n',
  'Shed.md': '---\ntitle: Shed\ncreated: 2026-01-01\n---\nTools, and a way [[Home]].\n',
  'Logs/hermes-task-queue.md': '# Queue\n\n- [ ] Oil the hinges\n',
};

/** `claimed`: this device owns the vault. */
export function runVault(
  notes: Readonly<Record<string, string>> = RUN_NOTES,
  claimed: 'claimed' | 'unclaimed' = 'claimed',
): RunVault {
  const repo = tempRepo(notes);
  const lastWeek = new Date(Date.now() - 7 * 86_400_000);
  for (const path of Object.keys(notes)) utimesSync(join(repo.vault, path), lastWeek, lastWeek);
  mkdirSync(join(repo.folder, 'nowhere'));
  const env = { ...repo.env, HERMES_STATE_HOME: join(repo.folder, 'hermes-state'), HERMES_VAULT: repo.vault };
  const options = { env, cwd: join(repo.folder, 'nowhere'), encoding: 'utf8' } as const;
  const hermesh = (...argv: string[]): Said => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [HERMESH, ...argv], options);
    return { code: status, out: stdout, err: stderr };
  };
  if (claimed === 'claimed') {
    const { code, err } = hermesh('init');
    if (code !== 0) throw new Error(err);
    repo.commitAll('Let Hermes keep this vault');
  }
  return {
    repo,
    env,
    hermesh,
    start: (...argv) => spawn(process.execPath, [HERMESH, ...argv], { env, cwd: options.cwd }),
    files: () => filesOf(repo.vault),
  };
}

/** Resolves when the process has ended: exit code, or the signal that ended it. */
export function ended(child: ChildProcess): Promise<number | string | null> {
  return new Promise((done) => child.on('close', (code, signal) => done(code ?? signal)));
}
