import type { FrontmatterFacts, NoteFacts, Ref, Span } from '../text/note-facts';
import { frontmatterJson } from './frontmatter-json';
import { encodeText } from './sections';

/**
 * Facts of many notes in two flat pieces: numbers in `words`, strings in one text. Objects are made when asked for
 * (`PackedFacts`), so that 100,000 notes fit in memory and a cache of them loads without building them.
 */
export interface FactsSegment {
  /** Per note its first word and its first text unit; one more pair for the end. */
  readonly starts: Int32Array;
  readonly words: Int32Array;
  /** May decode on the first call. */
  text(): string;
  /** The text in UTF-8. */
  encoded(): Uint8Array;
}

export const STATES = ['none', 'valid', 'invalid'] as const;
export const REF_KINDS = ['link', 'embed', 'frontmatter'] as const;

/** Where a note's words stand, counted from its first. A string takes two words: offset and length. */
export const AT = {
  side: 0,
  state: 2,
  block: 3,
  /** The values as JSON, or the error's message. */
  frontmatter: 5,
  errorOffset: 7,
  refs: 8,
  headings: 9,
  blocks: 10,
  tags: 11,
  items: 12,
} as const;
export const REF_WORDS = 11;
export const HEADING_WORDS = 5;
export const NAMED_SPAN_WORDS = 4;
/** Offset of a string that is not there. */
export const ABSENT = -1;

/** A packer is full beyond so many notes, or so many text units. */
const FULL_NOTES = 512;
const FULL_TEXT = 1 << 18;

/** Packs one note after another into one segment. */
export class FactsPacker {
  private words = new Int32Array(1 << 12);
  private length = 0;
  private readonly starts: number[] = [];
  /** One text a note: pieces of the notes themselves would keep those in memory. */
  private readonly texts: string[] = [];
  private parts: string[] = [];
  private textLength = 0;
  private noteStart = 0;

  /** Notes packed so far. */
  get count(): number {
    return this.starts.length / 2;
  }

  /** Whether it is time for the next segment. */
  get isFull(): boolean {
    return this.count >= FULL_NOTES || this.textLength >= FULL_TEXT;
  }

  /** `side` is kept with the note as it is. */
  pack(facts: NoteFacts, side: string): void {
    const refs = facts.refs();
    const headings = facts.headings();
    const blocks = facts.blocks();
    const tags = facts.tags();
    const items = refs.length * REF_WORDS + headings.length * HEADING_WORDS;
    this.open(AT.items + items + (blocks.length + tags.length) * NAMED_SPAN_WORDS);
    this.string(side);
    this.frontmatter(facts.frontmatter);
    this.word(refs.length);
    this.word(headings.length);
    this.word(blocks.length);
    this.word(tags.length);
    for (const ref of refs) this.ref(ref);
    for (const heading of headings) {
      this.span(heading);
      this.word(heading.level);
      this.string(heading.text);
    }
    for (const block of blocks) {
      this.span(block);
      this.string(block.id);
    }
    for (const tag of tags) {
      this.span(tag);
      this.string(tag.tag);
    }
    this.close();
  }

  /** Packs a note of another segment again, as it stands there. */
  copy(segment: FactsSegment, at: number): void {
    const { starts } = segment;
    const words = segment.words.subarray(starts[at * 2], starts[at * 2 + 2]);
    this.open(words.length);
    this.words.set(words, this.length);
    this.length += words.length;
    this.append(segment.text().slice(starts[at * 2 + 1], starts[at * 2 + 3]));
    this.close();
  }

  /** What was packed; the packer is of no use afterwards. */
  seal(): FactsSegment {
    const text = this.texts.join('');
    const starts = new Int32Array(this.starts.length + 2);
    starts.set(this.starts);
    starts.set([this.length, this.textLength], this.starts.length);
    const words = this.words.slice(0, this.length);
    return { starts, words, text: () => text, encoded: () => encodeText(text) };
  }

  private open(words: number): void {
    this.starts.push(this.length, this.textLength);
    this.noteStart = this.textLength;
    if (this.length + words <= this.words.length) return;
    const grown = new Int32Array(Math.max(this.words.length * 2, this.length + words));
    grown.set(this.words.subarray(0, this.length));
    this.words = grown;
  }

  private close(): void {
    this.texts.push(this.parts.join(''));
    this.parts = [];
  }

  private frontmatter(frontmatter: FrontmatterFacts): void {
    this.word(STATES.indexOf(frontmatter.state));
    this.span(frontmatter.state === 'none' ? { start: 0, end: 0 } : frontmatter.block);
    switch (frontmatter.state) {
      case 'none':
        this.string('');
        break;
      case 'valid':
        this.string(frontmatterJson(frontmatter.values));
        break;
      case 'invalid':
        this.string(frontmatter.error.message);
        break;
    }
    this.word(frontmatter.state === 'invalid' ? frontmatter.error.offset : 0);
  }

  private ref(ref: Ref): void {
    this.span(ref);
    this.word(REF_KINDS.indexOf(ref.kind) * 2 + (ref.syntax === 'markdown' ? 1 : 0));
    const original = this.textLength - this.noteStart;
    this.string(ref.original);
    this.stringWithin(ref.link, ref.original, original);
    this.stringWithin(ref.displayText, ref.original, original);
    this.stringWithin(ref.key, '', original);
  }

  /** Packs `part` as a place in `whole`, which stands at `wholeAt`, where it occurs there. */
  private stringWithin(part: string | undefined, whole: string, wholeAt: number): void {
    if (part === undefined) {
      this.word(ABSENT);
      this.word(0);
      return;
    }
    const within = whole.indexOf(part);
    if (within === -1) {
      this.string(part);
      return;
    }
    this.word(wholeAt + within);
    this.word(part.length);
  }

  private string(value: string): void {
    this.word(this.textLength - this.noteStart);
    this.word(value.length);
    this.append(value);
  }

  private append(value: string): void {
    if (value === '') return;
    this.parts.push(value);
    this.textLength += value.length;
  }

  private span(span: Span): void {
    this.word(span.start);
    this.word(span.end);
  }

  private word(value: number): void {
    this.words[this.length++] = value;
  }
}
