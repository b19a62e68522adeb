import { Char } from './characters';
import type { LineCursor } from './line-cursor';
import type { Span } from './note-facts';

export type ContainerKind = 'root' | 'quote' | 'item' | 'footnote';

interface Container {
  readonly kind: ContainerKind;
  /** Columns that continue an item or a footnote. */
  readonly indent: number;
  readonly start: number;
  hasChild: boolean;
  childStart: number;
  childEnd: number;
  /** The child before was an item: items in a row are one list. */
  childIsItem: boolean;
}

/** Deeper marks are text. Real notes stay under ten; the limit keeps each line's cost constant. */
const MAX_DEPTH = 100;

/** The quotes, list items and footnotes that are open at a line, outermost first. */
export class BlockContainers {
  private readonly root = newContainer('root', 0, 0);
  private readonly stack: Container[] = [this.root];
  private quotes = 0;

  /** 1 where only the root is open. */
  get depth(): number {
    return this.stack.length;
  }

  get full(): boolean {
    return this.stack.length > MAX_DEPTH;
  }

  get inQuote(): boolean {
    return this.quotes > 0;
  }

  /** Passes over the marks of the containers that the line goes on with; gives their number. */
  match(cursor: LineCursor): number {
    const { stack } = this;
    let matched = 1;
    for (; matched < stack.length; matched++) {
      const container = stack[matched];
      if (container === undefined) break;
      if (container.kind === 'quote') {
        if (cursor.blank || cursor.indent > 3 || cursor.code !== Char.Greater) break;
        passQuoteMark(cursor);
      } else if (cursor.blank) {
        if (!container.hasChild) break;
      } else if (cursor.indent >= container.indent) cursor.skip(container.indent);
      else break;
    }
    return matched;
  }

  push(kind: ContainerKind, start: number, indent: number): void {
    this.top.hasChild = true;
    this.stack.push(newContainer(kind, indent, start));
    if (kind === 'quote') this.quotes++;
  }

  /** Closes the innermost one, which is then a finished block of the one around it. */
  pop(): void {
    if (this.stack.length === 1) return;
    const closed = this.stack.pop();
    if (closed === undefined) return;
    if (closed.kind === 'quote') this.quotes--;
    this.finished(closed.start, Math.max(closed.childEnd, closed.start + 1), closed.kind === 'item');
  }

  /** Notes that a block begins in the innermost one; gives where it starts: an item's first block with its mark. */
  begin(start: number): number {
    const { top } = this;
    const first = top.kind === 'item' && !top.hasChild;
    top.hasChild = true;
    return first ? top.start : start;
  }

  /** Notes a finished block of the innermost one. */
  finished(start: number, end: number, isItem = false): void {
    const { top } = this;
    top.hasChild = true;
    if (!(isItem && top.childIsItem)) top.childStart = start;
    top.childIsItem = isItem;
    top.childEnd = end;
  }

  /** The last finished block of the innermost one. */
  get previous(): Span | null {
    const { childStart, childEnd } = this.top;
    return childEnd > 0 ? { start: childStart, end: childEnd } : null;
  }

  private get top(): Container {
    return this.stack[this.stack.length - 1] ?? this.root;
  }
}

/** A `>` and one space or column of a tab behind it. */
export function passQuoteMark(cursor: LineCursor): void {
  cursor.pass(1);
  if (cursor.indent > 0) cursor.skip(1);
}

function newContainer(kind: ContainerKind, indent: number, start: number): Container {
  return { kind, indent, start, hasChild: false, childStart: 0, childEnd: 0, childIsItem: false };
}
