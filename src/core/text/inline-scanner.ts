import { Char, isAsciiLetter, isAsciiPunctuation, isDigit, isSpace, isTagCharacter } from './characters';
import { ForwardFinder, autolinkEnd, htmlTagEnd } from './html-syntax';
import { linkTail } from './link-syntax';

/** Receives what a run of inline text holds; offsets are into the scanned string. */
export interface InlineSink {
  /** `[[content]]`; `start` is before the `!` of an embed. */
  wikilink(start: number, end: number, embed: boolean): void;
  /** `[text](destination)`; text and destination as written. */
  markdownLink(
    start: number,
    end: number,
    embed: boolean,
    text: readonly [number, number],
    destination: readonly [number, number],
  ): void;
  tag(start: number, end: number): void;
}

/** The characters at which something may begin; the engine's own search for them is faster than a loop. */
const SPECIAL = /[\\`[\]!#<$:]/g;

/**
 * Finds links and tags in inline text, passing over what hides them: code, maths, HTML, escapes, URLs. Each
 * construct is either consumed or its search for an end is remembered, so that time stays linear on any text.
 * Ranges given to `scan` must come in ascending order.
 */
export class InlineScanner {
  private to = 0;
  private special = -1;
  /** Opening brackets not yet closed, as position * 2, plus 1 for an image. */
  private openers: number[] = [];
  /** Openers below this index cannot become links: a link holds no link. */
  private dead = 0;
  private backticks: Map<number, { readonly at: number[]; next: number }> | null = null;
  private noMathEnd = false;
  private readonly commentEnd: ForwardFinder;
  private readonly instructionEnd: ForwardFinder;
  private readonly cdataEnd: ForwardFinder;
  private readonly greater: ForwardFinder;
  private readonly doubleDollar: ForwardFinder;

  constructor(
    private readonly s: string,
    private readonly sink: InlineSink,
  ) {
    this.commentEnd = new ForwardFinder(s, '-->');
    this.instructionEnd = new ForwardFinder(s, '?>');
    this.cdataEnd = new ForwardFinder(s, ']]>');
    this.greater = new ForwardFinder(s, '>');
    this.doubleDollar = new ForwardFinder(s, '$$');
  }

  scan(from: number, to: number): void {
    const s = this.s;
    this.to = to;
    if (this.openers.length > 0) this.openers = [];
    this.dead = 0;
    this.backticks = null;
    this.noMathEnd = false;
    let i = from;
    for (;;) {
      i = this.nextSpecial(i);
      if (i >= to) return;
      switch (s.charCodeAt(i)) {
        case Char.Backslash:
          i += i + 1 < to && isAsciiPunctuation(s.charCodeAt(i + 1)) ? 2 : 1;
          break;
        case Char.Backtick:
          i = this.code(i, from);
          break;
        case Char.Bang:
          i = s.charCodeAt(i + 1) === Char.OpenBracket && i + 1 < to ? this.open(i, true) : i + 1;
          break;
        case Char.OpenBracket:
          i = this.open(i, false);
          break;
        case Char.CloseBracket:
          i = this.close(i);
          break;
        case Char.Hash:
          i = this.hash(i, from);
          break;
        case Char.Less:
          i = this.angle(i);
          break;
        case Char.Dollar:
          i = this.math(i);
          break;
        default:
          i = this.colon(i, from);
      }
    }
  }

  /** Remembers what it found, also past the range, so that every character is looked at once. */
  private nextSpecial(at: number): number {
    if (this.special < at) {
      SPECIAL.lastIndex = at;
      this.special = SPECIAL.test(this.s) ? SPECIAL.lastIndex - 1 : Infinity;
    }
    return this.special;
  }

  /** `at` is the `!` of an embed or the first bracket. */
  private open(at: number, embed: boolean): number {
    const bracket = embed ? at + 1 : at;
    const end = this.wikilinkEnd(bracket);
    if (end !== -1) {
      if (!embed) this.dead = this.openers.length;
      this.sink.wikilink(at, end, embed);
      return end;
    }
    this.openers.push(at * 2 + (embed ? 1 : 0));
    return bracket + 1;
  }

  /** Where the wikilink whose first bracket stands at `at` ends, or -1. It holds no line end and no `[[`. */
  private wikilinkEnd(at: number): number {
    const s = this.s;
    if (s.charCodeAt(at + 1) !== Char.OpenBracket) return -1;
    const from = at + 2;
    if (s.charCodeAt(from) === Char.OpenBracket) return -1;
    for (let i = from; i + 1 < this.to; i++) {
      const code = s.charCodeAt(i);
      if (code === Char.CloseBracket && s.charCodeAt(i + 1) === Char.CloseBracket)
        return i === from ? -1 : i + 2;
      if (code === Char.Newline) return -1;
      if (code === Char.OpenBracket && s.charCodeAt(i + 1) === Char.OpenBracket) return -1;
    }
    return -1;
  }

  private close(at: number): number {
    const opener = this.openers.pop();
    if (opener === undefined) return at + 1;
    const depth = this.openers.length;
    const alive = depth >= this.dead;
    if (!alive) this.dead = depth;
    const embed = opener % 2 === 1;
    if ((!alive && !embed) || at + 1 >= this.to || this.s.charCodeAt(at + 1) !== Char.OpenParen)
      return at + 1;
    const tail = linkTail(this.s, at + 1, this.to);
    if (tail === null) return at + 1;
    const start = (opener - (embed ? 1 : 0)) / 2;
    if (!embed) this.dead = depth;
    this.sink.markdownLink(start, tail.end, embed, [start + (embed ? 2 : 1), at], [tail.from, tail.to]);
    return tail.end;
  }

  private hash(at: number, from: number): number {
    const s = this.s;
    let i = at + 1;
    let numeric = true;
    for (; i < this.to; i++) {
      const code = s.charCodeAt(i);
      if (!isTagCharacter(code)) break;
      if (!isDigit(code)) numeric = false;
    }
    if (numeric) return i;
    if (at > from) {
      const before = s.charCodeAt(at - 1);
      if (before === Char.Hash || before === Char.Ampersand || isTagCharacter(before)) return i;
    }
    this.sink.tag(at, i);
    return i;
  }

  private code(at: number, from: number): number {
    const s = this.s;
    let after = at + 1;
    while (after < this.to && s.charCodeAt(after) === Char.Backtick) after++;
    this.backticks ??= this.backtickRuns(from);
    const length = after - at;
    const runs = this.backticks.get(length);
    if (runs === undefined) return after;
    while ((runs.at[runs.next] ?? Infinity) < after) runs.next++;
    const end = runs.at[runs.next];
    return end === undefined ? after : end + length;
  }

  /** Where runs of each length stand in the range. */
  private backtickRuns(from: number): Map<number, { readonly at: number[]; next: number }> {
    const s = this.s;
    const byLength = new Map<number, { readonly at: number[]; next: number }>();
    for (let i = from; i < this.to; i++) {
      if (s.charCodeAt(i) !== Char.Backtick) continue;
      const start = i;
      while (i < this.to && s.charCodeAt(i) === Char.Backtick) i++;
      const runs = byLength.get(i - start);
      if (runs === undefined) byLength.set(i - start, { at: [start], next: 0 });
      else runs.at.push(start);
    }
    return byLength;
  }

  private angle(at: number): number {
    const s = this.s;
    const next = s.charCodeAt(at + 1);
    if (isAsciiLetter(next) || next === Char.Slash) {
      const tag = htmlTagEnd(s, at, this.to);
      if (tag !== -1) return tag;
      const autolink = autolinkEnd(s, at, this.to);
      return autolink === -1 ? at + 1 : autolink;
    }
    if (next === Char.Bang) {
      if (s.startsWith('--', at + 2)) {
        // `<!-->` and `<!--->` are whole comments.
        if (s.charCodeAt(at + 4) === Char.Greater) return this.within(at, at + 5);
        if (s.startsWith('->', at + 4)) return this.within(at, at + 6);
        return this.within(at, this.commentEnd.next(at + 4) + 3);
      }
      if (s.startsWith('[CDATA[', at + 2)) return this.within(at, this.cdataEnd.next(at + 9) + 3);
      return isAsciiLetter(s.charCodeAt(at + 2)) ? this.within(at, this.greater.next(at + 2) + 1) : at + 1;
    }
    return next === Char.Question ? this.within(at, this.instructionEnd.next(at + 2) + 2) : at + 1;
  }

  /** `end` if it lies in the range, else only the character at `at` is passed. */
  private within(at: number, end: number): number {
    return end <= this.to ? end : at + 1;
  }

  /** Maths hides links; `$5 and $6` is none: no space inside its dollars, no digit behind it. */
  private math(at: number): number {
    const s = this.s;
    if (s.charCodeAt(at + 1) === Char.Dollar) {
      const end = this.doubleDollar.next(at + 2);
      return end + 2 <= this.to ? end + 2 : at + 2;
    }
    if (this.noMathEnd || at + 1 >= this.to || isSpace(s.charCodeAt(at + 1))) return at + 1;
    for (let i = at + 1; i < this.to; i++) {
      const code = s.charCodeAt(i);
      if (code === Char.Backslash) i++;
      else if (code === Char.OpenBracket) {
        // A dollar inside a wikilink belongs to its name (Obsidian 0.13.28 release notes).
        const end = this.wikilinkEnd(i);
        if (end !== -1) i = end - 1;
      } else if (code === Char.Dollar && !isSpace(s.charCodeAt(i - 1)) && !this.digitAt(i + 1)) return i + 1;
    }
    this.noMathEnd = true;
    return at + 1;
  }

  private digitAt(at: number): boolean {
    return at < this.to && isDigit(this.s.charCodeAt(at));
  }

  /** Passes over a bare URL, whose `#` starts no tag. */
  private colon(at: number, from: number): number {
    const s = this.s;
    if (!s.startsWith('//', at + 1)) return at + 1;
    let scheme = at;
    while (scheme > from && at - scheme < 8 && isAsciiLetter(s.charCodeAt(scheme - 1))) scheme--;
    if (!/^(?:https?|ftp|file)$/i.test(s.slice(scheme, at))) return at + 1;
    let i = at + 3;
    for (; i < this.to; i++) {
      const code = s.charCodeAt(i);
      if (code <= Char.Space || code === Char.Less || code === Char.Backtick) break;
      if (code === Char.OpenBracket || code === Char.CloseBracket) break;
    }
    return i;
  }
}
