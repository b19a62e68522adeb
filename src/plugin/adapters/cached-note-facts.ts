import type { CachedMetadata, Pos, ReferenceCache } from 'obsidian';
import type {
  BlockId,
  FrontmatterFacts,
  Heading,
  NoteFacts,
  Ref,
  RefSyntax,
  Span,
  TagRef,
} from '../../core/text/note-facts';

/**
 * The facts of a note as the app's metadata cache has them. The cache leaves out what is wrong with a frontmatter block
 * and where in it a link stands: `scanned`, from the note's text, adds that where `needsText` says so.
 */
export function cachedNoteFacts(cache: CachedMetadata, scanned: NoteFacts | null): NoteFacts {
  return {
    frontmatter: frontmatterFacts(cache, scanned),
    refs: () => refsOf(cache, scanned),
    headings: () =>
      (cache.headings ?? []).map((heading): Heading => ({
        ...span(heading.position),
        text: heading.heading,
        level: heading.level,
      })),
    blocks: () =>
      Object.values(cache.blocks ?? {}).map((block): BlockId => ({ ...span(block.position), id: block.id })),
    tags: () => (cache.tags ?? []).map((tag): TagRef => ({ ...span(tag.position), tag: tag.tag })),
  };
}

/** Whether the cache alone cannot say how the note's frontmatter stands, or where its links do. */
export function needsText(cache: CachedMetadata): boolean {
  if ((cache.frontmatterLinks ?? []).length > 0) return true;
  return cache.frontmatter === undefined && frontmatterBlock(cache) !== null;
}

function frontmatterFacts(cache: CachedMetadata, scanned: NoteFacts | null): FrontmatterFacts {
  const block = frontmatterBlock(cache);
  if (block === null) return { state: 'none' };
  if (cache.frontmatter === undefined && scanned !== null) return scanned.frontmatter;
  return { state: 'valid', block, values: { ...cache.frontmatter } };
}

function frontmatterBlock(cache: CachedMetadata): Span | null {
  const section = cache.sections?.[0];
  const position = cache.frontmatterPosition ?? (section?.type === 'yaml' ? section.position : undefined);
  return position === undefined ? null : span(position);
}

function refsOf(cache: CachedMetadata, scanned: NoteFacts | null): readonly Ref[] {
  const refs: Ref[] = [];
  const places = new Map<string | undefined, Span>();
  for (const ref of scanned?.refs() ?? []) if (ref.kind === 'frontmatter') places.set(ref.key, ref);
  const block = frontmatterBlock(cache);
  for (const link of cache.frontmatterLinks ?? []) {
    const place = places.get(link.key) ?? block;
    refs.push({
      kind: 'frontmatter',
      syntax: syntaxOf(link.original),
      link: link.link,
      original: link.original,
      displayText: link.displayText,
      key: link.key,
      start: place?.start ?? 0,
      end: place?.end ?? 0,
    });
  }
  for (const link of cache.links ?? []) refs.push(placed('link', link));
  for (const embed of cache.embeds ?? []) refs.push(placed('embed', embed));
  return refs.sort((a, b) => a.start - b.start);
}

function placed(kind: 'link' | 'embed', reference: ReferenceCache): Ref {
  return {
    kind,
    syntax: syntaxOf(reference.original),
    link: reference.link,
    original: reference.original,
    displayText: reference.displayText,
    key: undefined,
    ...span(reference.position),
  };
}

function syntaxOf(original: string): RefSyntax {
  return /^!?\[\[/.test(original) ? 'wikilink' : 'markdown';
}

function span(position: Pos): Span {
  return { start: position.start.offset, end: position.end.offset };
}
