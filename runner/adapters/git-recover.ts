import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CommitFile } from '../../src/core/ports';
import { commitEdits } from './git-commit';
import { applyEdit } from './git-commit-plan';
import type { GitDeps } from './git-deps';
import { followUpIndex } from './git-index-follow-up';
import { removeLeftLock } from './git-index-lock';
import { clearPending, readPending, type Pending } from './git-pending';
import { removeWorktree } from './git-rebase';
import { finishTakeOver } from './git-take-over';
import { isInHistory, repositoryState, type Repository } from './git-repository';
import { gitTrouble } from './git-trouble';
import { errorCode } from './system-calls';

/** Finishes what the record in the state folder says was under way; a line for each thing done or left. */
export async function recoverGit(repository: Repository, deps: GitDeps): Promise<readonly string[]> {
  try {
    const pending = await readPending(deps.state);
    if (pending === null) return [];
    switch (pending.kind) {
      case 'commit':
        return await recoverCommit(repository, deps, pending);
      case 'take-over':
        return await recoverTakeOver(repository, deps, pending);
      case 'rebase':
        await removeWorktree(repository, pending.worktree);
        await clearPending(deps.state);
        return [
          'Removed the temporary work tree of a sync that a crash had cut off; the next sync does it again.',
        ];
    }
  } catch (error) {
    const message = gitTrouble(error);
    if (message === null) throw error;
    return [`Could not finish what a crash cut off in git, the next start tries again: ${message}`];
  }
}

/** What stands in the way of working on the repository; a lock that a crash of ours left does not. */
async function inTheWay(repository: Repository, token: string): Promise<string | null> {
  await removeLeftLock(repository, token);
  const state = await repositoryState(repository);
  return state.kind === 'none' ? state.message : (state.obstacle?.message ?? null);
}

async function recoverTakeOver(
  repository: Repository,
  deps: GitDeps,
  pending: Extract<Pending, { kind: 'take-over' }>,
): Promise<readonly string[]> {
  const blocked = await inTheWay(repository, pending.token);
  if (blocked !== null) return [`Incoming changes that a crash cut off still wait: ${blocked}`];
  return finishTakeOver(repository, deps, pending);
}

async function recoverCommit(
  repository: Repository,
  deps: GitDeps,
  pending: Extract<Pending, { kind: 'commit' }>,
): Promise<readonly string[]> {
  const blocked = await inTheWay(repository, pending.token);
  if (blocked !== null) return [`A commit that a crash cut off still waits: ${blocked}`];

  const { made, request, token } = pending;
  if (made !== null && (await isInHistory(repository, made.commit))) {
    const left = await followUpIndex(repository, token, made.commit, made.files);
    await clearPending(deps.state);
    return [`Finished commit ${made.commit.slice(0, 10)}, which a crash had cut off.`, ...left];
  }
  const files: CommitFile[] = [];
  for (const file of request.files) if (await stillStands(repository, file)) files.push(file);
  const outcome = await commitEdits(repository, deps, { ...request, files });
  switch (outcome.outcome) {
    case 'committed':
      return [`Made commit ${outcome.commit.slice(0, 10)}, which a crash had cut off: ${request.subject}`];
    case 'nothing':
      return ['A commit that a crash cut off has nothing left to hold.'];
    case 'refused':
      return [`A commit that a crash cut off could not be made: ${outcome.message}`];
  }
}

/** False if the person has taken the edit back since, or gone to a branch without it. */
async function stillStands(repository: Repository, file: CommitFile): Promise<boolean> {
  const now = await readIfThere(path.join(repository.vault, file.path));
  const bytes = (text: string | null): Buffer | null => (text === null ? null : Buffer.from(text, 'utf8'));
  const edit = { before: bytes(file.before), after: bytes(file.after), own: false };
  const merged = await applyEdit(repository, now, edit);
  if (merged === 'conflict') return false;
  return merged === null || now === null ? merged === now : merged.equals(now);
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
