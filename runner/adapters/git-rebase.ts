import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { COMMITTER, committerEnv } from './git-committer';
import type { GitDeps } from './git-deps';
import { clearPending, writePending } from './git-pending';
import type { Repository } from './git-repository';
import { gitRunner, lastWords, oneLine, zeroSeparated } from './run-git';

/** A commit that the remote does not have. */
export interface Unpushed {
  readonly id: string;
  /** Made by the harness, by committer and `Hermes-Run` trailer. */
  readonly ours: boolean;
}

/** Commits of `tip` that `theirs` lacks, oldest first. */
export async function unpushedCommits(
  { git }: Repository,
  theirs: string,
  tip: string,
): Promise<readonly Unpushed[]> {
  const fields = [
    '%H',
    '%P',
    '%an',
    '%ae',
    '%cn',
    '%ce',
    '%(trailers:key=Hermes-Run,valueonly,separator=%x2C)',
  ];
  const output = await git.output([
    'log',
    '-z',
    '--reverse',
    '--topo-order',
    '--no-show-signature',
    `--format=${fields.join('%x1f')}`,
    `${theirs}..${tip}`,
  ]);
  return `${output.toString('utf8')}\0`
    .split('\0')
    .filter((record) => record !== '')
    .map((record) => {
      const [id = '', parents = '', author, authorEmail, committer, email, run = ''] = record.split('\x1f');
      const signed = [author, committer].every((name) => name === COMMITTER.name);
      const addressed = [authorEmail, email].every((address) => address === COMMITTER.email);
      return { id, ours: signed && addressed && run !== '' && !parents.includes(' ') };
    });
}

type Rebased = { readonly ok: true; readonly tip: string } | { readonly ok: false; readonly message: string };

/**
 * Puts our commits on top of `onto` in a temporary work tree, so that neither the person's files nor their index
 * move. No file is checked out there (a vault's attachments may be large): git merges by what is stored.
 */
export async function rebaseOurs(
  repository: Repository,
  deps: GitDeps,
  onto: string,
  commits: readonly Unpushed[],
): Promise<Rebased> {
  const worktree = await mkdtemp(path.join(os.tmpdir(), 'hermes-harness-rebase-'));
  await writePending(deps.state, { version: 1, kind: 'rebase', worktree });
  try {
    return await pickAll(repository, deps, worktree, onto, commits);
  } finally {
    await removeWorktree(repository, worktree);
    await clearPending(deps.state);
  }
}

async function pickAll(
  repository: Repository,
  deps: GitDeps,
  worktree: string,
  onto: string,
  commits: readonly Unpushed[],
): Promise<Rebased> {
  await repository.git.output(['worktree', 'add', '-q', '--detach', '--no-checkout', worktree, onto]);
  const there = gitRunner(worktree, deps.env);
  const sparse = [
    '-c',
    'core.sparseCheckout=true',
    '-c',
    'core.sparseCheckoutCone=false',
    '-c',
    'index.sparse=false',
  ];
  const patterns = path.resolve(
    worktree,
    oneLine(await there.output(['rev-parse', '--git-path', 'info/sparse-checkout'])),
  );
  await mkdir(path.dirname(patterns), { recursive: true });
  await writeFile(patterns, '/.gitattributes\n');
  await there.output([...sparse, 'read-tree', '-m', '-u', 'HEAD']);
  const settings = [...sparse, '-c', 'commit.gpgSign=false', '-c', 'rerere.enabled=false'];
  const env = { ...committerEnv(deps.clock.now()) };
  // A picked commit keeps its author and the time it was made.
  for (const name of Object.keys(env)) if (name.startsWith('GIT_AUTHOR_')) delete env[name];
  for (const { id } of commits) {
    const picked = await there.run([...settings, 'cherry-pick', '--allow-empty', id], { env });
    if (picked.code === 0) continue;
    const unmerged = zeroSeparated(await there.output(['diff', '--name-only', '--diff-filter=U', '-z']));
    if (unmerged.length > 0) {
      return {
        ok: false,
        message: `the night's change to ${unmerged.slice(0, 3).join(', ')} and an incoming change touch the same lines: settle it with git pull --rebase; local commits are kept, nothing was merged`,
      };
    }
    // The incoming commits hold the same change already.
    const skipped = await there.run([...settings, 'cherry-pick', '--skip'], { env });
    if (skipped.code !== 0) return { ok: false, message: `nothing was merged: ${lastWords(picked.stderr)}` };
  }
  return { ok: true, tip: oneLine(await there.output(['rev-parse', 'HEAD'])) };
}

/** Takes the temporary work tree away, from the disk and from git's list. */
export async function removeWorktree({ git }: Repository, worktree: string): Promise<void> {
  await git.run(['worktree', 'remove', '--force', '--force', worktree]);
  await rm(worktree, { recursive: true, force: true });
}
