import type { BlockId, FrontmatterFacts, Heading, NoteFacts, Ref, TagRef } from '../text/note-facts';
import type { FactsSegment } from './facts-packer';
import { ABSENT, AT, HEADING_WORDS, NAMED_SPAN_WORDS, REF_KINDS, REF_WORDS, STATES } from './facts-packer';
import { parseFrontmatterJson } from './frontmatter-json';

/** Sees a link's text, how it is written, and its place among `refs()`. */
export type LinkVisitor = (link: Ref['link'], syntax: Ref['syntax'], nth: number) => void;

/** Goes over a note's links, as cheaply as the facts allow. */
export function eachLink(facts: NoteFacts, visit: LinkVisitor): void {
  if (facts instanceof PackedFacts) facts.eachLink(visit);
  else for (const [nth, { link, syntax }] of facts.refs().entries()) visit(link, syntax, nth);
}

/** One note's facts, read from its segment on each call: nothing is kept but the place. */
export class PackedFacts implements NoteFacts {
  private readonly words: number;

  constructor(
    readonly segment: FactsSegment,
    /** Which of the segment's notes. */
    readonly at: number,
  ) {
    this.words = segment.starts[at * 2] ?? 0;
  }

  /** What was packed beside the facts. */
  get side(): string {
    return this.string(AT.side);
  }

  get frontmatter(): FrontmatterFacts {
    const state = STATES[this.word(AT.state)];
    if (state === undefined || state === 'none') return { state: 'none' };
    const block = { start: this.word(AT.block), end: this.word(AT.block + 1) };
    const text = this.string(AT.frontmatter);
    return state === 'valid'
      ? { state, block, values: parseFrontmatterJson(text) }
      : { state, block, error: { message: text, offset: this.word(AT.errorOffset) } };
  }

  refs(): readonly Ref[] {
    return this.each(AT.items, this.word(AT.refs), REF_WORDS, (at) => {
      const flags = this.word(at + 2);
      return {
        start: this.word(at),
        end: this.word(at + 1),
        kind: REF_KINDS[flags >> 1] ?? 'link',
        syntax: flags % 2 === 1 ? 'markdown' : 'wikilink',
        original: this.string(at + 3),
        link: this.string(at + 5),
        displayText: this.optional(at + 7),
        key: this.optional(at + 9),
      };
    });
  }

  /** `eachLink` without the objects: the links of a whole vault are gone over each time. */
  eachLink(visit: LinkVisitor): void {
    const count = this.word(AT.refs);
    for (let nth = 0, at = AT.items; nth < count; nth++, at += REF_WORDS)
      visit(this.string(at + 5), this.word(at + 2) % 2 === 1 ? 'markdown' : 'wikilink', nth);
  }

  headings(): readonly Heading[] {
    return this.each(this.headingsAt(), this.word(AT.headings), HEADING_WORDS, (at) => ({
      start: this.word(at),
      end: this.word(at + 1),
      level: this.word(at + 2),
      text: this.string(at + 3),
    }));
  }

  blocks(): readonly BlockId[] {
    return this.each(this.blocksAt(), this.word(AT.blocks), NAMED_SPAN_WORDS, (at) => ({
      start: this.word(at),
      end: this.word(at + 1),
      id: this.string(at + 2),
    }));
  }

  tags(): readonly TagRef[] {
    const first = this.blocksAt() + this.word(AT.blocks) * NAMED_SPAN_WORDS;
    return this.each(first, this.word(AT.tags), NAMED_SPAN_WORDS, (at) => ({
      start: this.word(at),
      end: this.word(at + 1),
      tag: this.string(at + 2),
    }));
  }

  private headingsAt(): number {
    return AT.items + this.word(AT.refs) * REF_WORDS;
  }

  private blocksAt(): number {
    return this.headingsAt() + this.word(AT.headings) * HEADING_WORDS;
  }

  private each<T>(first: number, count: number, words: number, read: (at: number) => T): readonly T[] {
    const items: T[] = [];
    for (let item = 0; item < count; item++) items.push(read(first + item * words));
    return items;
  }

  private word(at: number): number {
    return this.segment.words[this.words + at] ?? 0;
  }

  private optional(at: number): string | undefined {
    return this.word(at) === ABSENT ? undefined : this.string(at);
  }

  private string(at: number): string {
    const from = (this.segment.starts[this.at * 2 + 1] ?? 0) + this.word(at);
    return this.segment.text().slice(from, from + this.word(at + 1));
  }
}
