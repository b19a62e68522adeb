import type { Span } from './note-facts';

/** A block that was meant as frontmatter and is none to Obsidian. */
export interface NearMiss {
  readonly kind: 'blank-lines-before' | 'spaces-before' | 'unclosed' | 'closed-with-dots' | 'four-dashes';
  /** From the opening line to the end of the closing one, or of the opening one where none closes it. */
  readonly span: Span;
}

export type FrontmatterSplit =
  | {
      readonly state: 'none';
      readonly bom: boolean;
      readonly nearMiss: NearMiss | null;
      /** Where the note's text starts: behind a byte order mark. */
      readonly bodyStart: number;
    }
  | {
      readonly state: 'block';
      readonly bom: boolean;
      /** From the opening `---` to the end of the closing one. */
      readonly block: Span;
      /** The lines between, line ends included. */
      readonly content: Span;
      /** Start of the line after the closing one. */
      readonly bodyStart: number;
    };

const BOM = 0xfeff;

interface Line {
  readonly start: number;
  /** Without line end. */
  readonly end: number;
  /** Start of the line after; the text's length at its end. */
  readonly next: number;
}

function lineAt(text: string, start: number): Line {
  const newline = text.indexOf('\n', start);
  if (newline === -1) return { start, end: text.length, next: text.length };
  const returned = newline > start && text.charCodeAt(newline - 1) === 0x0d;
  return { start, end: returned ? newline - 1 : newline, next: newline + 1 };
}

function trimmedEnd(text: string, line: Line): number {
  let end = line.end;
  while (end > line.start && (text.charCodeAt(end - 1) === 0x20 || text.charCodeAt(end - 1) === 0x09)) end--;
  return end;
}

function isMark(text: string, line: Line, mark: string): boolean {
  return text.startsWith(mark, line.start) && trimmedEnd(text, line) - line.start === mark.length;
}

/** The next line from `at` on that is one of the marks; null if there is none. */
function findMark(text: string, at: number, marks: readonly string[]): Line | null {
  for (let start = at; start < text.length;) {
    const line = lineAt(text, start);
    if (marks.some((mark) => isMark(text, line, mark))) return line;
    start = line.next;
  }
  return null;
}

/**
 * Finds the frontmatter: `---` as the very first line, closed by a line `---` (Obsidian help, "Properties"). A byte
 * order mark before it is passed over. Where there is none, says what comes near.
 */
export function splitFrontmatter(text: string): FrontmatterSplit {
  const bom = text.charCodeAt(0) === BOM;
  const from = bom ? 1 : 0;
  if (text.startsWith('---', from)) {
    const first = lineAt(text, from);
    if (isMark(text, first, '---')) {
      const closing = first.next > first.end ? findMark(text, first.next, ['---']) : null;
      if (closing !== null) {
        return {
          state: 'block',
          bom,
          block: { start: from, end: closing.start + 3 },
          content: { start: first.next, end: closing.start },
          bodyStart: closing.next,
        };
      }
    }
  }
  return { state: 'none', bom, nearMiss: nearMiss(text, from), bodyStart: from };
}

function looksLikeProperty(text: string, start: number): boolean {
  const line = lineAt(text, start);
  return /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]{0,80}:(?:\s|$)/u.test(
    text.slice(line.start, Math.min(line.end, line.start + 120)),
  );
}

function nearMiss(text: string, from: number): NearMiss | null {
  let first = lineAt(text, from);
  let blankLines = 0;
  while (trimmedEnd(text, first) === first.start && first.next > first.end) {
    blankLines++;
    first = lineAt(text, first.next);
  }
  let at = first.start;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++;
  const mark = text.slice(at, Math.min(trimmedEnd(text, first), at + 5));
  if ((mark !== '---' && mark !== '----') || !looksLikeProperty(text, first.next)) return null;
  const opening = { start: first.start, end: trimmedEnd(text, first) };
  const closing = findMark(text, first.next, mark === '----' ? ['----', '---'] : ['---']);
  if (closing === null) {
    const dots = blankLines === 0 && at === first.start ? findMark(text, first.next, ['...']) : null;
    if (dots !== null)
      return { kind: 'closed-with-dots', span: { start: opening.start, end: dots.start + 3 } };
    return { kind: 'unclosed', span: opening };
  }
  const span = { start: opening.start, end: trimmedEnd(text, closing) };
  if (mark === '----') return { kind: 'four-dashes', span };
  return { kind: blankLines > 0 ? 'blank-lines-before' : 'spaces-before', span };
}
