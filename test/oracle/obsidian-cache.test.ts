import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lineIndex } from '../../src/core/text/line-index';
import type { NoteFacts, Ref, Span } from '../../src/core/text/note-facts';
import { scan } from '../../src/core/text/scan';
import { allTags, frontmatterTags } from '../../src/core/text/tags';

const FOLDER = new URL('./obsidian-cache/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** What the application recorded, as far as the scanner answers for it. */
const RECORDED = [
  'links',
  'embeds',
  'frontmatterLinks',
  'headings',
  'blocks',
  'tags',
  'frontmatter',
  'frontmatterPosition',
] as const;

interface Recording {
  readonly fileContents: string;
  readonly cachedMetadata: Readonly<Record<string, unknown>>;
  readonly getAllTags: readonly string[];
  readonly parseFrontMatterTags: readonly string[] | null;
}

function readRecording(name: string): Recording {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Recording;
}

/** The facts in the shape of Obsidian's `CachedMetadata`: a kind that a note has none of is left out. */
function asCachedMetadata(text: string, facts: NoteFacts): Record<string, unknown> {
  const lines = lineIndex(text);
  const place = (offset: number) => {
    const { line, column } = lines.place(offset);
    return { line, col: column, offset };
  };
  const position = ({ start, end }: Span) => ({ start: place(start), end: place(end) });
  const link = ({ link, original, displayText }: Ref) => ({ link, original, displayText });
  const ofKind = (kind: Ref['kind']) => facts.refs().filter((ref) => ref.kind === kind);
  const inBody = (ref: Ref) => ({ ...link(ref), position: position(ref) });

  const cache: Record<string, unknown> = {};
  const list = (name: string, items: readonly unknown[]) => {
    if (items.length > 0) cache[name] = items;
  };
  list('links', ofKind('link').map(inBody));
  list('embeds', ofKind('embed').map(inBody));
  list(
    'headings',
    facts.headings().map((h) => ({ heading: h.text, level: h.level, position: position(h) })),
  );
  list(
    'tags',
    facts.tags().map((t) => ({ tag: t.tag, position: position(t) })),
  );
  const blocks = facts.blocks().map((b) => [b.id, { id: b.id, position: position(b) }] as const);
  if (blocks.length > 0) cache['blocks'] = Object.fromEntries(blocks);
  if (facts.frontmatter.state === 'valid') {
    cache['frontmatter'] = facts.frontmatter.values;
    cache['frontmatterPosition'] = position(facts.frontmatter.block);
    cache['frontmatterLinks'] = ofKind('frontmatter').map((ref) => ({ ...link(ref), key: ref.key }));
  }
  return cache;
}

describe('scan agrees with what Obsidian recorded', () => {
  it.each(FILES)('%s', (name) => {
    const recording = readRecording(name);
    const facts = scan(recording.fileContents);
    const recorded = Object.fromEntries(
      Object.entries(recording.cachedMetadata).filter(([key]) => RECORDED.some((known) => known === key)),
    );
    expect(asCachedMetadata(recording.fileContents, facts)).toStrictEqual(recorded);
    expect(allTags(facts)).toEqual(recording.getAllTags);
    expect(frontmatterTags(facts)).toEqual(recording.parseFrontMatterTags);
  });

  it('every file of the vault in which they were recorded is scanned', () => {
    expect(FILES.length).toBeGreaterThanOrEqual(45);
  });
});
