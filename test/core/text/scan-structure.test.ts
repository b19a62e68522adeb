import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/text/scan';

const tags = (text: string) =>
  scan(text)
    .tags()
    .map(({ tag, start, end }) => {
      expect(text.slice(start, end)).toBe(tag);
      return tag;
    });
const headings = (text: string) =>
  scan(text)
    .headings()
    .map(({ level, text: heading }) => `${String(level)} ${heading}`);
const blocks = (text: string) =>
  scan(text)
    .blocks()
    .map(({ id, start, end }) => `${id}: ${text.slice(start, end)}`);

describe('tags', () => {
  it.each<[string, string[]]>([
    ['#tag', ['#tag']],
    ['a #tag, #b/c. #d-e_f!', ['#tag', '#b/c', '#d-e_f']],
    ['#2024 #2024a #y1984 #1/2', ['#2024a', '#y1984', '#1/2']],
    ['# heading\n#tag', ['#tag']],
    ['##tag ###tag', []],
    ['## a heading with #tag', ['#tag']],
    ['word#no C# F#.', []],
    ['a_#no a/#no a-#no', []],
    ['(#tag) "#quoted" [#b] *#c*', ['#tag', '#quoted', '#b', '#c']],
    ['\\#no \\[\\[#Escaped', ['#Escaped']],
    ['&#123; &#no;', []],
    ['#ключ #日本語 #ü #été', ['#ключ', '#日本語', '#ü', '#été']],
    ['#🎉 #👨‍👩‍👧 #a🎉b', ['#🎉', '#👨‍👩‍👧', '#a🎉b']],
    ['#a\u3000b #c\u00a0d', ['#a', '#c']],
    ['`#no` ```#no```', []],
    ['```\n#no\n```\n~~~\n#no\n~~~', []],
    ['    #no', []],
    ['[[#no]] [x](#no) [x](Note#no)', []],
    ['https://example.com/#no https://example.com/a,#no?b=(#no', []],
    ['<https://example.com/a #yes', ['#yes']],
    ['<font color="#fff">#yes</font> <!-- #no -->', ['#yes']],
    ['#task<br>[[a]]', ['#task']],
    ['%% #yes %%', ['#yes']],
    ['$#no$', []],
    ['- #a\n  - #b\n> #c\n> - #d', ['#a', '#b', '#c', '#d']],
    ['| #a | b |\n| --- | --- |\n| c | #d |', ['#a', '#d']],
    ['[ref]: #no\n#yes', ['#yes']],
    ['#a#b', ['#a']],
    ['#a/', ['#a/']],
  ])('%j', (text, found) => {
    expect(tags(text)).toEqual(found);
  });
});

describe('headings', () => {
  it.each<[string, string[]]>([
    ['# One\n## Two\n###### Six\n####### seven', ['1 One', '2 Two', '6 Six']],
    ['#No\n #  Padded  \n# Closed ##\n# Not closed#', ['1 Padded', '1 Closed', '1 Not closed#']],
    ['#\n## \n### ###', ['1 ', '2 ', '3 ']],
    ['    # code\n\ttext', []],
    ['text\n# Interrupts', ['1 Interrupts']],
    ['# I link to [[Note]] and `code`', ['1 I link to [[Note]] and `code`']],
    ['Setext\n===\n\nTwo\nlines\n---\n\n---\n***', ['1 Setext', '2 Two\nlines']],
    ['```\n# no\n```\n~~~\n# no\n~~~', []],
    ['<!--\n# no\n-->\n# Yes', ['1 Yes']],
    ['%%\n# no\n%%\n# Yes', ['1 Yes']],
    ['$$\n# no\n$$\n# Yes', ['1 Yes']],
    ['[ref]: Note.md\n---\n[ref]: Note.md\n===\n\n[ref]: Note.md\nText\n===', ['1 Text']],
    // Obsidian's outline holds the headings of the root level.
    ['> # quoted\n\n- # in a list\n\n# Yes', ['1 Yes']],
    ['# Windows\r\n\r\n## Two\r\n', ['1 Windows', '2 Two']],
    ['---\ntitle: x\n---\n# After properties', ['1 After properties']],
    ['\ufeff# After a mark', ['1 After a mark']],
    ['| a |\n| --- |', []],
    ['a\n- - -\n_ _ _\n-', []],
  ])('%j', (text, found) => {
    expect(headings(text)).toEqual(found);
  });

  it('end where their text ends', () => {
    const [heading] = scan('## A b ##  \r\nx').headings();
    expect(heading).toMatchObject({ start: 0, end: 9, text: 'A b' });
  });
});

