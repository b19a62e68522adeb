import type { FileEntry, VaultPath } from '../ports';
import type { NoteFacts, Ref } from '../text/note-facts';

/** What a link text leads to, seen from one note. */
export type Resolution =
  | { readonly status: 'resolved'; readonly target: VaultPath }
  | { readonly status: 'unresolved' }
  /** Several files fit equally well; Obsidian's choice is unstable between sessions. */
  | { readonly status: 'ambiguous'; readonly candidates: readonly VaultPath[] }
  /** Leads out of the vault: any URL scheme. */
  | { readonly status: 'external' };

export interface IndexedNote {
  readonly path: VaultPath;
  readonly entry: FileEntry;
  readonly facts: NoteFacts;
}

/** Uses of files by what is no note: `.canvas` and `.base` files count as users of what they name. */
export interface FileUse {
  readonly user: VaultPath;
  readonly target: VaultPath;
}

/** Notes and attachments of one vault at one moment, with link resolution (research: Obsidian's own order). */
export interface VaultIndex {
  /** All files, notes included, sorted by path. */
  readonly files: readonly FileEntry[];
  readonly notes: readonly IndexedNote[];
  note(path: VaultPath): IndexedNote | undefined;
  /** `link` is a `Ref.link`: path and subpath. */
  resolve(ref: Pick<Ref, 'link' | 'syntax'>, source: VaultPath): Resolution;
  readonly uses: readonly FileUse[];
}
