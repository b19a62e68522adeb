import { describe, expect, it } from 'vitest';
import { splitFrontmatter } from '../../../src/core/text/frontmatter';
import { scan } from '../../../src/core/text/scan';
import { frontmatterTags } from '../../../src/core/text/tags';

describe('splitFrontmatter', () => {
  it.each<[string, string, number]>([
    ['---\na: 1\n---\nbody', 'a: 1\n', 13],
    ['---\na: 1\n---', 'a: 1\n', 12],
    ['---\r\na: 1\r\n---\r\nbody', 'a: 1\r\n', 16],
    ['\ufeff---\na: 1\n---\nbody', 'a: 1\n', 14],
    ['---\n---\n', '', 8],
    ['--- \na: ---\n----\n---\n', 'a: ---\n----\n', 21],
  ])('%j holds %j', (text, content, bodyStart) => {
    const split = splitFrontmatter(text);
    if (split.state !== 'block') throw new Error('no block');
    expect(text.slice(split.content.start, split.content.end)).toBe(content);
    expect(split.bodyStart).toBe(bodyStart);
    expect(split.bom).toBe(text.startsWith('\ufeff'));
    const block = text.slice(split.block.start, split.block.end);
    expect(block.startsWith('---') && block.endsWith('---')).toBe(true);
  });

  it.each<[string, string | null, string]>([
    ['\n\n---\na: 1\n---\nbody', 'blank-lines-before', '---\na: 1\n---'],
    ['\ufeff\n---\na: 1\n---\nbody', 'blank-lines-before', '---\na: 1\n---'],
    ['  ---\na: 1\n---\nbody', 'spaces-before', '  ---\na: 1\n---'],
    ['---\na: 1\nbody', 'unclosed', '---'],
    ['---\na: 1\n...\nbody', 'closed-with-dots', '---\na: 1\n...'],
    ['----\na: 1\n----\nbody', 'four-dashes', '----\na: 1\n----'],
    ['---\r\nmy key:\r\n', 'unclosed', '---'],
    // A rule across the page, prose, nothing.
    ['---\n\nText: more\n', null, ''],
    ['---\nJust text\n', null, ''],
    ['\n---\n\n- list\n---\n', null, ''],
    ['text\n---\na: 1\n---\n', null, ''],
    ['-----\na: 1\n-----\n', null, ''],
    ['', null, ''],
    ['\n\n', null, ''],
    ['---', null, ''],
  ])('%j comes near as %s', (text, kind, span) => {
    const split = splitFrontmatter(text);
    if (split.state !== 'none') throw new Error('a block');
    expect(split.nearMiss?.kind ?? null).toBe(kind);
    if (split.nearMiss !== null) {
      expect(text.slice(split.nearMiss.span.start, split.nearMiss.span.end)).toBe(span);
    }
  });
});

describe('frontmatterTags', () => {
  it.each<[string, readonly string[] | null]>([
    ['tags: [a, b/c]', ['#a', '#b/c']],
    ['tags:\n  - a\n  - b', ['#a', '#b']],
    ['tags: single', ['#single']],
    ['tags: a, b', []],
    ['tags:', null],
    ['tags: []', []],
    ['tags: ["#x"]', ['#x']],
    ['tags: [2024, y2024, "with space"]', ['#y2024']],
    ['tags: [ü, 🎉, a_b-c]', ['#ü', '#🎉', '#a_b-c']],
    ['TAGS: x', null],
    ['tag: x', null],
    ['tags: [[a]]', []],
    ['other: 1', null],
  ])('%j gives %j', (yaml, tags) => {
    expect(frontmatterTags(scan(`---\n${yaml}\n---\n`))).toEqual(tags);
  });
});
