import type { Config } from '../config/config';
import type { Finding } from '../lint/finding';
import type { LogEvent } from '../logs/event-log';
import type { VaultFs, VaultPath } from '../ports';
import type { ApplyOutcome, PlannedEdit, WriteScope } from '../vault/changeset';
import type { ChainName } from './chain-name';
import type { KnownState } from './known-state';

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
  /** The rule it comes from: where many lines are summed up, they are counted by it. */
  readonly rule?: string | undefined;
}

/** What a role that ended `done` adds to tonight's memory file under its heading. */
export interface Section {
  /** A plain sentence or a short paragraph in front of the lines; may be empty if there are lines. */
  readonly summary: string;
  readonly lines: readonly SectionLine[];
}

/** One thing a role did or saw, for the event log. */
export type Doing = Pick<LogEvent, 'type' | 'path' | 'to' | 'text'>;

export type RoleResult =
  | {
      readonly outcome: 'done';
      readonly claims: readonly Claim[];
      readonly section: Section | null;
      readonly doings: readonly Doing[];
    }
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

/** Says that the person or the machine wants the run to end; looked at between files. */
export interface StopSignal {
  readonly aborted: boolean;
}

/** The vault as lint sees it now. */
export interface LintView {
  readonly findings: readonly Finding[];
  /** Notes that links wish for and nobody has written yet. */
  readonly gaps: number;
  readonly notes: number;
  readonly files: number;
  /** Files that could not be read, one sentence each. */
  readonly problems: readonly string[];
}

/** What the chain hands to a role. A role reads through this and changes the vault through `apply` alone. */
export interface RoleContext {
  readonly run: { readonly id: string; readonly chain: ChainName; readonly date: string };
  readonly config: Config;
  /** The reading half of the vault. */
  readonly vault: Pick<VaultFs, 'list' | 'stat' | 'read'>;
  /** Findings of the vault as it stands now; notes that did not change since the last look are not read again. */
  readonly lint: () => Promise<LintView>;
  /** What the last finished night left; null before the first one. */
  readonly known: KnownState | null;
  readonly stop: StopSignal;
  /** One short line for a person who watches. */
  readonly progress: (text: string) => void;
  /** Writes inside the role's scope, all or nothing; what was written counts as the role's, and must be claimed. */
  readonly apply: (edits: readonly PlannedEdit[]) => Promise<ApplyOutcome>;
}

/** A step of a chain, written in code. */
export interface Role {
  readonly name: RoleName;
  /** One sentence for `hermesh help`, the docs and the app. */
  readonly description: string;
  readonly scope: WriteScope;
  run(context: RoleContext): Promise<RoleResult>;
}
