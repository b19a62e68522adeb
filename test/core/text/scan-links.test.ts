import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/text/scan';

/** `link` for a link, `!link` for an embed, `key: link` for a frontmatter link, in reading order. */
function linksIn(text: string): string[] {
  return scan(text)
    .refs()
    .map(({ kind, link, key, original, start, end }) => {
      expect(text.slice(start, end)).toBe(original);
      if (kind === 'frontmatter') return `${key ?? ''}: ${link}`;
      return kind === 'embed' ? `!${link}` : link;
    });
}

function shown(text: string): readonly (string | undefined)[] {
  return scan(text)
    .refs()
    .map(({ displayText }) => displayText);
}

const LINKS = '[[Note]] and [x](Note.md)';

describe('what counts as a link', () => {
  it.each<[string, string[]]>([
    // E1–E4
    ['See [[Note]] here', ['Note']],
    ['## Heading [[Note]]', ['Note']],
    ['- [ ] task [[Note]]', ['Note']],
    ['> quote [[Note]]', ['Note']],
    ['> [!note] [[Note]]', ['Note']],
    ['> [!note]- Title [[A]]\n> body [[B]]\n>> deeper [[C]]', ['A', 'B', 'C']],
    ['| a | b |\n| --- | --- |\n| [[Note\\|x]] | [[B]] |', ['Note', 'B']],
    // E6–E8
    ['[x](Note.md) ![x](img.png)', ['Note.md', '!img.png']],
    ['[x](<My Note.md>)', ['My Note.md']],
    ['[x](My Note.md)', []],
    ['[x](My%20Note.md#A%20heading)', ['My Note.md#A heading']],
    ['[x](100%25.md) [y](100%.md)', ['100%.md', '100%.md']],
    // E16–E21
    ['[[Note\n]]', []],
    ['[[Note\r\n]]', []],
    ['[[]] []() [alias]() [[ ]] ![[]] ![]()', []],
    ['[[|]] [[|alias]]', ['|', '|alias']],
    ['[[Sq]uare]]', ['Sq]uare']],
    ['[[https://example.com]]', ['https://example.com']],
    // E22
    ['https://example.com/[[a <https://example.com> [x](https://example.com) [m](mailto:a@b.c)', []],
    ['[o](obsidian://open?vault=x) [f](file:///a/b) ![i](https://example.com/a.png) [p](//example.com)', []],
    // E23, E24: not known to count, so never reported nor fixed
    ['$[[Note]]$', []],
    ['$$ [[Note]] $$', []],
    ['$$\n[[Note]]\n$$\n[[After]]', ['After']],
    ['a [[Price $5]] and [[Cost $6]] b', ['Price $5', 'Cost $6']],
    ['it cost $5 [[A]] or $6', ['A']],
    ['from $5–[[A]]–$10, US$3 [[B]]', ['A', 'B']],
    ['\\$a [[A]] b$', ['A']],
    ['$$\nnever closed [[A]]', ['A']],
    // E26, E28
    ['<a href="Note.md">x</a>', []],
    ['a <span title="[[No]]">[[Yes]]</span>', ['Yes']],
    ['text[^1]\n\n[^1]: see [[Note]]\n    and [[More]]\n\n    [[Still]]', ['Note', 'More', 'Still']],
    ['inline^[footnote with [[Note]]]', ['Note']],
    // E39
    ['## See [[Other]]\n[[#See Other]]', ['Other', '#See Other']],
  ])('%j', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });
});

