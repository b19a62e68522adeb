import type { MetadataCache } from 'obsidian';
import type { FileEntry, VaultPath } from '../../core/ports';
import type { FileName } from '../../core/vault/file-users';
import { folderOf } from '../../core/vault/file-table';
import { makeIndex } from '../../core/vault/make-index';
import { linkPath } from '../../core/vault/resolve-link';
import type {
  FileUse,
  IndexedNote,
  Resolution,
  VaultIndex,
  VaultProblem,
} from '../../core/vault/vault-index';

/** A canvas or base with what it names. */
export interface FileUser {
  readonly path: VaultPath;
  readonly names: readonly FileName[];
}

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

/** Each file once that the canvas or base names; all candidates of a name that fits several. */
function usesOf(
  user: FileUser,
  resolve: VaultIndex['resolve'],
  files: ReadonlyMap<VaultPath, FileEntry>,
): readonly FileUse[] {
  const targets = new Set<VaultPath>();
  for (const name of user.names) {
    if (name.kind === 'path') {
      if (files.has(name.path)) targets.add(name.path);
      continue;
    }
    const found = resolve(name, user.path);
    if (found.status === 'resolved') targets.add(found.target);
    if (found.status === 'ambiguous') for (const candidate of found.candidates) targets.add(candidate);
  }
  targets.delete(user.path);
  return [...targets].map((target) => ({ user: user.path, target }));
}
