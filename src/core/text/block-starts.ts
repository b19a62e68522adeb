import { Char, isDigit, isSpace } from './characters';
import { skipSpaces } from './link-syntax';

/** Whether only spaces and tabs stand between `at` and `to`. */
export function isBlank(s: string, at: number, to: number): boolean {
  return skipSpaces(s, at, to) >= to;
}

/** `---`, `* * *`, `___` (CommonMark 4.1). `at` is the first character that is no space. */
export function isThematicBreak(s: string, at: number, to: number): boolean {
  const mark = s.charCodeAt(at);
  let count = 0;
  for (let i = at; i < to; i++) {
    const code = s.charCodeAt(i);
    if (code === mark) count++;
    else if (!isSpace(code)) return false;
  }
  return count >= 3;
}

/** Length of the run of the character at `at`. */
export function runLength(s: string, at: number, to: number): number {
  const mark = s.charCodeAt(at);
  let i = at + 1;
  while (i < to && s.charCodeAt(i) === mark) i++;
  return i - at;
}

/** Length of the fence that opens at `at`, or 0 (CommonMark 4.5). */
export function fenceLength(s: string, at: number, to: number): number {
  const length = runLength(s, at, to);
  if (length < 3) return 0;
  if (s.charCodeAt(at) === Char.Backtick) {
    for (let i = at + length; i < to; i++) if (s.charCodeAt(i) === Char.Backtick) return 0;
  }
  return length;
}

/** Level of the ATX heading that starts at `at`, or 0 (CommonMark 4.2). */
export function atxLevel(s: string, at: number, to: number): number {
  const level = runLength(s, at, to);
  return level <= 6 && (at + level >= to || isSpace(s.charCodeAt(at + level))) ? level : 0;
}

/** Where the text of an ATX heading ends: before its closing `#` signs and spaces. */
export function atxTextEnd(s: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(s.charCodeAt(end - 1))) end--;
  let hashes = end;
  while (hashes > from && s.charCodeAt(hashes - 1) === Char.Hash) hashes--;
  if (hashes === end) return end;
  if (hashes > from && !isSpace(s.charCodeAt(hashes - 1))) return end;
  while (hashes > from && isSpace(s.charCodeAt(hashes - 1))) hashes--;
  return hashes;
}

/** Whether the line is a setext underline: one run of `=` or `-` (CommonMark 4.3). */
export function isSetextUnderline(s: string, at: number, to: number): boolean {
  return isBlank(s, at + runLength(s, at, to), to);
}

/** Length of the list marker at `at`, or 0 (CommonMark 5.2). */
export function listMarkerLength(s: string, at: number, to: number, interruptsParagraph: boolean): number {
  let i = at;
  if (isDigit(s.charCodeAt(at))) {
    while (i < to && i - at < 10 && isDigit(s.charCodeAt(i))) i++;
    if (i - at > 9 || i >= to) return 0;
    const code = s.charCodeAt(i);
    if (code !== Char.Dot && code !== Char.CloseParen) return 0;
    if (interruptsParagraph && !(i - at === 1 && s.charCodeAt(at) === Char.Zero + 1)) return 0;
  }
  i++;
  if (i < to && !isSpace(s.charCodeAt(i))) return 0;
  return interruptsParagraph && isBlank(s, i, to) ? 0 : i - at;
}

/** Length of `[^label]:` at `at`, or 0. */
export function footnoteMarkerLength(s: string, at: number, to: number): number {
  if (s.charCodeAt(at + 1) !== Char.Caret) return 0;
  for (let i = at + 2; i < to; i++) {
    const code = s.charCodeAt(i);
    if (code === Char.CloseBracket) {
      return i > at + 2 && i + 1 < to && s.charCodeAt(i + 1) === Char.Colon ? i + 2 - at : 0;
    }
    if (isSpace(code) || code === Char.OpenBracket) return 0;
  }
  return 0;
}

/** End of the text from `from` to `to` without white space at its end. */
export function trimmedEnd(s: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(s.charCodeAt(end - 1))) end--;
  return end;
}
