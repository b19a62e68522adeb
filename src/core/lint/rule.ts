import type { VaultPath } from '../ports';
import type { IndexedNote, VaultIndex } from '../vault/vault-index';
import type { FindingDraft, Severity } from './finding';

/** A small vault in which the rule finds exactly `findings`; the rule's tests and its documentation page. */
export interface RuleExample {
  readonly title: string;
  readonly files: Readonly<Record<VaultPath, string>>;
  /** `path:line:column subject`, in order; empty for an example of what is fine. */
  readonly findings: readonly string[];
  /** Options other than the defaults. */
  readonly options?: Readonly<Record<string, unknown>>;
}

interface RuleBase {
  /** Kebab-case; the name in the configuration. */
  readonly name: string;
  /** One sentence: what it reports and why that matters. */
  readonly description: string;
  /** Default; the configuration may change it or turn the rule off. */
  readonly severity: Severity;
  readonly examples: readonly [RuleExample, ...RuleExample[]];
}

/** What every rule may read besides the note: settings that more than one rule shares. */
export interface RuleSettings {
  readonly requiredFields: readonly string[];
  /** The rule's own `options:` from the configuration. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Sees one note alone: its findings are cached with the note. `text` is null unless `needs` is `text`. */
export interface NoteRule extends RuleBase {
  readonly scope: 'note';
  readonly needs: 'cache' | 'text';
  check(note: IndexedNote, text: string, settings: RuleSettings): Iterable<FindingDraft>;
}

/** Sees the whole vault's facts: run again whenever anything changed. */
export interface VaultRule extends RuleBase {
  readonly scope: 'vault';
  readonly needs: 'cache';
  check(vault: LintVault, settings: RuleSettings): Iterable<FindingDraft>;
}

/** Gathers something small from each note's text (cached with the note), then concludes over the whole vault. */
export interface GatherRule<Fact> extends RuleBase {
  readonly scope: 'gather';
  readonly needs: 'text';
  /** JSON-able; null if the note adds nothing. */
  gather(note: IndexedNote, text: string, settings: RuleSettings): Fact | null;
  check(
    facts: ReadonlyMap<VaultPath, Fact>,
    vault: LintVault,
    settings: RuleSettings,
  ): Iterable<FindingDraft>;
}

/** The vault as rules see it: excluded files resolve links but are not reported. */
export interface LintVault {
  readonly index: VaultIndex;
  /** Notes that rules report on (exclusions applied), sorted by path. */
  readonly notes: readonly IndexedNote[];
  /** Whether links out of this file count as use (those out of `Logs/` do not). */
  countsAsUser(path: VaultPath): boolean;
}

export type Rule = NoteRule | VaultRule | GatherRule<unknown>;
