import { BlockScanner } from './block-scanner';
import type { BlockSink, HeadingBlock, TextBlock } from './block-scanner';
import { Char, isBlockIdCharacter, isSpace } from './characters';
import { splitFrontmatter } from './frontmatter';
import { readFrontmatter } from './frontmatter-facts';
import { InlineScanner } from './inline-scanner';
import type { InlineSink } from './inline-scanner';
import { inlineSource } from './inline-source';
import { skipDefinitions } from './link-definitions';
import { decodeDestination, defaultDisplayText, isExternal, splitWikilink } from './link-syntax';
import type { BlockId, Heading, NoteFacts, Ref, RefSyntax, TagRef } from './note-facts';
import { tableCells, tableHeader } from './table';

/**
 * What the note says about itself: the links, embeds, frontmatter links, headings, block ids and tags that Obsidian's
 * metadata cache would hold, each with its place. Never throws; linear time on any text. The strings in the facts are
 * slices that keep the whole text alive: who holds facts of many notes packs them.
 */
export function scan(text: string): NoteFacts {
  const split = splitFrontmatter(text);
  const { facts, links } = readFrontmatter(text, split);
  const body = new BodyCollector(text);
  new BlockScanner(text, body).run(split.bodyStart);
  const refs = links.length === 0 ? body.refs() : [...links, ...body.refs()];
  const { headings, blocks, tags } = body;
  return {
    frontmatter: facts,
    refs: () => refs,
    headings: () => headings,
    blocks: () => blocks,
    tags: () => tags,
  };
}

class BodyCollector implements BlockSink, InlineSink {
  readonly headings: Heading[] = [];
  readonly blocks: BlockId[] = [];
  readonly tags: TagRef[] = [];
  private readonly found: Ref[] = [];
  private inOrder = true;
  private readonly whole: InlineScanner;
  /** What is being scanned: the note itself, or lines of a quote joined anew. */
  private s: string;
  private toNote: (offset: number) => number = identity;

  constructor(private readonly note: string) {
    this.s = note;
    this.whole = new InlineScanner(note, this);
  }

  /** In reading order; an image inside a link comes behind that link. */
  refs(): readonly Ref[] {
    if (!this.inOrder) this.found.sort((a, b) => a.start - b.start);
    return this.found;
  }

  heading(heading: HeadingBlock): void {
    const { start, end, level, textStart, textEnd } = heading;
    if (heading.topLevel)
      this.headings.push({ start, end, level, text: this.note.slice(textStart, textEnd) });
    this.whole.scan(textStart, textEnd);
    const id = trailingBlockId(this.note, textStart, textEnd);
    if (id !== null) this.blocks.push({ start, end, id: id.text });
  }

  text(block: TextBlock): void {
    const source = inlineSource(this.note, block);
    const { s, lines } = source;
    const scanner = s === this.note ? this.whole : new InlineScanner(s, this);
    this.s = s;
    this.toNote = (offset) => source.toNote(offset);
    const to = lines[lines.length - 1] ?? 0;
    if (block.kind === 'comment') scanner.scan(lines[0] ?? 0, to);
    else {
      const from = skipDefinitions(s, lines[0] ?? 0, to);
      const header = lines.length > 2 ? tableHeader(s, lines) : -1;
      if (header === -1) scanner.scan(from, to);
      else this.table(scanner, lines, from, header);
      this.blockId(block, lines, from);
    }
    this.s = this.note;
    this.toNote = identity;
  }

  private table(scanner: InlineScanner, lines: readonly number[], from: number, header: number): void {
    const start = lines[header * 2] ?? 0;
    if (from < start) scanner.scan(from, start);
    for (let line = header; line < lines.length / 2; line++) {
      const cells = tableCells(this.s, lines[line * 2] ?? 0, lines[line * 2 + 1] ?? 0);
      for (let i = 0; i < cells.length; i += 2) scanner.scan(cells[i] ?? 0, cells[i + 1] ?? 0);
    }
  }

  private blockId(block: TextBlock, lines: readonly number[], from: number): void {
    const start = Math.max(lines[lines.length - 2] ?? 0, from);
    const id = trailingBlockId(this.s, start, lines[lines.length - 1] ?? 0);
    if (id === null) return;
    const alone = id.start === (lines[0] ?? 0);
    const { start: named, end } = alone && block.previous !== null ? block.previous : block;
    this.blocks.push({ start: named, end, id: id.text });
  }

  wikilink(start: number, end: number, embed: boolean): void {
    const parts = splitWikilink(this.s.slice(start + (embed ? 3 : 2), end - 2));
    if (parts === null) return;
    const { link, display } = parts;
    this.ref(start, end, embed, 'wikilink', link, display ?? defaultDisplayText(link));
  }

  markdownLink(
    start: number,
    end: number,
    embed: boolean,
    text: readonly [number, number],
    destination: readonly [number, number],
  ): void {
    const written = this.s.slice(destination[0], destination[1]);
    if (written === '' || isExternal(written)) return;
    this.ref(start, end, embed, 'markdown', decodeDestination(written), this.s.slice(text[0], text[1]));
  }

  tag(start: number, end: number): void {
    this.tags.push({ start: this.toNote(start), end: this.toNote(end), tag: this.s.slice(start, end) });
  }

  private ref(
    from: number,
    to: number,
    embed: boolean,
    syntax: RefSyntax,
    link: string,
    displayText: string,
  ): void {
    const start = this.toNote(from);
    const end = this.toNote(to - 1) + 1;
    const last = this.found[this.found.length - 1];
    if (last !== undefined && last.start > start) this.inOrder = false;
    const original = this.note.slice(start, end);
    this.found.push({
      kind: embed ? 'embed' : 'link',
      syntax,
      start,
      end,
      link,
      original,
      displayText,
      key: undefined,
    });
  }
}

function identity(offset: number): number {
  return offset;
}

/** The `^id` at the end of the text, set off by white space; ids are cached in lower case. */
function trailingBlockId(s: string, from: number, to: number): { start: number; text: string } | null {
  let end = to;
  while (end > from && isSpace(s.charCodeAt(end - 1))) end--;
  let at = end;
  while (at > from && isBlockIdCharacter(s.charCodeAt(at - 1))) at--;
  const start = at - 1;
  if (at === end || start < from || s.charCodeAt(start) !== Char.Caret) return null;
  if (start > from && !isSpace(s.charCodeAt(start - 1))) return null;
  return { start, text: s.slice(at, end).toLowerCase() };
}
