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
  /** Aliases. */
  readonly a: readonly string[];
  /** Where the links stand, as `packLinkPlaces` gives it: taken apart only if a finding wants to know. */
  readonly p: string;
}

/** What a note has that rules do not look at: excluded, or opted out by `hermes: false`. */
export const LEFT_OUT = '';

/** JSON without indentation holds none. */
const SEPARATOR = '\n';

/** As text for the index cache. */
export function packSide({ f, g, a, p }: NoteSide): string {
  return `${JSON.stringify([f, g, a])}${SEPARATOR}${p}`;
}

type Packed = [NoteSide['f'], NoteSide['g'], NoteSide['a']];

function isPacked(value: unknown): value is Packed {
  return Array.isArray(value) && value.length === 3;
}

/**
 * Reads it back; null for `LEFT_OUT`. Only what was kept under our own fingerprint and checksum comes here, so its
 * shape is not gone over again: a vault has many thousands of them.
 */
export function unpackSide(text: string): NoteSide | null {
  if (text === LEFT_OUT) return null;
  const end = text.indexOf(SEPARATOR);
  const value: unknown = JSON.parse(text.slice(0, end));
  if (!isPacked(value)) throw new Error('the index cache holds something that lint did not write');
  const [f, g, a] = value;
  return { f, g, a, p: text.slice(end + 1) };
}
