import type { Span } from '../text/note-facts';
import type { NoteLine } from './note-lines';

/** One top-level property as it is written. */
export interface FrontmatterEntry {
  readonly keySpan: Span;
  /** From behind the colon to the end of the entry, lines below included. */
  readonly valueSpan: Span;
}

const KEY = /^("[^"]*"|'[^']*'|[^\s#:'"[\]{},&*!|>%@`-][^:]*?|-[^\s:][^:]*?)[ \t]*:(?=[ \t]|$)/;
/** No property has a longer name; what is longer is text that a plain key would have to be searched in. */
const LONGEST_KEY = 300;

/** The top-level properties by name. A block in JSON style has none. */
export function frontmatterEntries(lines: readonly NoteLine[]): ReadonlyMap<string, FrontmatterEntry> {
  const entries = new Map<string, FrontmatterEntry>();
  let open: { readonly key: string; readonly keySpan: Span; readonly start: number; end: number } | null =
    null;
  const close = (): void => {
    if (open === null || entries.has(open.key)) return;
    entries.set(open.key, { keySpan: open.keySpan, valueSpan: { start: open.start, end: open.end } });
  };
  for (const line of lines) {
    const end = line.start + line.text.length;
    const match = KEY.exec(line.text.slice(0, LONGEST_KEY));
    const written = match?.[1];
    if (match === null || written === undefined) {
      if (open !== null) open.end = end;
      continue;
    }
    close();
    open = {
      key: written.replace(/^(["'])(.*)\1$/, '$2'),
      keySpan: { start: line.start, end: line.start + written.length },
      start: line.start + match[0].length,
      end,
    };
  }
  close();
  return entries;
}
