import { Char } from './characters';

/** A place in one line, in columns as well as offsets: a tab may be used up in part. */
export class LineCursor {
  /** The next character that is neither space nor tab, and its column. */
  next = 0;
  nextColumn = 0;
  /** The column that was reached; between it and `nextColumn` is white space only. */
  column = 0;
  /** End of the line, without its line end. */
  end = 0;

  constructor(readonly text: string) {}

  startLine(start: number, end: number): void {
    this.end = end;
    this.moveTo(start, 0);
  }

  /** Goes to a character and its column. */
  moveTo(at: number, column: number): void {
    const { text, end } = this;
    this.column = column;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === Char.Space) column++;
      else if (code === Char.Tab) column += 4 - (column % 4);
      else break;
    }
    this.next = at;
    this.nextColumn = column;
  }

  /** Passes over a mark that starts at the next character. */
  pass(length: number): void {
    this.moveTo(this.next + length, this.nextColumn + length);
  }

  /** Uses up columns of white space. */
  skip(columns: number): void {
    this.column += columns;
  }

  /** Whether nothing but white space is left. */
  get blank(): boolean {
    return this.next >= this.end;
  }

  /** Columns of white space before the next character. */
  get indent(): number {
    return this.nextColumn - this.column;
  }

  get code(): number {
    return this.text.charCodeAt(this.next);
  }
}
