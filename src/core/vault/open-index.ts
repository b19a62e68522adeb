import type { VaultPath } from '../ports';
import type { IndexedNote, VaultIndex, VaultProblem } from './vault-index';

/** The vault's index with what is remembered of each note, loaded when somebody asks for it. */
export interface OpenedIndex {
  /** Files that were not served whole; known before `load`. */
  readonly problems: readonly VaultProblem[];
  /** What `save` was last given, if neither the vault nor the fingerprint changed since; else null. */
  readonly stored: string | null;
  /** Reads the cache and the notes that changed; the same answer on each call. */
  load(): Promise<LoadedIndex>;
}

export interface LoadedIndex {
  readonly index: VaultIndex;
  /** Notes that were read and visited now, because the cache did not know them as they are. */
  readonly read: ReadonlySet<VaultPath>;
  /** What `visit` gave for the note, now or when it was last read; empty for a path that is no indexed note. */
  side(path: VaultPath): string;
  /** Keeps the index for next time, with `findings` as what an unchanged vault answers. Throws `StateError`. */
  save(findings: string): Promise<void>;
}

export interface IndexOptions {
  /** Sees each note that is read, once, with its text; what it returns is kept with the note as its `side`. */
  visit?(note: IndexedNote, text: string): string;
  /** Awaited now and then between notes; what it throws ends the reading and leaves the cache as it was. */
  progress?(done: number, total: number): void | Promise<void>;
}
