import { Char, isAsciiLetter, isDigit, isSpace } from './characters';
import { skipSpaces } from './link-syntax';

/** Remembers where a needle comes next, so that asking for it at ever later places costs one pass in all. */
export class ForwardFinder {
  private found = -1;

  constructor(
    private readonly text: string,
    private readonly needle: string,
  ) {}

  /** The first occurrence at or after `at`, or Infinity. `at` may only grow from call to call. */
  next(at: number): number {
    if (this.found < at) {
      const found = this.text.indexOf(this.needle, at);
      this.found = found === -1 ? Infinity : found;
    }
    return this.found;
  }
}

function attributeValueEnd(s: string, at: number, to: number): number {
  const quote = s.charCodeAt(at);
  if (quote === Char.DoubleQuote || quote === Char.SingleQuote) {
    for (let i = at + 1; i < to; i++) if (s.charCodeAt(i) === quote) return i + 1;
    return -1;
  }
  let i = at;
  for (; i < to; i++) {
    const code = s.charCodeAt(i);
    if (isSpace(code) || code === Char.Greater) break;
    if (code === Char.Less || code === Char.Equals || code === Char.Backtick) return -1;
    if (code === Char.DoubleQuote || code === Char.SingleQuote) return -1;
  }
  return i === at ? -1 : i;
}

function isAttributeStart(code: number): boolean {
  return isAsciiLetter(code) || code === Char.Underscore || code === Char.Colon;
}

function isNameCharacter(code: number): boolean {
  return isAsciiLetter(code) || isDigit(code) || code === Char.Minus;
}

/** Where the tag whose `<` stands at `at` ends, or -1 (CommonMark 6.6). */
export function htmlTagEnd(s: string, at: number, to: number): number {
  let i = at + 1;
  const closing = s.charCodeAt(i) === Char.Slash;
  if (closing) i++;
  if (i >= to || !isAsciiLetter(s.charCodeAt(i))) return -1;
  while (i < to && isNameCharacter(s.charCodeAt(i))) i++;
  for (;;) {
    const next = skipSpaces(s, i, to);
    if (next >= to) return -1;
    const code = s.charCodeAt(next);
    if (code === Char.Greater) return next + 1;
    if (closing) return -1;
    if (code === Char.Slash) return s.charCodeAt(next + 1) === Char.Greater && next + 1 < to ? next + 2 : -1;
    if (next === i || !isAttributeStart(code)) return -1;
    i = next + 1;
    while (i < to) {
      const part = s.charCodeAt(i);
      if (!isAttributeStart(part) && !isNameCharacter(part) && part !== Char.Dot) break;
      i++;
    }
    const equals = skipSpaces(s, i, to);
    if (equals < to && s.charCodeAt(equals) === Char.Equals) {
      i = attributeValueEnd(s, skipSpaces(s, equals + 1, to), to);
      if (i === -1) return -1;
    }
  }
}

/** Where the autolink `<scheme:…>` at `at` ends, or -1. */
export function autolinkEnd(s: string, at: number, to: number): number {
  let i = at + 1;
  if (i >= to || !isAsciiLetter(s.charCodeAt(i))) return -1;
  for (let scheme = 0; ; scheme++, i++) {
    const code = s.charCodeAt(i);
    if (i >= to || scheme > 32) return -1;
    if (code === Char.Colon) {
      if (scheme < 2) return -1;
      break;
    }
    if (!isNameCharacter(code) && code !== Char.Plus && code !== Char.Dot) return -1;
  }
  for (; i < to; i++) {
    const code = s.charCodeAt(i);
    if (code === Char.Greater) return i + 1;
    if (code <= Char.Space || code === Char.Less) return -1;
  }
  return -1;
}

/** How a block of raw HTML ends: at a line that holds this text, or (null) at a blank line. */
export interface HtmlBlockKind {
  readonly endsWith: readonly string[] | null;
}

const BLOCK_NAMES = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl ' +
    'dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend ' +
    'li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td ' +
    'tfoot th thead title tr track ul'
  ).split(' '),
);
const VERBATIM_NAMES = new Set(['script', 'pre', 'style', 'textarea']);
const VERBATIM: HtmlBlockKind = { endsWith: ['</script>', '</pre>', '</style>', '</textarea>'] };
const COMMENT: HtmlBlockKind = { endsWith: ['-->'] };
const INSTRUCTION: HtmlBlockKind = { endsWith: ['?>'] };
const CDATA: HtmlBlockKind = { endsWith: [']]>'] };
const DECLARATION: HtmlBlockKind = { endsWith: ['>'] };
const UNTIL_BLANK: HtmlBlockKind = { endsWith: null };

/** Which HTML block starts with the `<` at `at`, on a line that ends at `to`; null if none (CommonMark 4.6). */
export function htmlBlockStart(
  s: string,
  at: number,
  to: number,
  interruptsParagraph: boolean,
): HtmlBlockKind | null {
  const second = s.charCodeAt(at + 1);
  if (at + 1 >= to) return null;
  if (second === Char.Question) return INSTRUCTION;
  if (second === Char.Bang) {
    if (s.startsWith('--', at + 2)) return COMMENT;
    if (s.startsWith('[CDATA[', at + 2)) return CDATA;
    return isAsciiLetter(s.charCodeAt(at + 2)) ? DECLARATION : null;
  }
  const from = second === Char.Slash ? at + 2 : at + 1;
  let i = from;
  while (i < to && isNameCharacter(s.charCodeAt(i))) i++;
  if (i - from > 0 && i - from <= 10) {
    const name = s.slice(from, i).toLowerCase();
    const after = s.charCodeAt(i);
    const ended = i >= to || isSpace(after) || after === Char.Greater;
    if (ended && from === at + 1 && VERBATIM_NAMES.has(name)) return VERBATIM;
    if ((ended || (after === Char.Slash && s.charCodeAt(i + 1) === Char.Greater)) && BLOCK_NAMES.has(name)) {
      return UNTIL_BLANK;
    }
  }
  if (interruptsParagraph) return null;
  const end = htmlTagEnd(s, at, to);
  return end !== -1 && skipSpaces(s, end, to) >= to ? UNTIL_BLANK : null;
}
