import {
  atxLevel,
  atxTextEnd,
  fenceLength,
  footnoteMarkerLength,
  isBlank,
  isSetextUnderline,
  isThematicBreak,
  listMarkerLength,
  runLength,
} from './block-starts';
import { Char, isDigit } from './characters';
import { htmlBlockStart } from './html-syntax';
import type { HtmlBlockKind } from './html-syntax';
import { skipDefinitions } from './link-definitions';

/** A heading's own text and where it stands. */
export interface HeadingBlock {
  readonly start: number;
  readonly end: number;
  readonly level: number;
  readonly textStart: number;
  readonly textEnd: number;
  /** Not in a quote, list or footnote: Obsidian's outline holds those only. */
  readonly topLevel: boolean;
}

/** Text whose inline content counts: a paragraph, a table, or the inside of a comment. */
export interface TextBlock {
  readonly kind: 'paragraph' | 'comment';
  /** Start and end of each line without its container's marks, one after another. */
  readonly lines: readonly number[];
  /** Quote marks stand between the lines. */
  readonly quoted: boolean;
  /** The block that a block id at its end names. */
  readonly start: number;
  readonly end: number;
  /** The block before it, which a block id on a line of its own names; null if there is none. */
  readonly previous: { readonly start: number; readonly end: number } | null;
}

export interface BlockSink {
  heading(heading: HeadingBlock): void;
  text(block: TextBlock): void;
}

const enum Kind {
  Root,
  Quote,
  Item,
  Footnote,
}

interface Container {
  readonly kind: Kind;
  /** Columns that continue an item or a footnote. */
  readonly indent: number;
  readonly start: number;
  hasChild: boolean;
  childStart: number;
  childEnd: number;
  /** The child before was an item: items in a row are one list. */
  childIsItem: boolean;
}

const enum Leaf {
  None,
  Paragraph,
  Fence,
  Indented,
  Html,
  Math,
  Comment,
}

/** Deeper marks are text. Real notes stay under ten; the limit keeps each line's cost constant. */
const MAX_DEPTH = 100;

/** Splits a note into blocks by CommonMark's rules, with Obsidian's maths, comments and footnotes. Linear. */
export class BlockScanner {
  private readonly stack: Container[];
  private leaf: Leaf = Leaf.None;
  private leafStart = 0;
  private leafEnd = 0;
  private lines: number[] = [];
  private fenceMark = 0;
  private fenceLength = 0;
  private html: HtmlBlockKind | null = null;
  private quotes = 0;
  /** Last place of `$$` and `%%`, looked up when one is met: an opening mark behind it would never close. */
  private lastMath: number | null = null;
  private lastComment: number | null = null;

  /** The line being read: its next character that is no space, that character's column, and the column reached. */
  private next = 0;
  private nextColumn = 0;
  private column = 0;
  private lineEnd = 0;

  constructor(
    private readonly text: string,
    private readonly sink: BlockSink,
  ) {
    this.stack = [newContainer(Kind.Root, 0, 0)];
  }

  /** Reads from `from`, which is the start of a line, to the end. */
  run(from: number): void {
    const { text } = this;
    for (let start = from; start < text.length;) {
      const found = text.indexOf('\n', start);
      const newline = found === -1 ? text.length : found;
      const returned = newline > start && text.charCodeAt(newline - 1) === Char.Return;
      this.line(start, returned ? newline - 1 : newline);
      start = newline + 1;
    }
    this.closeTo(1);
    this.finishLeaf();
  }

  private line(start: number, end: number): void {
    this.lineEnd = end;
    this.column = 0;
    this.seek(start, 0);
    const matched = this.matchContainers();
    const allMatched = matched === this.stack.length;
    if (allMatched && this.leaf > Leaf.Paragraph && this.continueLeaf()) return;
    this.startBlocks(matched);
  }

  /** Moves to the next character that is no space. */
  private seek(at: number, column: number): void {
    const { text, lineEnd } = this;
    for (; at < lineEnd; at++) {
      const code = text.charCodeAt(at);
      if (code === Char.Space) column++;
      else if (code === Char.Tab) column += 4 - (column % 4);
      else break;
    }
    this.next = at;
    this.nextColumn = column;
  }

  private get blank(): boolean {
    return this.next >= this.lineEnd;
  }

  private get indent(): number {
    return this.nextColumn - this.column;
  }

  /** How many of the open containers the line goes on with. */
  private matchContainers(): number {
    const { stack } = this;
    let k = 1;
    for (; k < stack.length; k++) {
      const container = stack[k];
      if (container === undefined) break;
      if (container.kind === Kind.Quote) {
        if (this.blank || this.indent > 3 || this.text.charCodeAt(this.next) !== Char.Greater) break;
        this.passQuoteMark();
      } else if (this.blank) {
        if (!container.hasChild) break;
      } else if (this.indent >= container.indent) this.column += container.indent;
      else break;
    }
    return k;
  }

  private passQuoteMark(): void {
    this.column = this.nextColumn + 1;
    this.seek(this.next + 1, this.column);
    if (this.nextColumn > this.column) this.column++;
  }

