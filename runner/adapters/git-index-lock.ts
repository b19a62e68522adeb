import { existsSync } from 'node:fs';
import { copyFile, link, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { IndexEntry } from './git-entries';
import { indexLockPath, type Repository } from './git-repository';
import type { NextEntry } from './git-commit-plan';
import { lastWords, zeroTerminated } from './run-git';
import { errorCode } from './system-calls';
import { GitError } from '../../src/core/ports';

/** Another git holds the index. */
export class IndexLocked extends GitError {}

/** The index while we hold git's own lock on it: no other git can change it, and none can commit from it. */
export interface LockedIndex {
  /** Environment that makes git work on our copy of the index instead of the person's. */
  readonly env: { readonly GIT_INDEX_FILE: string };
  /** Puts our copy in the place of the person's index, whole. */
  takeOver(): Promise<void>;
}

/**
 * Works with the index locked, as git itself locks it: `index.lock`, made whole by link(2) and holding `token`, so
 * that a lock left by a crash of ours can be told from anybody else's.
 */
export async function withLockedIndex<T>(
  { gitDir }: Repository,
  token: string,
  work: (index: LockedIndex) => Promise<T>,
): Promise<T> {
  const lock = indexLockPath(gitDir);
  await takeLock(lock, path.join(gitDir, `hermes-harness-${token}`), token);
  const index = path.join(gitDir, 'index');
  const copy = copyPath(gitDir, token);
  try {
    await copyFile(index, copy).catch((error: unknown) => {
      // An index that does not exist is an empty one.
      if (errorCode(error) !== 'ENOENT') throw error;
    });
    return await work({ env: { GIT_INDEX_FILE: copy }, takeOver: () => rename(copy, index) });
  } finally {
    await rm(copy, { force: true });
    await rm(`${copy}.lock`, { force: true });
    await removeOurs(lock, token);
  }
}

/** Removes what a crash of ours left: the lock if it is ours by its token, and our copy of the index. */
export async function removeLeftLock({ gitDir }: Repository, token: string): Promise<void> {
  for (const left of [path.join(gitDir, `hermes-harness-${token}`), copyPath(gitDir, token)]) {
    await rm(left, { force: true });
    await rm(`${left}.lock`, { force: true });
  }
  await removeOurs(indexLockPath(gitDir), token);
}

async function removeOurs(lock: string, token: string): Promise<void> {
  if ((await readIfThere(lock)) === lockText(token)) await unlink(lock);
}

async function takeLock(lock: string, own: string, token: string): Promise<void> {
  // A person's `git status` holds the lock for an instant; only a lock that stays is in the way.
  const pauses = [20, 50, 100, 200, 400, 800];
  await writeFile(own, lockText(token));
  try {
    for (;;) {
      try {
        await link(own, lock);
        return;
      } catch (error) {
        if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errorCode(error) ?? '')) {
          // A file system without links (exFAT): made in two steps, as git makes it.
          await writeFile(lock, lockText(token), { flag: 'wx' });
          return;
        }
        if (errorCode(error) !== 'EEXIST') throw error;
        const pause = pauses.shift();
        if (pause === undefined) {
          throw new IndexLocked(`another git holds ${lock}; if none is running, remove that file`);
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** Sets the entries in the index that `env` names, keeping the flags that the person put on them. */
export async function setEntries(
  { git, top }: Repository,
  env: LockedIndex['env'],
  next: ReadonlyMap<string, NextEntry>,
  idLength: number,
): Promise<void> {
  if (next.size === 0) return;
  const lines = [...next].map(([place, entry]) =>
    entry === null ? `0 ${'0'.repeat(idLength)}\t${place}\0` : `${entry.mode} ${entry.oid}\t${place}\0`,
  );
  await git.output(['update-index', '-z', '--index-info'], { env, input: lines.join('') });
  await restoreFlag('--assume-unchanged', (flags) => flags.assumeUnchanged);
  await restoreFlag('--skip-worktree', (flags) => flags.skipWorktree);

  // New entries know nothing of the file on disk; looking now spares every later git a second reading. It is no harm
  // if git declines (a path outside a sparse checkout): the next `git status` looks by itself.
  const fresh = [...next]
    .filter(([place, entry]) => entry !== null && existsSync(path.join(top, place)))
    .map(([place]) => place);
  if (fresh.length > 0) {
    await git.run(['add', '--refresh', '--pathspec-from-file=-', '--pathspec-file-nul'], {
      env,
      input: zeroTerminated(fresh),
    });
  }

  async function restoreFlag(option: string, wanted: (flags: IndexEntry) => boolean): Promise<void> {
    const places = [...next].flatMap(([place, entry]) =>
      entry !== null && entry.flags !== null && wanted(entry.flags) ? [place] : [],
    );
    if (places.length === 0) return;
    const result = await git.run(['update-index', option, '-z', '--stdin'], {
      env,
      input: zeroTerminated(places),
    });
    if (result.code !== 0) throw new GitError(`git update-index ${option}: ${lastWords(result.stderr)}`);
  }
}

function copyPath(gitDir: string, token: string): string {
  return path.join(gitDir, `hermes-harness-index-${token}`);
}

function lockText(token: string): string {
  return `hermes-harness ${token}\n`;
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'latin1');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
