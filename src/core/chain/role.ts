import type { VaultPath } from '../ports';
import type { WriteScope } from '../vault/changeset';

/** A role's statement about a file; the VALIDATOR holds it against the vault. */
export type Claim =
  | { readonly kind: 'created' | 'modified' | 'deleted'; readonly path: VaultPath }
  | { readonly kind: 'moved'; readonly path: VaultPath; readonly to: VaultPath };

export const LINE_TYPES = [
  'lint',
  'fix',
  'skill-candidate',
  'synthesis',
  'contradiction',
  'procedural-signal',
] as const;
export type LineType = (typeof LINE_TYPES)[number];

/** One typed line of the memory file: `- [type:: lint] text ^block-id`. */
export interface SectionLine {
  readonly type: LineType;
  readonly text: string;
  /** What the stable block id is made from. */
  readonly key: string;
}

/** What a role that ended `done` adds to tonight's memory file under its heading. */
export interface Section {
  /** A plain sentence or a short paragraph in front of the lines; may be empty if there are lines. */
  readonly summary: string;
  readonly lines: readonly SectionLine[];
}

export type RoleResult =
  | { readonly outcome: 'done'; readonly claims: readonly Claim[]; readonly section: Section | null }
  | { readonly outcome: 'quiet' }
  | { readonly outcome: 'skipped'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly reason: string };

export const ROLE_NAMES = [
  'DISPATCHER',
  'FIX-AGENT',
  'LINT-AGENT',
  'SKILL-SCOUT-AGENT',
  'SYNTHESIS-AGENT',
  'BRIEFING-AGENT',
  'REVISER-AGENT',
  'WEEKLY-SYNTHESIS-AGENT',
  'WIKI-CONSOLIDATION-AGENT',
  'MEMORY-COMPACTOR',
  'ARCHIVE-COMPACTOR',
] as const;
export type RoleName = (typeof ROLE_NAMES)[number];

/** A step of a chain, written in code. `Context` is what the chain hands in. */
export interface Role<Context> {
  readonly name: RoleName;
  /** One sentence for `hermesh help`, the docs and the app. */
  readonly description: string;
  readonly scope: WriteScope;
  run(context: Context): Promise<RoleResult>;
}
