import { BlockContainers, passQuoteMark } from './block-containers';
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
  trimmedEnd,
} from './block-starts';
import { Char, isDigit } from './characters';
import { htmlBlockStart } from './html-syntax';
import type { HtmlBlockKind } from './html-syntax';
import { LineCursor } from './line-cursor';
import { skipDefinitions } from './link-definitions';
import { skipSpaces } from './link-syntax';
import type { Span } from './note-facts';

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
  readonly previous: Span | null;
}

export interface BlockSink {
  heading(heading: HeadingBlock): void;
  text(block: TextBlock): void;
}

type Leaf = 'none' | 'paragraph' | 'fence' | 'indented' | 'html' | 'math' | 'comment';

/** Splits a note into blocks by CommonMark's rules, with Obsidian's maths, comments and footnotes. Linear. */
export class BlockScanner {
  private readonly cursor: LineCursor;
  private readonly containers = new BlockContainers();
  /** The block that takes lines at present. */
  private leaf: Leaf = 'none';
  private leafStart = 0;
  private leafEnd = 0;
  private lines: number[] = [];
  private fenceMark = 0;
  private fenceLength = 0;
  private html: HtmlBlockKind | null = null;
  /** Last place of `$$` and `%%`, looked up when one is met: an opening mark behind it would never close. */
  private lastMath: number | null = null;
  private lastComment: number | null = null;

  constructor(
    private readonly text: string,
    private readonly sink: BlockSink,
  ) {
    this.cursor = new LineCursor(text);
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
    const { cursor, containers } = this;
    cursor.startLine(start, end);
    let keep = containers.match(cursor);
    if (keep === containers.depth && this.continueLeaf()) return;
    while (!cursor.blank) {
      if (this.startLeaf(keep)) return;
      if (!this.startContainer(keep)) break;
      keep = containers.depth;
    }
    if (cursor.blank) {
      this.closeTo(keep);
      this.finishLeaf();
    } else {
      // A line that leaves out its containers' marks may still go on with their paragraph.
      if (this.leaf !== 'paragraph') this.open(keep, 'paragraph');
      this.addLine();
    }
  }

  /** Feeds the line to an open block that takes raw lines; false if there is none or it ended before. */
  private continueLeaf(): boolean {
    const { cursor } = this;
    switch (this.leaf) {
      case 'none':
      case 'paragraph':
        return false;
      case 'fence':
        this.leafEnd = cursor.end;
        if (this.closesFence()) this.finishLeaf();
        return true;
      case 'indented':
        if (cursor.blank) return true;
        if (cursor.indent < 4) return false;
        this.leafEnd = cursor.end;
        return true;
      case 'html':
        if (this.html?.endsWith === null && cursor.blank) return false;
        this.leafEnd = cursor.end;
        if (this.endsHtml(cursor.next)) this.finishLeaf();
        return true;
      case 'math':
      case 'comment':
        this.rawLine(this.leaf);
        return true;
    }
  }

  private closesFence(): boolean {
    const { next, end, blank, indent, code } = this.cursor;
    if (blank || indent > 3 || code !== this.fenceMark) return false;
    const length = runLength(this.text, next, end);
    return length >= this.fenceLength && isBlank(this.text, next + length, end);
  }

  private endsHtml(from: number): boolean {
    const ends = this.html?.endsWith;
    if (ends === null || ends === undefined) return false;
    const line = this.text.slice(from, this.cursor.end).toLowerCase();
    return ends.some((end) => line.includes(end));
  }

  /** A line of maths, which hides what it holds, or of a comment, which does not. */
  private rawLine(leaf: 'math' | 'comment'): void {
    const { next, end } = this.cursor;
    const at = this.text.slice(next, end).indexOf(leaf === 'math' ? '$$' : '%%');
    this.addLine();
    if (at === -1) return;
    if (leaf === 'math') this.lines = [next + at + 2, end];
    this.finishLeaf();
  }

  /** Whether a block that is no paragraph starts here; then it has the rest of the line. */
  private startLeaf(keep: number): boolean {
    const { text, cursor } = this;
    const { next, end, code } = cursor;
    const inParagraph = this.leaf === 'paragraph';
    if (cursor.indent >= 4) {
      if (!inParagraph) this.open(keep, 'indented');
      return !inParagraph;
    }
    switch (code) {
      case Char.Hash:
        return this.atxHeading(keep, atxLevel(text, next, end));
      case Char.Backtick:
      case Char.Tilde:
        return this.fence(keep, code, fenceLength(text, next, end));
      case Char.Less:
        return this.htmlBlock(keep, htmlBlockStart(text, next, end, inParagraph));
      case Char.Dollar:
      case Char.Percent:
        if (!this.opensRaw(code)) return false;
        this.open(keep, code === Char.Dollar ? 'math' : 'comment');
        this.addLine();
        return true;
      case Char.Equals:
      case Char.Minus:
        if (inParagraph && keep === this.containers.depth && isSetextUnderline(text, next, end)) {
          if (this.setextHeading(code === Char.Equals ? 1 : 2)) return true;
        }
        return code === Char.Minus && this.thematicBreak(keep);
      case Char.Star:
      case Char.Underscore:
        return this.thematicBreak(keep);
      default:
        return false;
    }
  }

