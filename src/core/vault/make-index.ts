import type { FileEntry, VaultPath } from '../ports';
import { fileTable, isLinkTarget } from './file-table';
import { looseNames } from './loose-names';
import { resolveLink } from './resolve-link';
import type { FileUse, IndexedNote, VaultIndex, VaultProblem } from './vault-index';

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

/** An index over the parts, resolving by `resolveLink`; lookups are built here, once. */
export function makeIndex(parts: IndexParts): VaultIndex {
  const files = new Map(parts.files.map((file) => [file.path, file]));
  const notes = new Map(parts.notes.map((note) => [note.path, note]));
  const table = fileTable(files.keys(), parts.showUnsupportedFiles);
  const loose = looseNames(() =>
    [...files.keys()].filter((path) => isLinkTarget(path, parts.showUnsupportedFiles)),
  );
  const resolve: VaultIndex['resolve'] = (ref, source) => resolveLink(table, ref, source);
  return {
    files: parts.files,
    notes: parts.notes,
    note: (path) => notes.get(path),
    resolve,
    looseMatches: (link, source) => loose.matches(link, source),
    uses: parts.uses(resolve, files),
    problems: parts.problems,
  };
}
