import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { GitError, type GitState } from '../../src/core/ports';
import { findObstacle, UNDER_WAY } from '../../src/core/vault/git-obstacle';
import { COMMITTER } from './git-committer';
import { gitRunner, lastWords, NoGitProgram, oneLine, type GitRunner, type GitResult } from './run-git';

/** The repository whose work tree holds the vault. */
export interface Repository {
  /** Real path of the work tree's top folder. */
  readonly top: string;
  /** This work tree's own git folder: `.git`, or `.git/worktrees/NAME` of a linked one. */
  readonly gitDir: string;
  /** The vault's folder below `top`, with a slash at its end; empty where the vault is the top itself. */
  readonly prefix: string;
  /** Real path of the vault's folder. */
  readonly vault: string;
  /** Runs git at `top`. */
  readonly git: GitRunner;
}

type Found =
  | { readonly ok: true; readonly repository: Repository }
  | { readonly ok: false; readonly state: GitState & { kind: 'none' } };

const none = (why: 'no-repository' | 'no-git-program' | 'refused', message: string): Found => ({
  ok: false,
  state: { kind: 'none', why, message },
});

/** Asks git where the vault's repository is; anew each time, for the person may make or remove one. */
export async function findRepository(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Found> {
  if (!existsSync(root)) return none('no-repository', `there is no folder ${root}`);
  const vault = realpathSync(root);
  const git = gitRunner(vault, env);
  let top: GitResult;
  let gitDir: GitResult;
  try {
    [top, gitDir] = await Promise.all([
      git.run(['rev-parse', '--show-toplevel']),
      git.run(['rev-parse', '--absolute-git-dir']),
    ]);
  } catch (error) {
    if (!(error instanceof NoGitProgram)) throw error;
    return none(
      'no-git-program',
      'there is no git program on this machine: the vault is served without history; install git to have each change committed',
    );
  }
  if (top.code !== 0 || gitDir.code !== 0) return none(...whyNot(top.code !== 0 ? top : gitDir, vault));
  const topFolder = oneLine(top.stdout);
  const below = path.relative(topFolder, vault).split(path.sep).join('/');
  return {
    ok: true,
    repository: {
      top: topFolder,
      gitDir: oneLine(gitDir.stdout),
      prefix: below === '' ? '' : `${below}/`,
      vault,
      git: gitRunner(topFolder, env),
    },
  };
}

function whyNot(result: GitResult, vault: string): ['no-repository' | 'refused', string] {
  if (/dubious ownership/.test(result.stderr)) {
    const safe = /safe\.directory (.+)/.exec(result.stderr)?.[1] ?? vault;
    return [
      'refused',
      `git refuses the repository because another user owns it; if you trust it, run: git config --global --add safe.directory ${safe}`,
    ];
  }
  if (/not a git repository|must be run in a work tree/.test(result.stderr)) {
    if (existsSync(path.join(vault, '.git')))
      return [
        'refused',
        `git takes ${path.join(vault, '.git')} for no repository: ${lastWords(result.stderr)}`,
      ];
    return ['no-repository', `${vault} is in no git work tree: the vault is served without history`];
  }
  return ['refused', `git refuses the repository: ${lastWords(result.stderr)}`];
}

/** Full name of the branch that HEAD stands on; null if HEAD is detached. */
async function currentBranch({ git }: Repository): Promise<string | null> {
  const result = await git.run(['symbolic-ref', '-q', 'HEAD']);
  return result.code === 0 ? oneLine(result.stdout) : null;
}

/** The commit that `name` means; null if there is none. */
export async function commitOf({ git }: Repository, name: string): Promise<string | null> {
  const result = await git.run(['rev-parse', '-q', '--verify', '--end-of-options', `${name}^{commit}`]);
  return result.code === 0 ? oneLine(result.stdout) : null;
}

/** True if HEAD's history holds the commit. */
export async function isInHistory({ git }: Repository, commit: string): Promise<boolean> {
  return (await git.run(['merge-base', '--is-ancestor', commit, 'HEAD'])).code === 0;
}

/** Moves the branch from one commit to another; refused by git if somebody else has moved it. */
export async function moveBranch(
  { git }: Repository,
  branch: string,
  from: string,
  to: string,
  why: string,
): Promise<void> {
  await git.output(['update-ref', '-m', `hermes-harness: ${why}`, branch, to, from], {
    env: { GIT_COMMITTER_NAME: COMMITTER.name, GIT_COMMITTER_EMAIL: COMMITTER.email },
  });
}

/** Where the repository stands. */
export async function repositoryState(repository: Repository): Promise<GitState> {
  const { git, gitDir, prefix, top } = repository;
  const [branch, commit, unmerged] = await Promise.all([
    currentBranch(repository),
    commitOf(repository, 'HEAD'),
    git.output(['ls-files', '-u', '-z']),
  ]);
  if (commit === null) await expectUnborn(repository);
  if (prefix !== '' && !(await servesVault(repository, commit))) {
    return {
      kind: 'none',
      why: 'no-repository',
      message: `the git repository at ${top} holds no file of this vault: the vault is served without history`,
    };
  }
  const lock = indexLockPath(gitDir);
  const obstacle = findObstacle({
    top,
    branch,
    commit,
    underWay: UNDER_WAY.find(({ file }) => existsSync(path.join(gitDir, file))) ?? null,
    unmerged: unmerged.length === 0 ? null : pathOfFirst(unmerged),
    indexLock: existsSync(lock) ? lock : null,
  });
  return { kind: 'repository', branch, commit, obstacle };
}

/** A HEAD that names a commit which is not there is no branch without commits but a damaged repository. */
async function expectUnborn({ git, top }: Repository): Promise<void> {
  const named = await git.run(['rev-parse', '-q', '--verify', 'HEAD']);
  if (named.code !== 0) return;
  throw new GitError(
    `HEAD of ${top} names ${oneLine(named.stdout)}, which is no commit that can be read; \`git fsck\` tells more`,
  );
}

/** A repository further up (of a whole home folder, say) serves the vault only if it tracks something in it. */
async function servesVault({ git, prefix }: Repository, commit: string | null): Promise<boolean> {
  const folder = prefix.slice(0, -1);
  if (commit !== null) {
    const listed = await git.output(['ls-tree', '-z', '--full-tree', commit, '--', folder]);
    if (listed.length > 0) return true;
  }
  return (await git.output(['ls-files', '-z', '--', folder])).length > 0;
}

/** Where git keeps its lock on the index. */
export function indexLockPath(gitDir: string): string {
  return path.join(gitDir, 'index.lock');
}

function pathOfFirst(output: Buffer): string {
  const record = output.toString('utf8').split('\0')[0] ?? '';
  return record.slice(record.indexOf('\t') + 1);
}

/** `path` below the vault's folder; null if it is outside. */
export function vaultPathOf({ prefix }: Repository, path: string): string | null {
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}
