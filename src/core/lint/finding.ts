import type { VaultPath } from '../ports';
import type { Span } from '../text/note-facts';

export const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a rule reports about the note that it was shown; the engine adds path, severity, ordinal and id. */
export interface NoteDraft {
  /** Null where the finding is about the file as a whole. */
  readonly span: Span | null;
  /** What the finding is about, free of offsets: the link as written, the property name. Part of its id. */
  readonly subject: string;
  /** One sentence: what is wrong and, where it is short, what to do. */
  readonly message: string;
  /** Other notes concerned (the twin of a contradiction, the candidates of an ambiguous link). */
  readonly related?: readonly VaultPath[];
}

/** What a rule that sees the whole vault reports. `path` may be a folder (needs-index). */
export interface FindingDraft extends NoteDraft {
  readonly path: VaultPath;
}

export interface Finding extends FindingDraft {
  /** hash(rule, path, normalised subject, ordinal): the same tomorrow, wherever the text has moved to. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly related: readonly VaultPath[];
  /** One-based; 1:1 where `span` is null. Columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

/** A link to a note that nobody has written yet: a wish, not a fault. Listed apart from the findings. */
export interface Gap {
  readonly path: VaultPath;
  /** The link's path and subpath. */
  readonly link: string;
  readonly span: Span;
  /** One-based. */
  readonly line: number;
  readonly column: number;
}