describe('block ids', () => {
  it.each<[string, string[]]>([
    ['text ^a1', ['a1: text ^a1']],
    ['one\ntwo ^Two-2  \n', ['two-2: one\ntwo ^Two-2  ']],
    ['text^no', []],
    ['text ^no more', []],
    ['text ^no_underscore', []],
    ['one ^no\ntwo', []],
    ['- item ^a\n- other ^b', ['a: - item ^a', 'b: - other ^b']],
    ['- item ^a\n  - sub ^b', ['a: - item ^a', 'b: - sub ^b']],
    ['- [ ] task [[x]] ^t', ['t: - [ ] task [[x]] ^t']],
    ['> quote ^q', ['q: quote ^q']],
    ['> [!note] T\n> body ^q', ['q: [!note] T\n> body ^q']],
    ['> quote\n\n^q', ['q: > quote']],
    ['- a\n- b\n\n^list', ['list: - a\n- b']],
    ['| a |\n| - |\n| b |\n\n^table', ['table: | a |\n| - |\n| b |']],
    ['```\ncode\n```\n\n^code', ['code: ```\ncode\n```']],
    ['```\nno ^no\n```', []],
    ['`code ^no`', []],
    ['# Head ^h', ['h: # Head ^h']],
    ['^alone', ['alone: ^alone']],
    ['[[Note#^no]]', []],
    ['<!-- x ^no -->', []],
    ['text ^a\r\n\r\nmore ^b\r\n', ['a: text ^a', 'b: more ^b']],
  ])('%j', (text, found) => {
    expect(blocks(text)).toEqual(found);
  });
});

describe('frontmatter', () => {
  const state = (text: string) => scan(text).frontmatter.state;
  it.each<[string, string]>([
    ['---\na: 1\n---\n', 'valid'],
    ['---\na: 1\n---', 'valid'],
    ['---\r\na: 1\r\n---\r\n', 'valid'],
    ['\ufeff---\na: 1\n---\n', 'valid'],
    ['---\n---\n', 'valid'],
    ['---  \na: 1\n---\t\n', 'valid'],
    ['\n---\na: 1\n---\n', 'none'],
    ['text\n---\na: 1\n---\n', 'none'],
    [' ---\na: 1\n---\n', 'none'],
    ['---\na: 1\n', 'none'],
    ['---\na: 1\n...\n', 'none'],
    ['----\na: 1\n----\n', 'none'],
    ['', 'none'],
    ['---', 'none'],
    ['---\na: [\n---\n', 'invalid'],
    ['---\n- a\n---\n', 'invalid'],
    ['---\ntext\n---\n', 'invalid'],
    ['---\na: 1\na: 2\n---\n', 'invalid'],
    ['---\n{"tags": "journal"}\n---\n', 'valid'],
  ])('%j is %s', (text, expected) => {
    expect(state(text)).toBe(expected);
  });

  it('is no part of the text that is scanned', () => {
    const facts = scan('---\ntitle: "#no [[x]] and"\nx: "a ^b"\n---\n#yes');
    expect(facts.tags().map(({ tag }) => tag)).toEqual(['#yes']);
    expect(facts.refs()).toEqual([]);
    expect(facts.blocks()).toEqual([]);
  });

  it('an error says where it is in the note', () => {
    const { frontmatter } = scan('---\nok: 1\ntitle: A: B\n---\n');
    expect(frontmatter).toMatchObject({
      state: 'invalid',
      error: { offset: 17 },
      block: { start: 0, end: 25 },
    });
  });
});