  /** Feeds the line to an open block that takes raw lines; false if the block ended before it. */
  private continueLeaf(): boolean {
    const { text, next, lineEnd } = this;
    switch (this.leaf) {
      case Leaf.Fence:
        this.leafEnd = lineEnd;
        if (this.closesFence()) this.finishLeaf();
        return true;
      case Leaf.Indented:
        if (this.blank) return true;
        if (this.indent < 4) return false;
        this.leafEnd = lineEnd;
        return true;
      case Leaf.Html:
        if (this.html?.endsWith === null && this.blank) return false;
        this.leafEnd = lineEnd;
        if (this.endsHtml(next)) this.finishLeaf();
        return true;
      case Leaf.Math:
      case Leaf.Comment: {
        const mark = this.leaf === Leaf.Math ? '$$' : '%%';
        const at = text.slice(next, lineEnd).indexOf(mark);
        this.addLine();
        if (at === -1) return true;
        if (this.leaf === Leaf.Math) this.lines = [next + at + 2, lineEnd];
        this.finishLeaf();
        return true;
      }
      case Leaf.None:
      case Leaf.Paragraph:
        return false;
    }
  }

  private closesFence(): boolean {
    const { text, next, lineEnd } = this;
    if (this.blank || this.indent > 3 || text.charCodeAt(next) !== this.fenceMark) return false;
    const length = runLength(text, next, lineEnd);
    return length >= this.fenceLength && isBlank(text, next + length, lineEnd);
  }

  private endsHtml(from: number): boolean {
    const ends = this.html?.endsWith;
    if (ends === null || ends === undefined) return false;
    const line = this.text.slice(from, this.lineEnd).toLowerCase();
    return ends.some((end) => line.includes(end));
  }

  /** Opens what the line starts, then adds the rest of it to a paragraph. */
  private startBlocks(matched: number): void {
    const { text } = this;
    let keep = matched;
    while (!this.blank) {
      const inParagraph = this.leaf === Leaf.Paragraph;
      const continues = inParagraph && keep === this.stack.length;
      if (this.indent >= 4) {
        if (inParagraph) break;
        this.open(keep, Leaf.Indented);
        return;
      }
      const { next, lineEnd } = this;
      const code = text.charCodeAt(next);
      if (code === Char.Greater) {
        if (this.stack.length > MAX_DEPTH) break;
        this.push(keep, Kind.Quote, 0);
        this.passQuoteMark();
      } else if (code === Char.Hash) {
        const level = atxLevel(text, next, lineEnd);
        if (level === 0) break;
        this.atxHeading(keep, level);
        return;
      } else if (code === Char.Backtick || code === Char.Tilde) {
        const length = fenceLength(text, next, lineEnd);
        if (length === 0) break;
        this.open(keep, Leaf.Fence);
        this.fenceMark = code;
        this.fenceLength = length;
        return;
      } else if (code === Char.Less) {
        const html = htmlBlockStart(text, next, lineEnd, inParagraph);
        if (html === null) break;
        this.open(keep, Leaf.Html);
        this.html = html;
        if (this.endsHtml(next + 1)) this.finishLeaf();
        return;
      } else if (code === Char.Equals || code === Char.Minus) {
        if (continues && isSetextUnderline(text, next, lineEnd)) {
          if (this.setextHeading(code === Char.Equals ? 1 : 2)) return;
          continue;
        }
        if (code === Char.Equals) break;
      }
      if (code === Char.Dollar || code === Char.Percent) {
        if (!this.opensRaw(code)) break;
        this.open(keep, code === Char.Dollar ? Leaf.Math : Leaf.Comment);
        this.addLine();
        return;
      }
      if (code === Char.Minus || code === Char.Star || code === Char.Underscore) {
        if (isThematicBreak(text, next, lineEnd)) {
          this.open(keep, Leaf.None);
          this.child(next, lineEnd, false);
          return;
        }
        if (code === Char.Underscore) break;
      }
      if (code === Char.Minus || code === Char.Star || code === Char.Plus || isDigit(code)) {
        const length = listMarkerLength(text, next, lineEnd, continues);
        if (length === 0 || this.stack.length > MAX_DEPTH) break;
        this.listItem(keep, length);
      } else if (code === Char.OpenBracket) {
        const length = footnoteMarkerLength(text, next, lineEnd);
        if (length === 0 || this.stack.length > MAX_DEPTH) break;
        this.push(keep, Kind.Footnote, 4);
        this.column = this.nextColumn + length;
        this.seek(next + length, this.column);
        this.column = this.nextColumn;
      } else if (code !== Char.Greater) break;
      keep = this.stack.length;
    }
    if (this.blank) {
      this.closeTo(keep);
      this.finishLeaf();
      return;
    }
    if (this.leaf !== Leaf.Paragraph || keep === this.stack.length) {
      if (keep < this.stack.length) this.closeTo(keep);
      if (this.leaf !== Leaf.Paragraph) this.open(keep, Leaf.Paragraph);
    }
    this.addLine();
  }

