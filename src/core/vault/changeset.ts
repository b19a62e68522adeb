import type { VaultPath } from '../ports';

/** One file's planned change. Texts are whole; `before` is the text the plan was computed from. */
export type FileEdit =
  | { readonly kind: 'modify'; readonly path: VaultPath; readonly before: string; readonly after: string }
  | { readonly kind: 'create'; readonly path: VaultPath; readonly after: string }
  | { readonly kind: 'delete'; readonly path: VaultPath; readonly before: string }
  | { readonly kind: 'move'; readonly path: VaultPath; readonly to: VaultPath; readonly before: string };

export interface PlannedEdit {
  readonly edit: FileEdit;
  /** Why, for preview, log and undo list: one short sentence. */
  readonly reason: string;
}

/** Edits planned together: previewed, gated, applied all or nothing, undoable. At most one edit a path. */
export interface Changeset {
  /** ULID. */
  readonly id: string;
  /** The run it belongs to; a command given by a person has a run id of its own. */
  readonly run: string;
  /** Role, skill or command that planned it. */
  readonly author: string;
  readonly edits: readonly PlannedEdit[];
}

/** Where a role or skill may write: globs over vault paths. */
export interface WriteScope {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Why one file of a changeset was left as it is. */
export type LeftReason =
  | 'changed-since-plan'
  | 'too-fresh'
  | 'outside-vault'
  | 'forbidden-place'
  | 'outside-scope'
  | 'quarantined'
  | 'waits-for-commit'
  | 'refused-by-gate'
  | 'read-only'
  | 'unreadable';

export interface LeftFile {
  readonly path: VaultPath;
  readonly reason: LeftReason;
  /** One sentence, without the path. */
  readonly message: string;
}

export type ApplyOutcome =
  /** What was written stands durably; what was left is as it was. Both may be empty. */
  | { readonly ok: true; readonly written: readonly FileEdit[]; readonly left: readonly LeftFile[] }
  /** Nothing stands written: what had been written was rolled back. */
  | { readonly ok: false; readonly message: string; readonly left: readonly LeftFile[] };
