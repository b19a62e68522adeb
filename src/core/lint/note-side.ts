import { array, nullable, number, object, record, string, tuple, unknown, type output } from 'zod';

/** What lint keeps with a note: findings that depend on the note alone, gathered facts, and places of its links. */
const sideSchema = object({
  /** rule, start, end, subject, message, related, line, column. Start is null for the file as a whole. */
  f: array(
    tuple([string(), nullable(number()), number(), string(), string(), array(string()), number(), number()]),
  ),
  /** By rule. */
  g: record(string(), unknown()),
  /** Start, line, column of each link, one after another. */
  p: array(number()),
});

export type NoteSide = output<typeof sideSchema>;

const EMPTY: NoteSide = { f: [], g: {}, p: [] };

/** As text for the index cache; empty for a note with nothing to keep. */
export function packSide(side: NoteSide): string {
  return side.f.length === 0 && side.p.length === 0 && Object.keys(side.g).length === 0
    ? ''
    : JSON.stringify(side);
}

/** Reads it back. What is kept under our fingerprint was written by us; anything else is an error in the cache. */
export function unpackSide(text: string): NoteSide {
  return text === '' ? EMPTY : sideSchema.parse(JSON.parse(text));
}
