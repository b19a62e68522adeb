import type { Span } from '../text/note-facts';
import type { NoteText } from './note-text';

/** One top-level property as it is written. */
export interface FrontmatterEntry {
  readonly key: string;
  readonly keySpan: Span;
  /** From behind the colon to the end of the entry, lines below included. */
  readonly value: string;
  readonly valueStart: number;
}

const KEY = /^("[^"]*"|'[^']*'|[^\s#:'"[\]{},&*!|>%@`-][^:]*?|-[^\s:][^:]*?)[ \t]*:(?=[ \t]|$)/;

/** The top-level properties in the order of the text. A block in JSON style has none. */
export function frontmatterEntries(text: NoteText): readonly FrontmatterEntry[] {
  const entries: { key: string; keySpan: Span; valueStart: number; end: number }[] = [];
  for (const line of text.properties) {
    const match = KEY.exec(line.text);
    const written = match?.[1];
    const last = entries.at(-1);
    if (match === null || written === undefined) {
      if (last !== undefined) last.end = line.start + line.text.length;
      continue;
    }
    entries.push({
      key: written.replace(/^(["'])(.*)\1$/, '$2'),
      keySpan: { start: line.start, end: line.start + written.length },
      valueStart: line.start + match[0].length,
      end: line.start + line.text.length,
    });
  }
  return entries.map(({ key, keySpan, valueStart, end }) => ({
    key,
    keySpan,
    valueStart,
    value: text.whole.slice(valueStart, end),
  }));
}

/** Where the property's name is written; the opening `---` if it cannot be told. */
export function keySpan(entries: readonly FrontmatterEntry[], key: string, block: Span): Span {
  return entries.find((entry) => entry.key === key)?.keySpan ?? { start: block.start, end: block.start + 3 };
}
