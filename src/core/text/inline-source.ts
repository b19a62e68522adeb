import type { TextBlock } from './block-scanner';

/** Text to scan inline, with the way back to the note's offsets. */
export interface InlineSource {
  readonly s: string;
  /** Start and end of each line in `s`, one after another. */
  readonly lines: readonly number[];
  /** Note offset of an offset into `s`. Asked for ascending offsets mostly. */
  toNote(offset: number): number;
}

/**
 * The block's lines as one stretch of text. Between lines in a quote stand `>` marks, which are no part of the text:
 * such lines are joined anew. Elsewhere only white space stands between them, and the note itself is scanned.
 */
export function inlineSource(text: string, block: TextBlock): InlineSource {
  const { lines } = block;
  if (!block.quoted || lines.length <= 2) return { s: text, lines, toNote: (offset) => offset };
  const parts: string[] = [];
  const joined: number[] = [];
  let at = 0;
  for (let i = 0; i < lines.length; i += 2) {
    const part = text.slice(lines[i], lines[i + 1]);
    parts.push(part);
    joined.push(at, at + part.length);
    at += part.length + 1;
  }
  const toNote = (offset: number): number => {
    let low = 0;
    let high = joined.length / 2 - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((joined[middle * 2] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return (lines[low * 2] ?? 0) + offset - (joined[low * 2] ?? 0);
  };
  return { s: parts.join('\n'), lines: joined, toNote };
}