describe('code hides links', () => {
  it.each<[string, string[]]>([
    ['`[[Note]]`', []],
    ['``a ` [[Note]] ` b``', []],
    ['`one\ntwo [[Note]] three`\n[[After]]', ['After']],
    ['`not closed [[Note]]', ['Note']],
    ['`` not closed ` [[Note]]', ['Note']],
    ['`not closed\n\n[[Note]] `', ['Note']],
    ['\\`[[Note]]`', ['Note']],
    ['\\``[[Note]]`', []],
    ['> `a\n> [[Note]]`\n> [[After]]', ['After']],
    ['```\n[[Note]]\n```\n[[After]]', ['After']],
    ['~~~\n[[Note]]\n~~~\n[[After]]', ['After']],
    ['~~~\n```\n[[Note]]\n~~~\n[[After]]', ['After']],
    ['````md\n```\n[[Note]]\n```\n[[Note]]\n````\n[[After]]', ['After']],
    ['```\n[[Note]]\n~~~\n[[Note]]', []],
    ['``` a`b\n[[Note]]', ['Note']],
    ['   ```\n[[Note]]\n  ```  \n[[After]]', ['After']],
    ['```\n[[Note]]\n    ```\n[[Note]]', []],
    ['> ```\n> [[Note]]\n> ```\n> [[After]]', ['After']],
    ['> ```\n> [[Note]]\n[[After]]', ['After']],
    ['- ```\n  [[Note]]\n  ```\n- [[After]]', ['After']],
    ['- ```\n\n  [[Note]]\n- [[After]]', ['After']],
    ['1. a\n   ~~~\n   [[Note]]\n   ~~~\n   [[After]]', ['After']],
    ['text\n```\n[[Note]]\n```\n[[After]]', ['After']],
    ['    [[Note]]\n\n[[After]]', ['After']],
    ['\t[[Note]]\n\n[[After]]', ['After']],
    [' \t[[Note]]', []],
    ['# H\n    [[Note]]', []],
    ['text\n    [[Note]]', ['Note']],
    ['- item\n\n      [[Note]]\n\n  [[After]]', ['After']],
    ['- item\n\n  [[Note]]\n\n    [[Also]]', ['Note', 'Also']],
    ['- a\n    - b [[Note]]\n        - c [[Deep]]', ['Note', 'Deep']],
    ['- a\n\t- b [[Note]]\n\t\t- c [[Deep]]', ['Note', 'Deep']],
    ['10. a\n\n    [[Note]]', ['Note']],
    ['-     [[Note]]', []],
    ['>     [[Note]]', []],
    ['>\t[[Note]]', ['Note']],
    ['```sh\nif [[ -f $x ]]; then\n[[:class:]]\nfi\n```', []],
    ['```dataview\nLIST FROM [[Note]]\n```', []],
  ])('%j', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });
});

describe('HTML and comments', () => {
  it.each<[string, string[]]>([
    ['<!-- [[Note]] -->', []],
    ['a <!-- [[Note]] --> [[After]]', ['After']],
    ['a <!-- one\n[[Note]]\n--> [[After]]', ['After']],
    ['<!--\n\n[[Note]]\n\n-->\n[[After]]', ['After']],
    ['<!-- a --> [[Note]]\n[[After]]', ['After']],
    ['a <!-- [[Note]]', ['Note']],
    ['> <!--\n> [[Note]]\n> -->\n> [[After]]', ['After']],
    ['<div>\n[[Note]]\n</div>\n\n[[After]]', ['After']],
    ['<details>\n<summary>S</summary>\n\n[[After]]\n\n</details>', ['After']],
    ['<br>[[Note]]', ['Note']],
    ['<custom-tag>\n[[Note]]\n\n[[After]]', ['After']],
    ['text\n<custom-tag>\n[[Note]]', ['Note']],
    ['<script>\nlet a = "[[Note]]";\n\nlet b = "[[Note]]";\n</script>\n[[After]]', ['After']],
    ['1 < 2 [[Note]] 3 > 2', ['Note']],
    ["a <b c='[[No]]' d> [[Yes]]", ['Yes']],
    ['%% [[Note]] %%', ['Note']],
    ['a %% [[Note]] %% [x](b.md)', ['Note', 'b.md']],
    ['%%\n[[Note]]\n\n- [[Item]]\n%%\n[[After]]', ['Note', 'Item', 'After']],
    ['%%\n`[[Code]]` [[Note]]\n%%', ['Note']],
    ['%% not closed\n\n[[Note]]', ['Note']],
  ])('%j', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });
});

