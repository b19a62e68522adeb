import { randomBytes } from 'node:crypto';
import type { GitDeps } from './git-deps';
import { indexEntries, treeEntries, type TreeEntry } from './git-entries';
import { IndexLocked, setEntries, withLockedIndex, type LockedIndex } from './git-index-lock';
import type { NextEntry } from './git-commit-plan';
import { clearPending, writePending, type Pending } from './git-pending';
import { moveBranch, repositoryState, type Repository } from './git-repository';
import { lastWords, zeroSeparated } from './run-git';

type TakeOver = Extract<Pending, { kind: 'take-over' }>;

/**
 * Moves branch, index and work tree from one commit to another, keeping uncommitted work: a two-tree
 * `git read-tree -m -u`, which refuses where an incoming file has changes of the person's. Gives null when done, or a
 * line for the person where nothing was moved.
 */
export async function takeOver(
  repository: Repository,
  deps: GitDeps,
  branch: string,
  from: string,
  to: string,
): Promise<string | null> {
  const pending: TakeOver = {
    version: 1,
    kind: 'take-over',
    token: randomBytes(8).toString('hex'),
    branch,
    from,
    to,
  };
  await writePending(deps.state, pending);
  let blocked: string | null;
  try {
    blocked = await move(repository, pending, false);
  } catch (error) {
    // Any other failure may have left files moved: the record stays, and the next start finishes the move.
    if (!(error instanceof IndexLocked)) throw error;
    blocked = error.message;
  }
  await clearPending(deps.state);
  return blocked;
}

/** Finishes a move that a crash cut off. */
export async function finishTakeOver(
  repository: Repository,
  deps: GitDeps,
  pending: TakeOver,
): Promise<readonly string[]> {
  const blocked = await move(repository, pending, true);
  await clearPending(deps.state);
  return blocked === null
    ? ['Finished taking over incoming changes, which a crash had cut off.']
    : [`Incoming changes that a crash cut off could not be finished: ${blocked}`];
}

function move(repository: Repository, pending: TakeOver, again: boolean): Promise<string | null> {
  const { token, branch, from, to } = pending;
  return withLockedIndex(repository, token, async (index) => {
    const state = await repositoryState(repository);
    const tip = state.kind === 'repository' && state.branch === branch ? state.commit : null;
    if (tip !== from && !(again && tip === to)) return 'the branch has moved meanwhile';
    if (again) await adoptWritten(repository, index, from, to);
    const { git } = repository;
    // Exit code 1 only says that some files differ from the index; read-tree decides whether they are in the way.
    await git.run(['update-index', '-q', '--refresh'], { env: index.env });
    const result = await git.run(['read-tree', '-m', '-u', from, to], { env: index.env });
    if (result.code !== 0) {
      const files = [...result.stderr.matchAll(/(?:Entry|file) '(.+)' (?:not uptodate|would be)/g)];
      const names = files.flatMap((match) => match[1] ?? []);
      return names.length > 0 ? filesInTheWay(names) : `nothing was merged: ${lastWords(result.stderr)}`;
    }
    if (tip === from) await moveBranch(repository, branch, from, to, 'sync');
    await index.takeOver();
    return null;
  });
}

/** One line about incoming files that meet uncommitted work. */
export function filesInTheWay(files: readonly string[]): string {
  const more = files.length > 3 ? ` and ${String(files.length - 3)} more` : '';
  return `incoming changes meet files of yours that are not committed: ${files.slice(0, 3).join(', ')}${more}; commit or move them; nothing was merged`;
}

/** Tells the index of files that the move cut off had written already, so that they do not count as changed. */
async function adoptWritten(
  repository: Repository,
  index: LockedIndex,
  from: string,
  to: string,
): Promise<void> {
  const { git } = repository;
  const places = zeroSeparated(
    await git.output(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to]),
  );
  const [old, now, then] = await Promise.all([
    treeEntries(git, from, places),
    indexEntries(git, places),
    treeEntries(git, to, places),
  ]);
  // Entries of the person's own (staged since) stay; a file taken away is no change to git.
  const untouched = places.filter((place) => then.has(place) && now.get(place)?.oid === old.get(place)?.oid);
  const entries = (from: ReadonlyMap<string, TreeEntry>, some: readonly string[]): Map<string, NextEntry> =>
    new Map(
      some.map((place) => {
        const entry = from.get(place);
        if (entry === undefined) return [place, null];
        return [place, { mode: entry.mode, oid: entry.oid, flags: now.get(place) ?? null }];
      }),
    );
  await setEntries(repository, index.env, entries(then, untouched), to.length);
  await git.run(['update-index', '-q', '--refresh'], { env: index.env });
  const differing = new Set(
    zeroSeparated(await git.output(['diff-files', '-z', '--name-only'], { env: index.env })),
  );
  const unwritten = untouched.filter((place) => differing.has(place));
  await setEntries(repository, index.env, entries(now, unwritten), to.length);
}
