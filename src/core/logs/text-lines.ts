/** One line of a text; offsets count UTF-16 units. */
export interface TextLine {
  readonly start: number;
  /** Behind the line end. */
  readonly next: number;
  /** Without line end. */
  readonly text: string;
}

/** The lines of a text from an offset on that is the start of a line. */
export function textLines(text: string, from = 0): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (let start = from; start < text.length;) {
    const end = text.indexOf('\n', start);
    const next = end < 0 ? text.length : end + 1;
    lines.push({ start, next, text: text.slice(start, end < 0 ? next : end).replace(/\r$/, '') });
    start = next;
  }
  return lines;
}

/**
 * The mark of the fenced code block that is open behind a line, given the one open in front of it; null for none. The
 * line is code, its fences included, if either is not null (CommonMark 4.5, as far as lines of no container go).
 */
export function fenceBehind(fence: string | null, line: string): string | null {
  const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
  if (fence === null) return mark;
  return mark !== null && mark.startsWith(fence) && line.trim() === mark ? null : fence;
}

/** The line end that the text uses: `\r\n` if it has any. */
export function lineEndOf(text: string): '\r\n' | '\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** True if a new block can follow at once: the text is empty, or an empty line ends it. */
export function endsInEmptyLine(text: string): boolean {
  return text === '' || /(^|\n)[ \t]*\r?\n$/.test(text);
}
