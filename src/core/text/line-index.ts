/** Zero-based, as in Obsidian's positions. Columns count UTF-16 units. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/** Gives the line and column of offsets into one text. */
export interface LineIndex {
  /** An offset outside the text is taken as its nearest end. */
  place(offset: number): LinePlace;
  /** Start of a line, and its end without `\r\n` or `\n`. A line that does not exist is taken as the nearest. */
  line(line: number): { readonly start: number; readonly end: number };
  /** At least 1. */
  readonly lineCount: number;
}

/** Lines end with `\n`; the `\r` of `\r\n` is the last column of its line, a lone `\r` a character as any. */
export function lineIndex(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);

  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  return {
    place(offset) {
      const inside = Math.min(Math.max(offset, 0), text.length);
      const line = lineOf(inside);
      return { line, column: inside - (starts[line] ?? 0) };
    },
    line(line) {
      const at = Math.min(Math.max(line, 0), starts.length - 1);
      const start = starts[at] ?? 0;
      const next = starts[at + 1];
      let end = next === undefined ? text.length : next - 1;
      if (next !== undefined && end > start && text.charCodeAt(end - 1) === 0x0d) end--;
      return { start, end };
    },
    lineCount: starts.length,
  };
}
