import { GitError, type SyncOutcome, type VaultPath } from '../../src/core/ports';
import type { GitDeps } from './git-deps';
import { rebaseOurs, unpushedCommits } from './git-rebase';
import { countApart, fetchBranch, findRemote, pushCommit, remoteTip } from './git-remote';
import { repositoryState, vaultPathOf, type Repository } from './git-repository';
import { filesInTheWay, takeOver } from './git-take-over';
import { lastWords, zeroSeparated } from './run-git';

const PUSH_TRIES = 3;

const notSynced = (message: string): SyncOutcome => ({ outcome: 'not-synced', message });

/**
 * Fetches, and moves the branch forward where that loses nothing: by fast-forward, or by putting our own unpushed
 * commits on top of what came in. Commits of the person are never moved.
 */
export async function pullBranch(repository: Repository, deps: GitDeps, name: string): Promise<SyncOutcome> {
  const state = await repositoryState(repository);
  if (state.kind === 'none') return notSynced(state.message);
  const { branch, commit: tip, obstacle } = state;
  if (obstacle !== null) return notSynced(obstacle.message);
  if (branch === null || tip === null) throw new GitError('HEAD went away');
  const remote = await findRemote(repository, name, branch);
  if (typeof remote === 'string') return notSynced(remote);
  const trouble = await fetchBranch(repository, remote);
  if (trouble !== null) return notSynced(trouble);

  const theirs = await remoteTip(repository, remote);
  const { ahead, behind } = await countApart(repository, tip, theirs);
  if (theirs === null || behind === 0) return { outcome: 'synced', pulled: [], pushed: 0 };
  if (ahead === 0) return fastForward(repository, tip, theirs);

  const unpushed = await unpushedCommits(repository, theirs, tip);
  const foreign = unpushed.filter((commit) => !commit.ours).length;
  if (foreign > 0) {
    return notSynced(
      `${remote.name} has ${counted(behind, 'new commit')} and here ${counted(foreign, 'commit')} of yours ${foreign === 1 ? 'is' : 'are'} not pushed: bring them together (git pull --rebase, or git pull --no-rebase); nothing was merged`,
    );
  }
  const rebased = await rebaseOurs(repository, deps, theirs, unpushed);
  if (!rebased.ok) return notSynced(rebased.message);
  const blocked = await takeOver(repository, deps, branch, tip, rebased.tip);
  if (blocked !== null) return notSynced(blocked);
  return { outcome: 'synced', pulled: await changedFiles(repository, tip, rebased.tip), pushed: 0 };
}

/** Pushes what the remote lacks; where it has moved on meanwhile, pulls and tries again. */
export async function pushBranch(repository: Repository, deps: GitDeps, name: string): Promise<SyncOutcome> {
  const pulled: VaultPath[] = [];
  for (let attempt = 1; attempt <= PUSH_TRIES; attempt++) {
    const state = await repositoryState(repository);
    if (state.kind === 'none') return notSynced(state.message);
    if (state.branch === null || state.commit === null) {
      return notSynced(state.obstacle?.message ?? 'HEAD is on no branch');
    }
    const remote = await findRemote(repository, name, state.branch);
    if (typeof remote === 'string') return notSynced(remote);
    const { ahead } = await countApart(repository, state.commit, await remoteTip(repository, remote));
    if (ahead === 0) return { outcome: 'synced', pulled, pushed: 0 };
    const result = await pushCommit(repository, remote, state.commit);
    switch (result.kind) {
      case 'pushed':
        return { outcome: 'synced', pulled, pushed: ahead };
      case 'failed':
        return notSynced(result.message);
      case 'behind': {
        const pull = await pullBranch(repository, deps, name);
        if (pull.outcome !== 'synced') return pull;
        pulled.push(...pull.pulled);
      }
    }
  }
  return notSynced(
    `${name} was pushed to by somebody else at each of ${String(PUSH_TRIES)} tries; local commits are kept and go out next time`,
  );
}

/** `git merge --ff-only`: git itself refuses it where an incoming file has uncommitted changes. */
async function fastForward(repository: Repository, from: string, to: string): Promise<SyncOutcome> {
  const result = await repository.git.run(
    ['-c', 'merge.autoStash=false', 'merge', '--ff-only', '-q', '--no-stat', to],
    { hooks: true },
  );
  if (result.code !== 0) return notSynced(mergeTrouble(result.stderr));
  return { outcome: 'synced', pulled: await changedFiles(repository, from, to), pushed: 0 };
}

/** git lists the files in the way one a line, after a tab. */
function mergeTrouble(stderr: string): string {
  const inTheWay = stderr
    .split('\n')
    .filter((line) => line.startsWith('\t'))
    .map((line) => line.slice(1));
  if (inTheWay.length === 0) return `nothing was merged: ${lastWords(stderr)}`;
  return filesInTheWay(inTheWay);
}

async function changedFiles(repository: Repository, from: string, to: string): Promise<VaultPath[]> {
  const names = await repository.git.output([
    'diff-tree',
    '-r',
    '-z',
    '--name-only',
    '--no-renames',
    from,
    to,
  ]);
  return zeroSeparated(names).flatMap((name) => vaultPathOf(repository, name) ?? []);
}

function counted(n: number, what: string): string {
  return `${String(n)} ${what}${n === 1 ? '' : 's'}`;
}