describe('brackets, destinations, titles', () => {
  it.each<[string, string[]]>([
    ['\\[[Note]]', []],
    ['\\[\\[Note]]', []],
    ['[\\[Note]]', []],
    ['\\![[Note]]', ['Note']],
    ['!\\[[Note]]', []],
    ['\\\\[[Note]]', ['Note']],
    ['[[[Note]]]', ['Note']],
    ['[[a [[Note]]', ['Note']],
    ['[[a](b.md)', ['b.md']],
    ['[a] [[Note]] [b]', ['Note']],
    ['[x](a(b)c.md)', ['a(b)c.md']],
    ['[x](a(b.md)', []],
    ['[x](a\\(b.md)', ['a(b.md']],
    ['[x](a_b\\_c.md)', ['a_b_c.md']],
    ['[x](Note.md "A title")', ['Note.md']],
    ["[x](Note.md 'A title') [y](<B c.md> (t))", ['Note.md', 'B c.md']],
    ['[x](Note.md "A title" more)', []],
    ['[x]( Note.md )', ['Note.md']],
    ['[x](Note.md\n"title")', ['Note.md']],
    ['[x] (Note.md)', []],
    ['[a [b] c](Note.md)', ['Note.md']],
    ['[a `]` c](Note.md)', ['Note.md']],
    ['[a\nb](Note.md)', ['Note.md']],
    ['> [a\n> b](Note.md)', ['Note.md']],
    ['[a [in](Inner.md) c](Outer.md)', ['Inner.md']],
    ['[![alt](img.png)](Note.md)', ['Note.md', '!img.png']],
    ['[![[img.png]]](Note.md)', ['Note.md', '!img.png']],
    ['![a [b](c.md) d](e.png)', ['!e.png', 'c.md']],
    ['[x](#heading)', ['#heading']],
    ['[x](<>)', []],
    ['[[Note]](other.md)', ['Note']],
    ['![[a.png|100x145]] ![a|100](b.png)', ['!a.png', '!b.png']],
    ['[[Note#Head#Sub|d]] [[Note#^id]]', ['Note#Head#Sub', 'Note#^id']],
    ['[[ Note | x ]]', ['Note']],
    ['[ ] [x] [[Note]]', ['Note']],
    [`[x](Note.md) ${LINKS}`, ['Note.md', 'Note', 'Note.md']],
    // Reference links: neither the use nor the definition is in the list of links.
    ['[x][ref] [ref]\n\n[ref]: Note.md "t"\n[[After]]', ['After']],
    ['[ref]: <My Note.md>\n[two]:\n  Other.md\n[[After]]', ['After']],
    ['[not a definition] [[Note]]', ['Note']],
    ['[ref]: a b [[Note]]', ['Note']],
  ])('%j', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  it('original is the whole source, marks of a quote included', () => {
    const [link] = scan('> [a\n> b](Note.md)').refs();
    expect(link).toMatchObject({ start: 2, end: 18, original: '[a\n> b](Note.md)', link: 'Note.md' });
  });
});

describe('tables', () => {
  it.each<[string, string[]]>([
    ['| [[A]] | b |\n|---|---|\n| c | [[B\\|x]] |\n| [d](D.md) |', ['A', 'B', 'D.md']],
    ['a | b\n--|--\n[[A]] | `[[No]]`', ['A']],
    // A bare pipe ends the cell, and with it the link.
    ['| a | b |\n|---|---|\n| [[A|x]] | [[B]] |', ['B']],
    ['| a | b |\n|---|---|\n| `x \\| [[No]]` | [[B]] |', ['B']],
    ['> | a |\n> | --- |\n> | [[A\\|x]] |', ['A']],
    ['- | a | b |\n  | --- | --- |\n  | [[A\\|x]] | b |', ['A']],
    ['not a | table [[A|x]]', ['A']],
    ['a | b\n---|---|---\n[[A|x]]', ['A']],
    ['| a |\n|---|\n| [[A]] |\n\n[[B|x]]', ['A', 'B']],
  ])('%j', (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  it('the backslash before a pipe is no part of the link', () => {
    expect(shown('| a |\n|---|\n| [[Note\\|x]] |')).toEqual(['x']);
    expect(shown('[[Note\\|x]]')).toEqual(['x']);
  });
});

describe('display texts', () => {
  it.each<[string, string]>([
    ['[[Note]]', 'Note'],
    ['[[Folder/Note]]', 'Folder/Note'],
    ['[[Note|shown]]', 'shown'],
    ['[[Note||shown]]', '|shown'],
    ['[[Note|a|b]]', 'a|b'],
    ['[[Note|]]', 'Note'],
    ['[[#Head]]', 'Head'],
    ['[[Note#A#B]]', 'Note > A > B'],
    ['[[Note#^id]]', 'Note > ^id'],
    ['[[#]]', '#'],
    ['[shown](Note.md)', 'shown'],
    ['![](img.png)', ''],
  ])('%s', (text, display) => {
    expect(shown(text)).toEqual([display]);
  });
});

describe('links in properties', () => {
  const note = (yaml: string) => `---\n${yaml}\n---\nbody`;
  it.each<[string, string[]]>([
    ['up: "[[Note]]"', ['up: Note']],
    ["up: '[[Note|x]]'", ['up: Note']],
    ['up: [[Note]]', []],
    ['up: "see [[Note]]"', []],
    ['up: "[[A]], [[B]]"', []],
    ['up: "[x](Note.md)"', ['up: Note.md']],
    ['up: "[x](My%20Note.md)"', ['up: My Note.md']],
    ['up: "[x](<My Note.md>)"', ['up: My Note.md']],
    ['up: "[x](My Note.md)"', ['up: My Note.md']],
    ['up: "[x](https://example.com)"', []],
    ['img: pic.png', []],
    ['related:\n  - "[[A]]"\n  - plain\n  - "[[B#H]]"', ['related.0: A', 'related.2: B#H']],
    ['related: ["[[A]]", "[[B]]"]', ['related.0: A', 'related.1: B']],
    ['deep:\n  up: "[[A]]" # comment', ['deep.up: A']],
    ['# "[[No]]"\nup: "[[A]]"', ['up: A']],
    ['up: "[[]]"', []],
  ])('%j', (yaml, links) => {
    expect(linksIn(note(yaml))).toEqual(links);
  });
});
