import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { CommitCheck, CommitFile, CommitWait, VaultPath } from '../../src/core/ports';
import { blobId, readBlobs } from './git-blobs';
import {
  gitSpelling,
  ignoredPaths,
  indexEntries,
  PLAIN_FILE_MODES,
  treeEntries,
  withFolders,
  type IndexEntry,
  type TreeEntry,
} from './git-entries';
import { storedLineEnds } from './git-line-ends';
import { mergeChange } from './git-merge';
import type { Repository } from './git-repository';
import { storageRules } from './git-storage-rules';

/** One file's part in a commit; ids are of blobs, null is «no such file». */
export interface PlannedFile {
  readonly path: VaultPath;
  /** The path as git knows it, from the top of the work tree. */
  readonly place: string;
  readonly mode: string;
  readonly own: boolean;
  /** HEAD's blob now, and the one that the commit puts there. */
  readonly head: string | null;
  readonly committed: string | null;
  /** Our edit, as git would store its two sides. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A commit worked out and not made. */
export interface CommitPlan {
  /** One answer a file, in the order of the request. */
  readonly checks: readonly CommitCheck[];
  readonly files: readonly PlannedFile[];
  /** What the index must hold for the person's own changes to stay theirs; only entries that change. */
  readonly index: ReadonlyMap<string, NextEntry>;
  /** Bytes by blob id: everything the plan names that git may not have yet. */
  readonly blobs: ReadonlyMap<string, Buffer>;
}

/** An index entry as it shall be; null: taken out. */
export type NextEntry = (TreeEntry & { readonly flags: IndexEntry | null }) | null;

/** Works out a commit that holds exactly these edits on top of `commit`; writes nothing. */
export async function planCommit(
  repository: Repository,
  commit: string,
  files: readonly CommitFile[],
): Promise<CommitPlan> {
  const { git } = repository;
  const places = placeFiles(repository, files);
  const known = places.flatMap(({ place }) => (place === null ? [] : [place]));
  const [head, index, rules] = await Promise.all([
    treeEntries(git, commit, known),
    indexEntries(git, known),
    storageRules(git, known),
  ]);
  const inSubmodule = (place: string): boolean =>
    withFolders(place).some((folder) => folder !== place && head.get(folder)?.mode === '160000');
  const ignored = await ignoredPaths(
    git,
    known.filter((place) => !head.has(place) && !index.has(place) && !inSubmodule(place)),
  );

  const blobs = new Map<string, Buffer>();
  const keep = (bytes: Buffer): string => {
    const id = blobId(bytes, commit);
    blobs.set(id, bytes);
    return id;
  };
  const wanted = known.flatMap((place) =>
    [head.get(place), index.get(place)].flatMap((entry) =>
      entry !== undefined && PLAIN_FILE_MODES.has(entry.mode) ? [entry.oid] : [],
    ),
  );
  const stored = await readBlobs(git, wanted);

  const checks: CommitCheck[] = [];
  const planned: PlannedFile[] = [];
  const next = new Map<string, NextEntry>();
  for (const [i, file] of files.entries()) {
    const at = places[i];
    if (at === undefined || at.place === null) {
      checks.push(leaveOut(file.path, 'other-repository', at?.why ?? 'lies outside the repository'));
      continue;
    }
    const { place } = at;
    const inHead = head.get(place) ?? null;
    const inIndex = index.get(place) ?? null;
    const rule = rules(place);
    const wait = (why: CommitWait, message: string): void => {
      checks.push({ path: file.path, can: 'wait', why, message: `${file.path}: ${message}` });
    };

    if (inSubmodule(place)) {
      checks.push(leaveOut(file.path, 'other-repository', 'lies in a submodule'));
      continue;
    }
    if (ignored.has(place)) {
      checks.push(leaveOut(file.path, 'ignored', 'is ignored by git'));
      continue;
    }
    if ([inHead, inIndex].some((entry) => entry !== null && !PLAIN_FILE_MODES.has(entry.mode))) {
      wait('not-a-plain-file', 'git knows a symbolic link or a submodule under this name');
      continue;
    }
    if (rule.converter !== null) {
      wait('stored-through-a-filter', `git stores it through ${rule.converter}; commit it yourself`);
      continue;
    }
    const indexBytes = inIndex === null ? null : (stored.get(inIndex.oid) ?? null);
    const sides = {
      before: storedSide(file.before, rule, indexBytes),
      after: storedSide(file.after, rule, indexBytes),
    };
    const edit: Edit = { ...sides, own: file.own };
    const headBytes = inHead === null ? null : (stored.get(inHead.oid) ?? null);
    const inCommit = await applyEdit(repository, headBytes, edit);
    const inNextIndex = await applyEdit(repository, indexBytes, edit);
    if (!file.own && inHead === null && file.before !== null) {
      wait('untracked', 'waits for your commit: git does not hold it yet');
      continue;
    }
    if (inCommit === 'conflict' || inNextIndex === 'conflict') {
      wait(
        'conflicts-with-unsaved-work',
        'waits for your commit: your uncommitted changes touch the same lines',
      );
      continue;
    }
    checks.push({ path: file.path, can: 'commit' });
    const mode = inHead?.mode ?? inIndex?.mode ?? '100644';
    planned.push({
      path: file.path,
      place,
      mode,
      own: file.own,
      head: inHead?.oid ?? null,
      committed: inCommit === null ? null : keep(inCommit),
      before: sides.before === null ? null : keep(sides.before),
      after: sides.after === null ? null : keep(sides.after),
    });
    const nextId = inNextIndex === null ? null : keep(inNextIndex);
    if (nextId !== (inIndex?.oid ?? null)) {
      next.set(place, nextId === null ? null : { mode: inIndex?.mode ?? mode, oid: nextId, flags: inIndex });
    }
  }
  return { checks, files: planned, index: next, blobs };
}

/** An edit as git would store its two sides. */
export interface Edit {
  readonly before: Buffer | null;
  readonly after: Buffer | null;
  readonly own: boolean;
}

/**
 * `now` (the file in HEAD or in the index; null: not there) with the edit merged in. Null is «not there».
 * An own file is taken whole: nobody else writes it, and what an earlier night left uncommitted belongs in.
 */
export async function applyEdit(
  { git }: Pick<Repository, 'git'>,
  now: Buffer | null,
  { before, after, own }: Edit,
): Promise<Buffer | null | 'conflict'> {
  if (own) return after;
  if (before === null || now === null) {
    // Made by us where nothing stood; or taken away by us where nothing stands any more.
    const same = now === null ? before === null || after === null : after !== null && now.equals(after);
    return same ? after : 'conflict';
  }
  if (after === null) return now.equals(before) ? null : 'conflict';
  return (await mergeChange(git, now, before, after)) ?? 'conflict';
}

function storedSide(
  text: string | null,
  rule: Parameters<typeof storedLineEnds>[1],
  stored: Buffer | null,
): Buffer | null {
  return text === null ? null : storedLineEnds(Buffer.from(text, 'utf8'), rule, stored);
}

function leaveOut(path: VaultPath, why: 'ignored' | 'other-repository', fact: string): CommitCheck {
  return { path, can: 'leave-out', why, message: `${path} ${fact}: it is written and not committed` };
}

type Place = { readonly place: string } | { readonly place: null; readonly why: string };

/** Where git has each file: a path through a symbolic link is committed where the link leads. */
function placeFiles(repository: Repository, files: readonly CommitFile[]): Place[] {
  const owners = new Map<string, boolean>();
  const hasOwnRepository = (folder: string): boolean => {
    const known = owners.get(folder);
    if (known !== undefined) return known;
    const own = existsSync(path.join(repository.top, folder, '.git'));
    owners.set(folder, own);
    return own;
  };
  return files.map((file): Place => {
    const real = realPlace(path.join(repository.vault, file.path), file.after === null);
    const place = path.relative(repository.top, real).split(path.sep).join('/');
    if (place === '..' || place.startsWith('../') || path.isAbsolute(place)) {
      return { place: null, why: 'lies outside the repository, behind a symbolic link' };
    }
    if (withFolders(place).some((folder) => folder !== place && hasOwnRepository(folder))) {
      return { place: null, why: 'lies in another repository' };
    }
    return { place: gitSpelling(place) };
  });
}

/** A deleted file is its name in its real folder: where a link stood there, the link is what went. */
function realPlace(file: string, deleted: boolean): string {
  if (!deleted && existsSync(file)) return realpathSync(file);
  let folder = path.dirname(file);
  let rest = path.basename(file);
  while (!existsSync(folder)) {
    rest = path.join(path.basename(folder), rest);
    folder = path.dirname(folder);
  }
  return path.join(realpathSync(folder), rest);
}
