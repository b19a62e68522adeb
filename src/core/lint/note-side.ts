/** rule, start, end, subject, message, related, line, column. Start is null for the file as a whole. */
export type SideFinding = readonly [
  rule: string,
  start: number | null,
  end: number,
  subject: string,
  message: string,
  related: readonly string[],
  line: number,
  column: number,
];

/** What lint keeps with a note, so that a vault is judged without its texts and without reading YAML again. */
export interface NoteSide {
  /** Findings that depend on the note alone. */
  readonly f: readonly SideFinding[];
  /** Gathered facts, by rule. */
  readonly g: Readonly<Record<string, unknown>>;
  /** Start, line, column of each link, one after another. */
  readonly p: readonly number[];
  /** Aliases. */
  readonly a: readonly string[];
}

/** What a note has that rules do not look at: excluded, or opted out by `hermes: false`. */
export const LEFT_OUT = '';

/** As text for the index cache. */
export function packSide({ f, g, p, a }: NoteSide): string {
  // Most notes have no findings and no aliases: what is empty is left away.
  return JSON.stringify({
    ...(f.length > 0 ? { f } : {}),
    ...(Object.keys(g).length > 0 ? { g } : {}),
    ...(p.length > 0 ? { p } : {}),
    ...(a.length > 0 ? { a } : {}),
  });
}

function isPacked(value: unknown): value is Partial<NoteSide> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads it back; null for `LEFT_OUT`. Only what was kept under our own fingerprint and checksum comes here, so its
 * shape is not gone over again: a vault has many thousands of them.
 */
export function unpackSide(text: string): NoteSide | null {
  if (text === LEFT_OUT) return null;
  const value: unknown = JSON.parse(text);
  if (!isPacked(value)) throw new Error('the index cache holds something that lint did not write');
  return { f: value.f ?? [], g: value.g ?? {}, p: value.p ?? [], a: value.a ?? [] };
}
