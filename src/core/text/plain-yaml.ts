import { Char, isAsciiLetter, isDigit } from './characters';

/** A string value that may be a link, with its place in the source. */
export interface ValueText {
  /** Path to the value: `up`, `related.0`. */
  readonly key: string;
  readonly value: string;
  /** Where the value is written, without its quotes. */
  readonly start: number;
  readonly end: number;
}

export interface PlainFrontmatter {
  readonly values: Record<string, unknown>;
  /** The string values that begin with a bracket. */
  readonly texts: readonly ValueText[];
}

const MAX_KEY = 100;
const RESERVED_KEY = /^(?:null|true|false|__proto__)$/i;
/** What may not begin a plain scalar (YAML 1.2, 5.3); `-`, `?` and `:` sometimes may, which the full parser knows. */
const INDICATORS = '!&*-?|>@`%{}[],#:"\'';

/** What a reading step gives that leaves the frontmatter to the full parser. */
const UNSURE = Symbol('unsure');
type Scalar = string | number | boolean | null;

/**
 * Reads the plain frontmatter that nearly every note has: `key: value` lines with plain or simply quoted scalars,
 * one-line lists and block lists of them. Null for anything else (comments, nesting, anchors, escapes, multi-line
 * text, errors), which is left to the full parser. What it reads, it reads as that parser does, ten times faster.
 */
export function readPlainYaml(source: string): PlainFrontmatter | null {
  return new PlainReader(source).read();
}

class PlainReader {
  private readonly values: Record<string, unknown> = {};
  private readonly texts: ValueText[] = [];
  private at = 0;
  /** End of the line at `at` without line end and trailing spaces; start of the next line. */
  private end = 0;
  private next = 0;
  private key = '';

  constructor(private readonly source: string) {}

  read(): PlainFrontmatter | null {
    const { source } = this;
    while (this.at < source.length) {
      this.measure();
      if (this.at < this.end && !this.property()) return null;
      this.at = this.next;
    }
    return { values: this.values, texts: this.texts };
  }

  private measure(): void {
    const { source, at } = this;
    const newline = source.indexOf('\n', at);
    let end = newline === -1 ? source.length : newline;
    this.next = newline === -1 ? end : newline + 1;
    if (newline !== -1 && end > at && source.charCodeAt(end - 1) === Char.Return) end--;
    while (end > at && source.charCodeAt(end - 1) === Char.Space) end--;
    this.end = end;
  }

  private property(): boolean {
    const { source, at, end } = this;
    const colon = this.keyEnd();
    if (colon === -1) return false;
    const key = source.slice(at, colon);
    if (RESERVED_KEY.test(key) || Object.hasOwn(this.values, key)) return false;
    this.key = key;
    let value = colon + 1;
    if (value < end && source.charCodeAt(value) !== Char.Space) return false;
    while (value < end && source.charCodeAt(value) === Char.Space) value++;
    const read = value >= end ? this.blockList() : this.inlineValue(value);
    if (read === UNSURE) return false;
    this.values[key] = read;
    return true;
  }

  /** Place of the colon behind the key on this line; -1 if the key is not plain. */
  private keyEnd(): number {
    const { source, at, end } = this;
    const first = source.charCodeAt(at);
    if (!isAsciiLetter(first) && first !== Char.Underscore && !(first > 0xa0 && isPlain(first))) return -1;
    for (let i = at + 1; i < end && i - at <= MAX_KEY; i++) {
      const code = source.charCodeAt(i);
      if (code === Char.Colon) return source.charCodeAt(i - 1) === Char.Space ? -1 : i;
      const fits =
        isAsciiLetter(code) ||
        isDigit(code) ||
        code === Char.Underscore ||
        code === Char.Minus ||
        code === Char.Space ||
        (code > 0xa0 && isPlain(code));
      if (!fits) return -1;
    }
    return -1;
  }

  private inlineValue(from: number): unknown {
    const { source } = this;
    if (source.charCodeAt(from) === Char.OpenBracket) return this.flowList(from);
    return this.scalar(from, this.end, this.key);
  }

  /** The scalar that fills `from` to `end`. */
  private scalar(from: number, end: number, key: string): Scalar | typeof UNSURE {
    const { source } = this;
    const first = source.charCodeAt(from);
    if (first === Char.DoubleQuote || first === Char.SingleQuote) {
      const close = this.quoteEnd(from, end);
      return close === end - 1 ? this.text(from + 1, close, key) : UNSURE;
    }
    if (INDICATORS.includes(source.charAt(from)) && !(first === Char.Minus && this.isNumberAt(from + 1))) {
      return UNSURE;
    }
    for (let i = from; i < end; i++) {
      const code = source.charCodeAt(i);
      if (!isPlain(code)) return UNSURE;
      if (code === Char.Colon && (i + 1 >= end || source.charCodeAt(i + 1) === Char.Space)) return UNSURE;
      if (code === Char.Hash && source.charCodeAt(i - 1) === Char.Space) return UNSURE;
    }
    return resolvePlain(source.slice(from, end));
  }

