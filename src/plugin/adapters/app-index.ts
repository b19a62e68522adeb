import type { MetadataCache } from 'obsidian';
import type { FileEntry } from '../../core/ports';
import { usesOf, type FileUser } from '../../core/vault/build-index';
import { folderOf } from '../../core/vault/file-table';
import { makeIndex } from '../../core/vault/make-index';
import { linkPath } from '../../core/vault/resolve-link';
import type { IndexedNote, Resolution, VaultIndex, VaultProblem } from '../../core/vault/vault-index';

/** What the index is made of. */
export interface AppIndexParts {
  /** Sorted by path, as `notes` are. */
  readonly files: readonly FileEntry[];
  readonly notes: readonly IndexedNote[];
  readonly users: readonly FileUser[];
  readonly problems: readonly VaultProblem[];
  readonly showUnsupportedFiles: boolean;
}

/** Where links lead; true for as long as the same files stand in the vault. */
export type LinkAnswers = Map<string, Resolution>;

/**
 * The index over what the app knows. Where a link leads is always the app's own answer; that it might as well have
 * been another file (`ambiguous`) shows in the list of files only, so that is asked first.
 */
export function appIndex(
  parts: AppIndexParts,
  cache: Pick<MetadataCache, 'getFirstLinkpathDest'>,
  answers: LinkAnswers,
): VaultIndex {
  const own = makeIndex({
    ...parts,
    uses: (resolve, files) => parts.users.flatMap((user) => usesOf(user, resolve, files)),
  });
  const ask: VaultIndex['resolve'] = (ref, source) => {
    const ours = own.resolve(ref, source);
    if (ours.status === 'ambiguous' || ours.status === 'external') return ours;
    const file = cache.getFirstLinkpathDest(linkPath(ref.link), source);
    return file === null ? { status: 'unresolved' } : { status: 'resolved', target: file.path };
  };
  return {
    ...own,
    resolve(ref, source) {
      const path = linkPath(ref.link);
      if (path === '') return own.resolve(ref, source);
      // Of the source only its folder counts.
      const question = `${folderOf(source)}\n${ref.syntax}\n${path}`;
      const known = answers.get(question) ?? ask(ref, source);
      answers.set(question, known);
      return known;
    },
  };
}
