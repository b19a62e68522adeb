import type { CommitCheck, CommitFile, Git, GitState } from '../../src/core/ports';
import { commitEdits } from './git-commit';
import { planCommit } from './git-commit-plan';
import type { GitDeps } from './git-deps';
import { noGit } from './no-git';
import { recoverGit } from './git-recover';
import { findRepository, repositoryState, type Repository } from './git-repository';

/**
 * The git program of this machine, for the vault at `root`, which may be any folder of a repository's work tree.
 * Every call looks at the repository anew.
 */
export function systemGit(root: string, deps: GitDeps): Git {
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
      served(
        (repository) => commitEdits(repository, deps, request),
        (none) => none.commit(request),
      ),
    recover: () =>
      served(
        (repository) => recoverGit(repository, deps),
        (none) => none.recover(),
      ),
    pull: () => Promise.resolve({ outcome: 'off' }),
    push: () => Promise.resolve({ outcome: 'off' }),
  };
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
    return null;
  }
}

async function showCommit({ git, prefix }: Repository, commit: string): Promise<string | null> {
  if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) return null;
  if ((await git.run(['cat-file', '-e', `${commit}^{commit}`])).code !== 0) return null;
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
    '-m',
    '--first-parent',
    ...(prefix === '' ? [] : [`--relative=${prefix}`]),
    commit,
  ]);
  return output.toString('utf8');
}