  private isNumberAt(at: number): boolean {
    return isDigit(this.source.charCodeAt(at));
  }

  /** Place of the closing quote of a string without escapes, or -1. */
  private quoteEnd(from: number, end: number): number {
    const { source } = this;
    const quote = source.charCodeAt(from);
    for (let i = from + 1; i < end; i++) {
      const code = source.charCodeAt(i);
      if (code === quote) return quote === Char.SingleQuote && source.charCodeAt(i + 1) === quote ? -1 : i;
      if (!isPlain(code) || (code === Char.Backslash && quote === Char.DoubleQuote)) return -1;
    }
    return -1;
  }

  private text(start: number, end: number, key: string): string {
    const { source } = this;
    const value = source.slice(start, end);
    const first = source.charCodeAt(start);
    if (end > start && first === Char.OpenBracket) this.texts.push({ key, value, start, end });
    return value;
  }

  /** `[a, "b", 3]` on one line. */
  private flowList(from: number): unknown {
    const { source, end } = this;
    if (source.charCodeAt(end - 1) !== Char.CloseBracket) return UNSURE;
    const items: Scalar[] = [];
    let at = this.skip(from + 1);
    if (at === end - 1) return items;
    for (;;) {
      const first = source.charCodeAt(at);
      let stop: number;
      if (first === Char.DoubleQuote || first === Char.SingleQuote) {
        const close = this.quoteEnd(at, end - 1);
        if (close === -1) return UNSURE;
        stop = close + 1;
      } else {
        stop = at;
        while (stop < end - 1 && isFlowPlain(source.charCodeAt(stop))) stop++;
        while (stop > at && source.charCodeAt(stop - 1) === Char.Space) stop--;
      }
      if (stop === at) return UNSURE;
      const item = this.scalar(at, stop, `${this.key}.${String(items.length)}`);
      if (item === UNSURE) return UNSURE;
      items.push(item);
      at = this.skip(stop);
      if (at === end - 1) return items;
      if (source.charCodeAt(at) !== Char.Comma) return UNSURE;
      at = this.skip(at + 1);
    }
  }

  private skip(at: number): number {
    while (at < this.end && this.source.charCodeAt(at) === Char.Space) at++;
    return at;
  }

  /** The lines `- item` after a key without a value; null if there are none. */
  private blockList(): unknown {
    const { source } = this;
    const items: Scalar[] = [];
    let indent = -1;
    while (this.next < source.length) {
      let dash = this.next;
      while (source.charCodeAt(dash) === Char.Space) dash++;
      if (source.charCodeAt(dash) !== Char.Minus) break;
      if (indent === -1) indent = dash - this.next;
      else if (dash - this.next !== indent) return UNSURE;
      this.at = this.next;
      this.measure();
      const from = this.skip(dash + 1);
      if (from >= this.end) return UNSURE;
      if (from === dash + 1) return UNSURE;
      const item = this.scalar(from, this.end, `${this.key}.${String(items.length)}`);
      if (item === UNSURE) return UNSURE;
      items.push(item);
    }
    return indent === -1 ? null : items;
  }
}

/** A character that a scalar holds as it is, plain or quoted. */
function isPlain(code: number): boolean {
  return (
    (code >= 0x20 && code < 0x7f) || (code > 0xa0 && code !== 0x2028 && code !== 0x2029 && code !== Char.Bom)
  );
}

/** A character of a plain scalar in a one-line list. */
function isFlowPlain(code: number): boolean {
  switch (code) {
    case Char.Comma:
    case Char.OpenBracket:
    case Char.CloseBracket:
    case Char.Colon:
    case Char.Hash:
    case Char.OpenBrace:
    case Char.CloseBrace:
      return false;
    default:
      return isPlain(code);
  }
}

/** The value of a plain scalar by the core schema of YAML 1.2. */
function resolvePlain(text: string): Scalar | typeof UNSURE {
  const first = text.charCodeAt(0);
  if (isDigit(first) || first === Char.Plus || first === Char.Minus || first === Char.Dot) {
    if (/^[-+]?[0-9]+$/.test(text)) return Number(text);
    // Octal, hexadecimal, `.5`, `.inf` and their near misses are rare.
    if (!isDigit(text.charCodeAt(first === Char.Minus ? 1 : 0)) || /^0[ox]/.test(text)) return UNSURE;
    return /^-?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/.test(text) ? Number(text) : text;
  }
  switch (text) {
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null;
    case 'true':
    case 'True':
    case 'TRUE':
      return true;
    case 'false':
    case 'False':
    case 'FALSE':
      return false;
    default:
      return text;
  }
}