  /** `$$` or `%%` opens a block if it is not closed on its own line but further on. */
  private opensRaw(code: number): boolean {
    const { text, next, lineEnd } = this;
    if (text.charCodeAt(next + 1) !== code) return false;
    const last =
      code === Char.Dollar
        ? (this.lastMath ??= text.lastIndexOf('$$'))
        : (this.lastComment ??= text.lastIndexOf('%%'));
    if (last < lineEnd) return false;
    const mark = code === Char.Dollar ? '$$' : '%%';
    let marks = 0;
    const line = text.slice(next, lineEnd);
    for (let at = line.indexOf(mark); at !== -1; at = line.indexOf(mark, at + 2)) marks++;
    return marks % 2 === 1;
  }

  private listItem(keep: number, length: number): void {
    const markColumn = this.nextColumn;
    const before = this.indent;
    const start = this.next;
    this.column = markColumn + length;
    this.seek(start + length, this.column);
    const spaces = this.indent;
    const padding = this.blank || spaces > 4 ? 1 : spaces;
    const { next, nextColumn } = this;
    this.next = start;
    this.push(keep, Kind.Item, before + length + padding);
    this.next = next;
    this.nextColumn = nextColumn;
    this.column = markColumn + length + padding;
  }

  private atxHeading(keep: number, level: number): void {
    const { text, next, lineEnd } = this;
    this.open(keep, Leaf.None);
    let textStart = next + level;
    while (textStart < lineEnd && text.charCodeAt(textStart) <= Char.Space) textStart++;
    let end = lineEnd;
    while (end > next && text.charCodeAt(end - 1) <= Char.Space) end--;
    const textEnd = atxTextEnd(text, textStart, lineEnd);
    this.child(next, end, false);
    this.sink.heading({ start: next, end, level, textStart, textEnd, topLevel: this.stack.length === 1 });
  }

  /** False if the paragraph holds nothing but link definitions, which cannot be underlined: it is finished. */
  private setextHeading(level: number): boolean {
    const last = this.lines[this.lines.length - 1] ?? 0;
    const start = skipDefinitions(this.text, this.lines[0] ?? 0, last);
    if (start >= last) {
      this.finishLeaf();
      return false;
    }
    let textEnd = last;
    while (textEnd > start && this.text.charCodeAt(textEnd - 1) <= Char.Space) textEnd--;
    let end = this.lineEnd;
    while (this.text.charCodeAt(end - 1) <= Char.Space) end--;
    this.lines = [];
    this.leaf = Leaf.None;
    this.child(start, end, false);
    const topLevel = this.stack.length === 1;
    this.sink.heading({ start, end, level, textStart: start, textEnd, topLevel });
    return true;
  }

  /** Closes what the line does not go on with and begins a block at the next character. */
  private open(keep: number, leaf: Leaf): void {
    this.closeTo(keep);
    this.finishLeaf();
    this.leaf = leaf;
    this.leafStart = this.next;
    this.leafEnd = this.lineEnd;
    if (leaf === Leaf.None) return;
    const top = this.top();
    if (top.kind === Kind.Item && !top.hasChild) this.leafStart = top.start;
    top.hasChild = true;
  }

  private push(keep: number, kind: Kind, indent: number): void {
    this.open(keep, Leaf.None);
    const parent = this.top();
    parent.hasChild = true;
    this.stack.push(newContainer(kind, indent, this.next));
    if (kind === Kind.Quote) this.quotes++;
  }

  private closeTo(keep: number): void {
    if (this.stack.length <= keep) return;
    this.finishLeaf();
    while (this.stack.length > keep) {
      const closed = this.stack.pop();
      if (closed === undefined) return;
      if (closed.kind === Kind.Quote) this.quotes--;
      this.child(closed.start, Math.max(closed.childEnd, closed.start + 1), closed.kind === Kind.Item);
    }
  }

  private addLine(): void {
    this.lines.push(this.next, this.lineEnd);
    this.leafEnd = this.lineEnd;
  }

  private finishLeaf(): void {
    const { leaf } = this;
    if (leaf === Leaf.None) return;
    this.leaf = Leaf.None;
    const start = this.leafStart;
    if (this.lines.length > 0) {
      const lines = this.lines;
      this.lines = [];
      const { childStart, childEnd } = this.top();
      this.sink.text({
        kind: leaf === Leaf.Paragraph ? 'paragraph' : 'comment',
        lines,
        quoted: this.quotes > 0,
        start,
        end: this.leafEnd,
        previous: childEnd > 0 ? { start: childStart, end: childEnd } : null,
      });
    }
    this.child(start, this.leafEnd, false);
  }

  /** Notes a finished block of the innermost container. */
  private child(start: number, end: number, isItem: boolean): void {
    const top = this.top();
    top.hasChild = true;
    if (!(isItem && top.childIsItem)) top.childStart = start;
    top.childIsItem = isItem;
    top.childEnd = end;
  }

  private top(): Container {
    const top = this.stack[this.stack.length - 1];
    if (top === undefined) throw new Error('The root container is never closed.');
    return top;
  }
}

function newContainer(kind: Kind, indent: number, start: number): Container {
  return { kind, indent, start, hasChild: false, childStart: 0, childEnd: 0, childIsItem: false };
}
