import type {
  CommitCheck,
  CommitFile,
  CommitOutcome,
  Git,
  GitState,
  SyncOutcome,
} from '../../src/core/ports';
import { commitEdits } from './git-commit';
import { planCommit } from './git-commit-plan';
import type { GitDeps } from './git-deps';
import { noGit } from './no-git';
import { recoverGit } from './git-recover';
import { readPending } from './git-pending';
import { pullBranch, pushBranch } from './git-sync';
import { gitTrouble } from './git-trouble';
import { findRepository, repositoryState, type Repository } from './git-repository';

/**
 * The git program of this machine, for the vault at `root`, which may be any folder of a repository's work tree.
 * Every call looks at the repository anew.
 */
export function systemGit(root: string, deps: GitDeps): Git {
  /** What was finished on the way to something else, for the next `recover` to tell. */
  const finished: string[] = [];

  /** Runs `work` where a repository serves the vault, else asks the stand-in for none. */
  async function served<T>(
    work: (repository: Repository, state: Extract<GitState, { kind: 'repository' }>) => Promise<T>,
    otherwise: (git: Git) => Promise<T>,
  ): Promise<T> {
    const found = await findRepository(root, deps.env);
    if (!found.ok) return otherwise(noGit(found.state));
    const state = await repositoryState(found.repository);
    if (state.kind === 'none') return otherwise(noGit(state));
    return work(found.repository, state);
  }

  return {
    state: () =>
      served(
        (_, state) => Promise.resolve<GitState>(state),
        (none) => none.state(),
      ),
    headText: (path) =>
      served(
        (repository, state) => (state.commit === null ? Promise.resolve(null) : headText(repository, path)),
        (none) => none.headText(path),
      ),
    showCommit: (commit) =>
      served(
        (repository) => showCommit(repository, commit),
        (none) => none.showCommit(commit),
      ),
    check: (files) =>
      served(
        (repository, state) => checkFiles(repository, state, files),
        (none) => none.check(files),
      ),
    commit: (request) =>
      clearly<CommitOutcome>(
        () =>
          served(
            async (repository) => {
              const message = await finishFirst(repository);
              return message === null
                ? commitEdits(repository, deps, request)
                : { outcome: 'refused', message };
            },
            (none) => none.commit(request),
          ),
        (message) => ({ outcome: 'refused', message }),
      ),
    recover: () =>
      served(
        async (repository) => [...finished.splice(0), ...(await recoverGit(repository, deps))],
        (none) => none.recover(),
      ),
    pull: () => sync(pullBranch),
    push: () => sync(pushBranch),
  };

  /** A record of unfinished work must not be overwritten by the next; gives a line where it cannot be finished. */
  async function finishFirst(repository: Repository): Promise<string | null> {
    finished.push(...(await recoverGit(repository, deps)));
    return (await readPending(deps.state)) === null
      ? null
      : (finished.pop() ?? 'earlier work in git is unfinished');
  }

  function sync(
    work: (repository: Repository, deps: GitDeps, remote: string) => Promise<SyncOutcome>,
  ): Promise<SyncOutcome> {
    const { remote } = deps;
    if (remote === null) return Promise.resolve({ outcome: 'off' });
    const notSynced = (message: string): SyncOutcome => ({ outcome: 'not-synced', message });
    return clearly(
      () =>
        served(
          async (repository) => {
            const message = await finishFirst(repository);
            return message === null ? work(repository, deps, remote) : notSynced(message);
          },
          async (none) => {
            const state = await none.state();
            return state.kind === 'none' ? notSynced(state.message) : none.pull();
          },
        ),
      notSynced,
    );
  }
}

/** What git and the disk refuse becomes an outcome; a fault of ours is thrown. */
async function clearly<T>(work: () => Promise<T>, refused: (message: string) => T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = gitTrouble(error);
    if (message === null) throw error;
    return refused(message);
  }
}

async function checkFiles(
  repository: Repository,
  { commit, obstacle }: Extract<GitState, { kind: 'repository' }>,
  files: readonly CommitFile[],
): Promise<readonly CommitCheck[]> {
  // A lock that a person's `git status` holds for an instant is no reason to leave a note.
  if (commit === null || (obstacle !== null && obstacle.kind !== 'index-locked')) {
    const message = obstacle?.message ?? 'the branch has no commit yet';
    return files.map(({ path }) => ({ path, can: 'wait', why: 'repository-busy', message }));
  }
  return (await planCommit(repository, commit, files)).checks;
}

async function headText({ git, prefix }: Repository, path: string): Promise<string | null> {
  const result = await git.run(['cat-file', 'blob', `HEAD:${prefix}${path}`]);
  if (result.code !== 0) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(result.stdout);
  } catch {
    // No UTF-8: not the text of a note.
    return null;
  }
}

async function showCommit({ git, prefix }: Repository, commit: string): Promise<string | null> {
  if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return null;
  if ((await git.run(['cat-file', 'commit', commit])).code !== 0) return null;
  const hasParent = (await git.run(['rev-parse', '-q', '--verify', `${commit}^1`])).code === 0;
  const output = await git.output([
    'diff-tree',
    '-p',
    '-r',
    '--root',
    '--no-commit-id',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--full-index',
    ...(prefix === '' ? [] : [`--relative=${prefix}`]),
    ...(hasParent ? [`${commit}^1`, commit] : [commit]),
  ]);
  return output.toString('utf8');
}
