import type { VaultPath } from '../ports';
import { lineIndex, type LineIndex } from '../text/line-index';
import type { Ref, Span } from '../text/note-facts';
import { scan } from '../text/scan';
import type { Resolution, VaultIndex } from './vault-index';

/** A place as Obsidian's metadata cache gives it: zero-based, columns and offsets in UTF-16 units. */
interface Loc {
  readonly line: number;
  readonly col: number;
  readonly offset: number;
}

interface Pos {
  readonly start: Loc;
  readonly end: Loc;
}

interface RenderedTarget {
  readonly target: VaultPath | null;
  readonly status: Resolution['status'];
  /** Of an ambiguous link. */
  readonly candidates?: readonly VaultPath[];
}

interface RenderedRef extends RenderedTarget {
  readonly link: string;
  readonly original: string;
  readonly displayText?: string;
}

interface RenderedBodyRef extends RenderedRef {
  readonly position: Pos;
}

interface RenderedFrontmatterRef extends RenderedRef {
  readonly key: string;
}

/** One note as `hermesh index --json` prints it: the names and positions of Obsidian's metadata cache. */
export interface RenderedNote {
  readonly path: VaultPath;
  /** Null where there is none, or none that can be read. */
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
  readonly frontmatterError: ({ readonly message: string } & Loc) | null;
  readonly links: readonly RenderedBodyRef[];
  readonly embeds: readonly RenderedBodyRef[];
  readonly frontmatterLinks: readonly RenderedFrontmatterRef[];
  readonly headings: readonly { readonly heading: string; readonly level: number; readonly position: Pos }[];
  readonly blocks: readonly { readonly id: string; readonly position: Pos }[];
  readonly tags: readonly { readonly tag: string; readonly position: Pos }[];
}

/** What the note at `path` with this text says, its links resolved in `vault`. */
export function renderNote(path: VaultPath, text: string, vault: Pick<VaultIndex, 'resolve'>): RenderedNote {
  const facts = scan(text);
  const lines = lineIndex(text);
  const { frontmatter } = facts;
  const position = (span: Span): Pos => ({ start: loc(lines, span.start), end: loc(lines, span.end) });
  const rendered = (ref: Ref): RenderedRef => ({
    link: ref.link,
    original: ref.original,
    ...(ref.displayText === undefined ? {} : { displayText: ref.displayText }),
    ...target(vault.resolve(ref, path)),
  });
  const refs = facts.refs();
  const bodyRefs = (kind: Ref['kind']): readonly RenderedBodyRef[] =>
    refs.filter((ref) => ref.kind === kind).map((ref) => ({ ...rendered(ref), position: position(ref) }));
  return {
    path,
    frontmatter: frontmatter.state === 'valid' ? frontmatter.values : null,
    frontmatterError:
      frontmatter.state === 'invalid'
        ? { message: frontmatter.error.message, ...loc(lines, frontmatter.error.offset) }
        : null,
    links: bodyRefs('link'),
    embeds: bodyRefs('embed'),
    frontmatterLinks: refs
      .filter((ref) => ref.kind === 'frontmatter')
      .map((ref) => ({ key: ref.key ?? '', ...rendered(ref) })),
    headings: facts
      .headings()
      .map((heading) => ({ heading: heading.text, level: heading.level, position: position(heading) })),
    blocks: facts.blocks().map((block) => ({ id: block.id, position: position(block) })),
    tags: facts.tags().map((tag) => ({ tag: tag.tag, position: position(tag) })),
  };
}

function loc(lines: LineIndex, offset: number): Loc {
  const { line, column } = lines.place(offset);
  return { line, col: column, offset };
}

function target(resolution: Resolution): RenderedTarget {
  switch (resolution.status) {
    case 'resolved':
      return { target: resolution.target, status: resolution.status };
    case 'ambiguous':
      return { target: null, status: resolution.status, candidates: resolution.candidates };
    case 'unresolved':
    case 'external':
      return { target: null, status: resolution.status };
  }
}
