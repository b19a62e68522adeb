import type { FileEntry, VaultPath } from '../ports';
import { fileTable, folderOf, isLinkTarget } from './file-table';
import { looseNames } from './loose-names';
import { linkPath, resolveLink } from './resolve-link';
import type { FileUse, IndexedNote, Resolution, VaultIndex, VaultProblem } from './vault-index';

/** What an index is made of, wherever it comes from: files read by the runner, or the app's metadata cache. */
export interface IndexParts {
  /** Sorted by path. */
  readonly files: readonly FileEntry[];
  /** Sorted by path. */
  readonly notes: readonly IndexedNote[];
  readonly problems: readonly VaultProblem[];
  readonly showUnsupportedFiles: boolean;
  /** What canvases and bases use; asked once, when the index can resolve. */
  uses(resolve: VaultIndex['resolve'], files: ReadonlyMap<VaultPath, FileEntry>): readonly FileUse[];
}

/** Links of one folder that are resolved over and over keep their answer; at most so many. */
const REMEMBERED = 50_000;

/** An index over the parts, resolving by `resolveLink`; lookups are built here, once. */
export function makeIndex(parts: IndexParts): VaultIndex {
  const files = new Map(parts.files.map((file) => [file.path, file]));
  const notes = new Map(parts.notes.map((note) => [note.path, note]));
  const table = fileTable(files.keys(), parts.showUnsupportedFiles);
  const loose = looseNames(
    [...files.keys()].filter((path) => isLinkTarget(path, parts.showUnsupportedFiles)),
  );
  const answers = new Map<string, Resolution>();

  const resolve: VaultIndex['resolve'] = (ref, source) => {
    const path = linkPath(ref.link);
    if (path === '') return resolveLink(table, ref, source);
    const question = `${folderOf(source)}\n${ref.syntax}\n${path}`;
    const known = answers.get(question);
    if (known !== undefined) return known;
    const answer = resolveLink(table, ref, source);
    if (answers.size >= REMEMBERED) answers.clear();
    answers.set(question, answer);
    return answer;
  };
  return {
    files: parts.files,
    notes: parts.notes,
    note: (path) => notes.get(path),
    resolve,
    looseMatches: (link) => loose.matches(link),
    uses: parts.uses(resolve, files),
    problems: parts.problems,
  };
}
