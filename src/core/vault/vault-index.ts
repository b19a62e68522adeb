import type { FileEntry, FileProblem, FileProblemKind, VaultPath } from '../ports';
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

/** Why a file is served in part or not at all; the rest of the vault is. */
export interface VaultProblem {
  readonly path: VaultPath;
  /** `malformed`: the file could be read, and is not what its extension says (a canvas that is no JSON). */
  readonly kind: FileProblemKind | 'malformed';
  /** One sentence a person can act on. */
  readonly message: FileProblem['message'];
}

/** Notes and attachments of one vault at one moment, with link resolution in Obsidian's own order. */
export interface VaultIndex {
  /** All files, notes included, sorted by path. */
  readonly files: readonly FileEntry[];
  /** Sorted by path. A note that could not be read is among `files` and `problems`, not here. */
  readonly notes: readonly IndexedNote[];
  note(path: VaultPath): IndexedNote | undefined;
  /** `link` is a `Ref.link`: path and subpath. */
  resolve(ref: Pick<Ref, 'link' | 'syntax'>, source: VaultPath): Resolution;
  /**
   * Files whose path, or its last segments, equal the link's path after loose folding (case, dashes, quotes, `.md`,
   * percent-encoding …), sorted. A note of that name in another folder than the link names is none of them. `source` is
   * where the link stands, for `./` and `../`.
   */
  looseMatches(link: Ref['link'], source: VaultPath): readonly VaultPath[];
  readonly uses: readonly FileUse[];
  readonly problems: readonly VaultProblem[];
}
