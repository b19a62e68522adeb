import { Char, isAsciiPunctuation, isSpace } from './characters';

/** Parentheses may nest this deep in a destination; also what keeps parsing linear. */
const MAX_PARENS = 32;

/** The part of a markdown link after its text: `(destination "title")`. */
export interface LinkTail {
  /** The destination without its angle brackets. */
  readonly from: number;
  readonly to: number;
  /** Exclusive; behind the closing parenthesis. */
  readonly end: number;
}

export function skipSpaces(s: string, at: number, to: number): number {
  while (at < to && isSpace(s.charCodeAt(at))) at++;
  return at;
}

/** Where the destination that starts at `at` ends (angle brackets included), or -1 (CommonMark 6.3). */
export function destinationEnd(s: string, at: number, to: number): number {
  if (s.charCodeAt(at) === Char.Less) {
    for (let i = at + 1; i < to; i++) {
      const code = s.charCodeAt(i);
      if (code === Char.Greater) return i + 1;
      if (code === Char.Less || code === Char.Newline) return -1;
      if (code === Char.Backslash) i++;
    }
    return -1;
  }
  let depth = 0;
  let i = at;
  for (; i < to; i++) {
    const code = s.charCodeAt(i);
    if (code <= Char.Space || code === Char.Delete) break;
    if (code === Char.Backslash && i + 1 < to && isAsciiPunctuation(s.charCodeAt(i + 1))) i++;
    else if (code === Char.OpenParen) {
      if (++depth > MAX_PARENS) return -1;
    } else if (code === Char.CloseParen && --depth < 0) break;
  }
  return depth > 0 ? -1 : i;
}

/** Where the title that starts at `at` ends, or -1 if none starts there. */
export function titleEnd(s: string, at: number, to: number): number {
  const open = s.charCodeAt(at);
  if (open !== Char.DoubleQuote && open !== Char.SingleQuote && open !== Char.OpenParen) return -1;
  const close = open === Char.OpenParen ? Char.CloseParen : open;
  for (let i = at + 1; i < to; i++) {
    const code = s.charCodeAt(i);
    if (code === close) return i + 1;
    if (code === Char.OpenParen && open === Char.OpenParen) return -1;
    if (code === Char.Backslash) i++;
  }
  return -1;
}

/** Reads the tail whose `(` stands at `at`; null if that is no tail. */
export function linkTail(s: string, at: number, to: number): LinkTail | null {
  const from = skipSpaces(s, at + 1, to);
  if (from >= to) return null;
  const destination = destinationEnd(s, from, to);
  if (destination === -1) return null;
  let end = skipSpaces(s, destination, to);
  if (end > destination && end < to) {
    const title = titleEnd(s, end, to);
    if (title !== -1) end = skipSpaces(s, title, to);
  }
  if (end >= to || s.charCodeAt(end) !== Char.CloseParen) return null;
  const angle = s.charCodeAt(from) === Char.Less ? 1 : 0;
  return { from: from + angle, to: destination - angle, end: end + 1 };
}

/** Percent-decoded once; a broken escape leaves the text as it is. */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The path and subpath that a written destination names. */
export function decodeDestination(written: string): string {
  const plain = written.includes('\\')
    ? written.replace(/\\([!-/:-@[-`{-~])/g, (_, character: string) => character)
    : written;
  return decodePercent(plain);
}

/** Leads out of the vault: any URL scheme (`mailto:`, `obsidian://`), or `//host`. */
export function isExternal(destination: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(destination);
}

/** What stands between the brackets of a wikilink, taken apart. */
export interface WikilinkParts {
  readonly link: string;
  /** Undefined where there is none, or an empty one. */
  readonly display: string | undefined;
}

/**
 * The first pipe splits, escaped or not (a table cell writes `\|`). A pipe in front belongs to the link text:
 * Obsidian caches `[[|alias]]` as a link to `|alias` (obsidian-tasks recorded data).
 */
export function splitWikilink(content: string): WikilinkParts | null {
  const pipe = content.indexOf('|');
  if (pipe > 0) {
    const escaped = content.charCodeAt(pipe - 1) === Char.Backslash;
    const link = content.slice(0, escaped ? pipe - 1 : pipe).trim();
    const display = content.slice(pipe + 1).trim();
    if (link !== '') return { link, display: display === '' ? undefined : display };
  }
  const link = content.trim();
  return link === '' ? null : { link, display: undefined };
}

/** What Obsidian shows for a wikilink without a display text: `Note#A#B` becomes `Note > A > B`. */
export function defaultDisplayText(link: string): string {
  const hash = link.indexOf('#');
  if (hash === -1) return link;
  if (hash > 0 && link.indexOf('#', hash + 1) === -1 && hash + 1 < link.length) {
    return `${link.slice(0, hash)} > ${link.slice(hash + 1)}`;
  }
  const parts = link.split('#').filter((part) => part !== '');
  return parts.length === 0 ? link : parts.join(' > ');
}
