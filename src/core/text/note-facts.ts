/**
 * What a note says about itself, in Obsidian's terms. `scan` (text/scan.ts) makes it from text, the app from its
 * metadata cache. Offsets are UTF-16 code units into the note's text; line and column are derived on output.
 */

export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export type RefSyntax = 'wikilink' | 'markdown';

/** A link, an embed, or a link in a frontmatter value. */
export interface Ref extends Span {
  readonly kind: 'link' | 'embed' | 'frontmatter';
  readonly syntax: RefSyntax;
  /** Path and subpath as Obsidian's cache gives them (`Note#Heading`), markdown destinations percent-decoded. */
  readonly link: string;
  /** As written, `!` included. */
  readonly original: string;
  /** Undefined where Obsidian leaves it out. */
  readonly displayText: string | undefined;
  /** Property key path of a frontmatter link (`up`, `related.0`); undefined in the body. */
  readonly key: string | undefined;
}

export interface Heading extends Span {
  /** Raw text after the `#` signs, brackets kept. */
  readonly text: string;
  readonly level: number;
}

export interface BlockId extends Span {
  /** As cached by Obsidian: lower case. */
  readonly id: string;
}

export interface TagRef extends Span {
  /** With its leading `#`. */
  readonly tag: string;
}

export type FrontmatterFacts =
  | { readonly state: 'none' }
  | {
      readonly state: 'valid';
      /** From the opening `---` to the end of the closing one. */
      readonly block: Span;
      /** Values as Obsidian's cache gives them: dates stay strings, numbers and booleans are typed. */
      readonly values: Readonly<Record<string, unknown>>;
    }
  | {
      readonly state: 'invalid';
      readonly block: Span;
      readonly error: { readonly message: string; readonly offset: number };
    };

/** Implementations may materialise the arrays on each call; keep the result, not the call, in a loop. */
export interface NoteFacts {
  readonly frontmatter: FrontmatterFacts;
  refs(): readonly Ref[];
  headings(): readonly Heading[];
  blocks(): readonly BlockId[];
  tags(): readonly TagRef[];
}
