import type { ZodType } from 'zod';
import type { VaultPath } from '../ports';
import type { IndexedNote } from '../vault/vault-index';
import type { FindingDraft, NoteDraft, Severity } from './finding';
import type { LintVault } from './lint-vault';
import type { NoteText } from './note-text';

/** A small vault in which the rule finds exactly `findings`; the rule's tests and its documentation page. */
export interface RuleExample {
  readonly title: string;
  readonly files: Readonly<Record<VaultPath, string>>;
  /** `path:line:column subject`, in order; empty for an example of what is fine. */
  readonly findings: readonly string[];
  /** Options other than the defaults. */
  readonly options?: Readonly<Record<string, unknown>>;
}

interface RuleHead {
  /** Kebab-case; the name in the configuration. */
  readonly name: string;
  /** One sentence: what it reports and why that matters. */
  readonly description: string;
  /** Default; the configuration may change it or turn the rule off. */
  readonly severity: Severity;
  /** What each option means, with its default; empty if the rule has none. */
  readonly optionNotes?: Readonly<Record<string, string>>;
  readonly examples: readonly [RuleExample, ...RuleExample[]];
}

/** Settings that more than one rule shares. */
export interface SharedSettings {
  readonly requiredFields: readonly string[];
}

/** What a rule is told besides the notes: shared settings, and its own `options:` as its schema gives them. */
export interface RuleSettings<Options> extends SharedSettings {
  readonly options: Options;
}

/** A rule with its settings filled in. */
export type BoundRule =
  /** Sees the facts of one note: its findings are kept with the note. */
  | { readonly kind: 'facts'; check(note: IndexedNote): Iterable<NoteDraft> }
  /** Sees one note and its text: its findings are kept with the note. */
  | { readonly kind: 'text'; check(note: IndexedNote, text: NoteText): Iterable<NoteDraft> }
  /**
   * Sees the facts of the whole vault: run again whenever anything changed. Gives null between two pieces of work
   * without a finding, so that an app can have its turn there.
   */
  | { readonly kind: 'vault'; check(vault: LintVault): Iterable<FindingDraft | null> }
  /** Gathers something small from each note's text, kept with the note, then concludes over the whole vault. */
  | {
      readonly kind: 'gather';
      gather(note: IndexedNote, text: NoteText): unknown;
      check(facts: ReadonlyMap<VaultPath, unknown>, vault: LintVault): Iterable<FindingDraft | null>;
    };

export interface Rule extends RuleHead {
  readonly kind: BoundRule['kind'];
  /** Fills in the settings. Throws `RuleOptionsError`. */
  bind(shared: SharedSettings, options: Readonly<Record<string, unknown>>): BoundRule;
}

/** An option that the rule does not know, or a value that it cannot use. */
export class RuleOptionsError extends Error {
  override readonly name = 'RuleOptionsError';
  constructor(
    /** Where in the rule's options: `steps`, `names.2`; empty for the options as a whole. */
    readonly option: string,
    /** As a predicate: "is not a whole number of 2 or more". */
    readonly problem: string,
  ) {
    super(`${option} ${problem}`);
  }
}

interface WithOptions<Options> extends RuleHead {
  /** A strict object with a default for everything. */
  readonly options: ZodType<Options>;
}

function settle<Options>(
  schema: ZodType<Options>,
  shared: SharedSettings,
  written: Readonly<Record<string, unknown>>,
): RuleSettings<Options> {
  const parsed = schema.safeParse(written);
  if (parsed.success) return { ...shared, options: parsed.data };
  const issue = parsed.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const known = Object.keys(schema.safeParse({}).data ?? {});
    throw new RuleOptionsError(
      issue.keys[0] ?? '',
      known.length === 0
        ? 'is unknown: the rule has no options'
        : `is no option of the rule; it knows ${known.join(', ')}`,
    );
  }
  throw new RuleOptionsError(issue?.path.map(String).join('.') ?? '', issue?.message ?? 'is not valid');
}

/** A rule over one note's facts. */
export function factsRule<Options>(
  spec: WithOptions<Options> & {
    check(note: IndexedNote, settings: RuleSettings<Options>): Iterable<NoteDraft>;
  },
): Rule {
  return {
    ...head(spec),
    kind: 'facts',
    bind(shared, written) {
      const settings = settle(spec.options, shared, written);
      return { kind: 'facts', check: (note) => spec.check(note, settings) };
    },
  };
}

/** A rule over one note's facts and text. */
export function textRule<Options>(
  spec: WithOptions<Options> & {
    check(note: IndexedNote, text: NoteText, settings: RuleSettings<Options>): Iterable<NoteDraft>;
  },
): Rule {
  return {
    ...head(spec),
    kind: 'text',
    bind(shared, written) {
      const settings = settle(spec.options, shared, written);
      return { kind: 'text', check: (note, text) => spec.check(note, text, settings) };
    },
  };
}

/** A rule over the facts of the whole vault. */
export function vaultRule<Options>(
  spec: WithOptions<Options> & {
    check(vault: LintVault, settings: RuleSettings<Options>): Iterable<FindingDraft | null>;
  },
): Rule {
  return {
    ...head(spec),
    kind: 'vault',
    bind(shared, written) {
      const settings = settle(spec.options, shared, written);
      return { kind: 'vault', check: (vault) => spec.check(vault, settings) };
    },
  };
}

/** A rule that compares something small out of every note's text. */
export function gatherRule<Options, Fact>(
  spec: WithOptions<Options> & {
    /** Tells a fact that comes back from the cache; what we kept ourselves needs no more than a glance. */
    readonly isFact: (value: unknown) => value is Fact;
    /** JSON-able; null if the note adds nothing. */
    gather(note: IndexedNote, text: NoteText, settings: RuleSettings<Options>): Fact | null;
    check(
      facts: ReadonlyMap<VaultPath, Fact>,
      vault: LintVault,
      settings: RuleSettings<Options>,
    ): Iterable<FindingDraft | null>;
  },
): Rule {
  return {
    ...head(spec),
    kind: 'gather',
    bind(shared, written) {
      const settings = settle(spec.options, shared, written);
      return {
        kind: 'gather',
        gather: (note, text) => spec.gather(note, text, settings),
        check(facts, vault) {
          if (!areFacts(facts, spec.isFact))
            throw new Error(`the index cache holds no facts of ${spec.name}`);
          return spec.check(facts, vault, settings);
        },
      };
    },
  };
}

function areFacts<Fact>(
  facts: ReadonlyMap<VaultPath, unknown>,
  isFact: (value: unknown) => value is Fact,
): facts is ReadonlyMap<VaultPath, Fact> {
  for (const fact of facts.values()) if (!isFact(fact)) return false;
  return true;
}

function head(spec: RuleHead): RuleHead {
  const { name, description, severity, examples, optionNotes } = spec;
  return { name, description, severity, examples, ...(optionNotes === undefined ? {} : { optionNotes }) };
}
