import type { CachedMetadata } from 'obsidian';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NoteFacts } from '../../../src/core/text/note-facts';
import { scan } from '../../../src/core/text/scan';
import { cachedNoteFacts, needsText } from '../../../src/plugin/adapters/cached-note-facts';
import { toCachedMetadata } from '../../support/obsidian-app/page/metadata-cache';

const ORACLE = join(import.meta.dirname, '../../oracle/obsidian-cache');

interface Recording {
  readonly cachedMetadata: CachedMetadata;
  readonly fileContents: string;
}

/** Everything that facts say, as plain data. */
function said(facts: NoteFacts): unknown {
  return {
    frontmatter: facts.frontmatter,
    refs: facts.refs(),
    headings: facts.headings(),
    blocks: facts.blocks(),
    tags: facts.tags(),
  };
}

function fromCache(cache: CachedMetadata, text: string): NoteFacts {
  return cachedNoteFacts(cache, needsText(cache) ? scan(text) : null);
}

describe('facts from the metadata cache', () => {
  it.each(readdirSync(ORACLE).filter((name) => name.endsWith('.json')))(
    'say of the recording %s what our scanner says of its text',
    (name) => {
      const { cachedMetadata, fileContents } = JSON.parse(
        readFileSync(join(ORACLE, name), 'utf8'),
      ) as Recording;
      expect(said(fromCache(cachedMetadata, fileContents))).toEqual(said(scan(fileContents)));
    },
  );

  it.each([
    ['no frontmatter', 'Text with [[A|b]], ![[c.png]] and [d](e%20f.md#g).\n\n# Head\n\nend ^id\n'],
    ['an empty block', '---\n---\nText\n'],
    ['a block with links', '---\nup: "[[A]]"\nrelated:\n  - "[[B#x]]"\n  - "[c](D.md)"\n---\n[[E]]\n'],
    ['a block that is no YAML', '---\nup: [[A]] and [[B]]\n---\n[[C]]\n'],
    ['a block that is a list', '---\n- a\n---\n'],
    ['a list and no block', '- [[A]]\n- #tag\n'],
  ])('say of a note with %s what our scanner says', (_name, text) => {
    const scanned = scan(text);
    expect(said(fromCache(toCachedMetadata(text, scanned), text))).toEqual(said(scanned));
  });

  it('do without the text where the cache says everything', () => {
    const text = '---\ntitle: A\n---\n[[B]]\n';
    expect(needsText(toCachedMetadata(text, scan(text)))).toBe(false);
  });
});