  private thematicBreak(keep: number): boolean {
    const { next, end } = this.cursor;
    if (!isThematicBreak(this.text, next, end)) return false;
    this.open(keep, 'none');
    this.containers.finished(next, end);
    return true;
  }

  private fence(keep: number, mark: number, length: number): boolean {
    if (length === 0) return false;
    this.open(keep, 'fence');
    this.fenceMark = mark;
    this.fenceLength = length;
    return true;
  }

  private htmlBlock(keep: number, kind: HtmlBlockKind | null): boolean {
    if (kind === null) return false;
    this.open(keep, 'html');
    this.html = kind;
    if (this.endsHtml(this.cursor.next + 1)) this.finishLeaf();
    return true;
  }

  /** `$$` or `%%` opens a block if it is not closed on its own line but further on. */
  private opensRaw(code: number): boolean {
    const { text } = this;
    const { next, end } = this.cursor;
    if (text.charCodeAt(next + 1) !== code) return false;
    const last =
      code === Char.Dollar
        ? (this.lastMath ??= text.lastIndexOf('$$'))
        : (this.lastComment ??= text.lastIndexOf('%%'));
    if (last < end) return false;
    const mark = code === Char.Dollar ? '$$' : '%%';
    return text.slice(next, end).split(mark).length % 2 === 0;
  }

  private atxHeading(keep: number, level: number): boolean {
    if (level === 0) return false;
    const { text } = this;
    const { next, end: lineEnd } = this.cursor;
    this.open(keep, 'none');
    const textStart = skipSpaces(text, next + level, lineEnd);
    const textEnd = atxTextEnd(text, textStart, lineEnd);
    this.heading(next, trimmedEnd(text, next, lineEnd), level, textStart, textEnd);
    return true;
  }

  /** False if the paragraph holds nothing but link definitions, which cannot be underlined: it is finished. */
  private setextHeading(level: number): boolean {
    const { text, lines } = this;
    const last = lines[lines.length - 1] ?? 0;
    const start = skipDefinitions(text, lines[0] ?? 0, last);
    if (start >= last) {
      this.finishLeaf();
      return false;
    }
    this.lines = [];
    this.leaf = 'none';
    this.heading(
      start,
      trimmedEnd(text, start, this.cursor.end),
      level,
      start,
      trimmedEnd(text, start, last),
    );
    return true;
  }

  private heading(start: number, end: number, level: number, textStart: number, textEnd: number): void {
    this.containers.finished(start, end);
    const topLevel = this.containers.depth === 1;
    this.sink.heading({ start, end, level, textStart, textEnd, topLevel });
  }

  /** Whether a quote, an item or a footnote starts here; the cursor is then behind its mark. */
  private startContainer(keep: number): boolean {
    const { text, cursor, containers } = this;
    if (cursor.indent >= 4 || containers.full) return false;
    const { next, end, code } = cursor;
    if (code === Char.Greater) {
      this.open(keep, 'none');
      containers.push('quote', next, 0);
      passQuoteMark(cursor);
      return true;
    }
    if (code === Char.Minus || code === Char.Star || code === Char.Plus || isDigit(code)) {
      const interrupts = this.leaf === 'paragraph' && keep === containers.depth;
      return this.listItem(keep, listMarkerLength(text, next, end, interrupts));
    }
    const length = code === Char.OpenBracket ? footnoteMarkerLength(text, next, end) : 0;
    if (length === 0) return false;
    this.open(keep, 'none');
    containers.push('footnote', next, 4);
    cursor.pass(length);
    cursor.skip(cursor.indent);
    return true;
  }

  private listItem(keep: number, length: number): boolean {
    if (length === 0) return false;
    const { cursor } = this;
    const { next, indent } = cursor;
    this.open(keep, 'none');
    cursor.pass(length);
    // Text five columns behind the mark is code that starts one column behind it.
    const padding = cursor.blank || cursor.indent > 4 ? 1 : cursor.indent;
    this.containers.push('item', next, indent + length + padding);
    cursor.skip(padding);
    return true;
  }

  /** Closes what the line does not go on with and begins a block at the next character. */
  private open(keep: number, leaf: Leaf): void {
    this.closeTo(keep);
    this.finishLeaf();
    this.leaf = leaf;
    if (leaf === 'none') return;
    this.leafStart = this.containers.begin(this.cursor.next);
    this.leafEnd = this.cursor.end;
  }

  private closeTo(keep: number): void {
    if (this.containers.depth <= keep) return;
    this.finishLeaf();
    while (this.containers.depth > keep) this.containers.pop();
  }

  private addLine(): void {
    const { next, end } = this.cursor;
    this.lines.push(next, end);
    this.leafEnd = end;
  }

  private finishLeaf(): void {
    const { leaf, containers, lines, leafStart: start, leafEnd: end } = this;
    if (leaf === 'none') return;
    this.leaf = 'none';
    if (lines.length > 0) {
      this.lines = [];
      const kind = leaf === 'paragraph' ? 'paragraph' : 'comment';
      this.sink.text({ kind, lines, quoted: containers.inQuote, start, end, previous: containers.previous });
    }
    containers.finished(start, end);
  }
}
