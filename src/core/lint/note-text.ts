import { BlockScanner } from '../text/block-scanner';
import type { NoteFacts, Span } from '../text/note-facts';
import { blankMaths } from './blank-maths';
import { linesOf, type NoteLine } from './note-lines';
import { frontmatterEntries, type FrontmatterEntry } from './frontmatter-entries';

/** The language word of a fence, which may stand in a quote, a callout or a list item. */
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:`{3,}|~{3,})\s*\{?\.?([\w-]+)[^`]*$/;

/** A note's text as rules read it; what several rules ask for is worked out once. */
export interface NoteText {
  readonly whole: string;
  /** Start of the line below the properties. */
  readonly bodyStart: number;
  /** Lines of the body that hold text: no code, no maths, no comment; list and quote marks are kept. */
  readonly prose: readonly NoteLine[];
  /** Lines of the properties, between the two `---`; empty if there are none. */
  readonly properties: readonly NoteLine[];
  /** The top-level properties by name, as they are written. */
  readonly entries: ReadonlyMap<string, FrontmatterEntry>;
  /** Where a property's name is written; the opening `---` if it cannot be told. */
  keySpan(key: string): Span;
  /** Language words of the fenced code blocks (` ```dataview `), lower case. */
  readonly codeLanguages: ReadonlySet<string>;
}

/** Reads a text for the rules, in one pass and only if a rule asks. */
export function noteText(whole: string, facts: NoteFacts): NoteText {
  return new LazyNoteText(whole, facts);
}

class LazyNoteText implements NoteText {
  readonly bodyStart: number;
  /** Start of the opening `---`; null if there are no properties. */
  private readonly top: number | null;
  private body: Body | undefined;
  private propertyLines: readonly NoteLine[] | undefined;
  private written: ReadonlyMap<string, FrontmatterEntry> | undefined;

  constructor(
    readonly whole: string,
    { frontmatter }: NoteFacts,
  ) {
    this.top = frontmatter.state === 'none' ? null : frontmatter.block.start;
    this.bodyStart = frontmatter.state === 'none' ? 0 : nextLine(whole, frontmatter.block.end);
  }

  get prose(): readonly NoteLine[] {
    return (this.body ??= readBody(this.whole, this.bodyStart)).prose;
  }

  get codeLanguages(): ReadonlySet<string> {
    return (this.body ??= readBody(this.whole, this.bodyStart)).codeLanguages;
  }

  get properties(): readonly NoteLine[] {
    return (this.propertyLines ??=
      this.top === null ? [] : [...linesOf(this.whole, 0, this.bodyStart)].slice(1, -1));
  }

  get entries(): ReadonlyMap<string, FrontmatterEntry> {
    return (this.written ??= frontmatterEntries(this.properties));
  }

  keySpan(key: string): Span {
    const top = this.top ?? 0;
    return this.entries.get(key)?.keySpan ?? { start: top, end: top + 3 };
  }
}

function nextLine(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed < 0 ? text.length : feed + 1;
}

interface Body {
  readonly prose: readonly NoteLine[];
  readonly codeLanguages: ReadonlySet<string>;
}

function readBody(whole: string, bodyStart: number): Body {
  const starts = new Set<number>();
  const lineStart = (offset: number): number => (offset === 0 ? 0 : whole.lastIndexOf('\n', offset - 1) + 1);
  new BlockScanner(whole, {
    heading({ start, end }) {
      // Underlined headings have several lines.
      for (let at = start; at < end; at = nextLine(whole, at)) starts.add(lineStart(at));
    },
    text({ kind, lines }) {
      for (let at = 0; kind === 'paragraph' && at < lines.length; at += 2)
        starts.add(lineStart(lines[at] ?? 0));
    },
  }).run(bodyStart);
  const prose: NoteLine[] = [];
  const codeLanguages = new Set<string>();
  let comment = false;
  for (const line of linesOf(whole, bodyStart, whole.length)) {
    if (!starts.has(line.start)) {
      const language = FENCE.exec(line.text)?.[1];
      if (language !== undefined) codeLanguages.add(language.toLowerCase());
      continue;
    }
    const blanked = blankComments(blankInlineCode(line.text), comment);
    comment = blanked.open;
    prose.push({ start: line.start, text: blanked.text });
  }
  return { prose: whole.includes('$') ? withoutMaths(prose) : prose, codeLanguages };
}

/** Blanks maths line by line, and over the lines of a paragraph where `$$` opens on one and closes on another. */
function withoutMaths(prose: readonly NoteLine[]): readonly NoteLine[] {
  const blanked: NoteLine[] = [];
  for (let first = 0; first < prose.length;) {
    const run = [prose[first]].flatMap((line) => line ?? []);
    for (let next = prose[first + run.length]; next !== undefined; next = prose[first + run.length]) {
      const last = run.at(-1);
      // One line end, of one character or two, lies between neighbours.
      if (last === undefined || next.start - last.start - last.text.length > 2) break;
      if (next.text.trim() === '') break;
      run.push(next);
    }
    const texts = blankMaths(run.map(({ text }) => text).join('\n')).split('\n');
    run.forEach(({ start }, nth) => blanked.push({ start, text: texts[nth] ?? '' }));
    first += run.length;
  }
  return blanked;
}

/** Replaces inline code, backticks included, by spaces. A run without its twin on the line stays. */
function blankInlineCode(line: string): string {
  if (!line.includes('`')) return line;
  const runs = [...line.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
  const later = new Map<number, number[]>();
  for (let nth = runs.length - 1; nth >= 0; nth--) {
    const run = runs[nth];
    if (run === undefined) continue;
    const list = later.get(run.length) ?? [];
    list.push(nth);
    later.set(run.length, list);
  }
  const pieces: string[] = [];
  let at = 0;
  for (let nth = 0; nth < runs.length; nth++) {
    const open = runs[nth];
    if (open === undefined) continue;
    const sameLength = later.get(open.length) ?? [];
    while (sameLength.length > 0 && (sameLength.at(-1) ?? 0) <= nth) sameLength.pop();
    const twin = sameLength.at(-1);
    const close = twin === undefined ? undefined : runs[twin];
    if (twin === undefined || close === undefined) continue;
    const end = close.at + close.length;
    pieces.push(line.slice(at, open.at), ' '.repeat(end - open.at));
    at = end;
    nth = twin;
  }
  pieces.push(line.slice(at));
  return pieces.join('');
}

function blankComments(line: string, open: boolean): { text: string; open: boolean } {
  if (!open && !line.includes('<!--')) return { text: line, open };
  const pieces: string[] = [];
  let at = 0;
  let inside = open;
  while (at < line.length) {
    const mark = line.indexOf(inside ? '-->' : '<!--', at);
    const stop = mark < 0 ? line.length : inside ? mark + 3 : mark;
    pieces.push(inside ? ' '.repeat(stop - at) : line.slice(at, stop));
    at = stop;
    if (mark >= 0) inside = !inside;
  }
  return { text: pieces.join(''), open: inside };
}
