import { BlockScanner } from '../text/block-scanner';
import type { NoteFacts, Span } from '../text/note-facts';
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
  const { frontmatter } = facts;
  const bodyStart = frontmatter.state === 'none' ? 0 : nextLine(whole, frontmatter.block.end);
  let body: { prose: readonly NoteLine[]; codeLanguages: ReadonlySet<string> } | null = null;
  let properties: readonly NoteLine[] | null = null;
  let entries: ReadonlyMap<string, FrontmatterEntry> | null = null;
  const top = frontmatter.state === 'none' ? 0 : frontmatter.block.start;
  return {
    whole,
    bodyStart,
    get prose() {
      return (body ??= readBody(whole, bodyStart)).prose;
    },
    get codeLanguages() {
      return (body ??= readBody(whole, bodyStart)).codeLanguages;
    },
    get entries() {
      return (entries ??= frontmatterEntries(this.properties));
    },
    keySpan(key) {
      return this.entries.get(key)?.keySpan ?? { start: top, end: top + 3 };
    },
    get properties() {
      return (properties ??=
        frontmatter.state === 'none' ? [] : [...linesOf(whole, 0, bodyStart)].slice(1, -1));
    },
  };
}

function nextLine(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed < 0 ? text.length : feed + 1;
}

function readBody(
  whole: string,
  bodyStart: number,
): { prose: readonly NoteLine[]; codeLanguages: ReadonlySet<string> } {
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
  return { prose, codeLanguages };
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
