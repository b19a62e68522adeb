import { describe, expect, it } from 'vitest';
import { lintFiles } from './lint-files';

/**
 * What other tools for broken links report and should not. Seen in eugeniughelbur/obsidian-second-brain#32, #82, #93,
 * mlorentedev/hive#70, #94, #349, Ar9av/obsidian-wiki#176, AgriciDaniel/claude-obsidian#163, #190,
 * cyanheads/obsidian-mcp-server#126.
 */
const LINK_RULES = new Set(['broken-wikilink', 'broken-subpath', 'ambiguous-link', 'alias-as-target']);

async function linkFindings(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule }) => LINK_RULES.has(rule))
    .map(({ path, line, column, rule, subject }) => `${path}:${line}:${column} ${rule} ${subject}`);
}

async function gaps(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return (await lintFiles(files)).gaps.map(({ path, link }) => `${path} ${link}`);
}

describe('no false broken link', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'shell tests and character classes in fenced code',
      {
        'Shell.md':
          '```bash\nif [[ -f "plan.png" && $x != [[:space:]]* ]]; then echo [[plan.png]]; fi\n```\n\n~~~\n![[gone.png]]\n~~~\n\n    ![[indented.png]]\n\nInline `[[:class:]]` and ``![[a`b.png]]``.\n',
      },
    ],
    [
      'the backslash in front of a pipe in a table cell',
      {
        'Table.md':
          '| a | b |\n| --- | --- |\n| [[Soil\\|the soil]] | ![[plan.png\\|100x145]] |\n| [[Soil#Loam\\|loam]] | [[Soil#^ph\\|pH]] |\n',
        'Soil.md': '# Loam\n\n6.4 ^ph\n',
        'plan.png': '',
      },
    ],
    [
      'dots in titles taken for extensions',
      {
        'A.md':
          '[[Release v2.4 notes]] [[build.ps1]] [[Note.1]] [[Release v2.4]] [[Node.js]] [[Dr. Who]] [[e.g. this]] [[v1.0.md]]\n',
        'Release v2.4 notes.md': '',
        'build.ps1.md': '',
        'Note.1.md': '',
      },
    ],
    [
      'the folder of templates',
      {
        'Templates/Day.md': '![[{{title}}.png]] [[{{date:YYYY-MM-DD}}]] ![[<% tp.file.title %>.pdf]]\n',
        '.obsidian/templates.json': '{"folder": "Templates"}',
      },
    ],
    ['template expressions outside of it', { 'A.md': '![[{{title}}.png]] ![[<% tp.file.title %>.pdf]]\n' }],
    [
      'attachments, canvases and bases',
      {
        'A.md':
          '[[Board.canvas]] ![[dash.base]] ![[dash.base#View]] [[paper.pdf#page=3]] ![[IMG.PNG]] ![[clip.mp4#t=10]] ![](img.png)\n',
        'x/Board.canvas': '{}',
        'x/dash.base': '',
        'x/paper.pdf': '',
        'x/img.png': '',
        'x/clip.mp4': '',
      },
    ],
    [
      'relative links and links by a part of the path',
      {
        'a/b/A.md':
          '[1](../C.md) [2](./B.md) [3](../../D.md) [[../C]] [[./B]] [[b/B]] [[a/b/B]] [[/D]] [4](/a/C.md) [5](a/b/B.md)\n',
        'a/b/B.md': '',
        'a/C.md': '',
        'D.md': '',
      },
    ],
    [
      'the extension with and without, in any case',
      { 'A.md': '[[B]] [[B.md]] [[b.MD]] [x](B) [y](B.md) [[B.md#Top|see]]\n', 'B.md': '# Top\n' },
    ],
    [
      'image embeds with sizes',
      { 'A.md': '![[p.png|100]] ![[p.png|100x200]] ![alt|300](p.png) ![](<p.png> "title")\n', 'p.png': '' },
    ],
    [
      'numbered copies',
      { 'A.md': '[[Note]] [[Note 2]] [[Note (1)]]\n', 'Note.md': '', 'Note 2.md': '', 'Note (1).md': '' },
    ],
    [
      'percent-encoded destinations',
      {
        'A.md':
          '[a](My%20Note.md) [b](100%25.md) [c](Caf%C3%A9.md) [d](<My Note.md>) [e](My%20Note.md#The%20end) [f](100%.md)\n',
        'My Note.md': '# The end\n',
        '100%.md': '',
        'Café.md': '',
      },
    ],
    [
      'Markdown links that start at the vault, not beside the note',
      { 'docs/api/a.md': '[r](README.md) [s](guide.md)\n', 'README.md': '', 'docs/guide.md': '' },
    ],
    [
      'other spellings that Obsidian takes for the same name',
      {
        'A.md': '[[LOG]] [[Cafe\u0301]] [[My\u00a0Note]] [[ΟΔΟΣ]]\n',
        'Log.md': '',
        'Café.md': '',
        'My Note.md': '',
        'Οδος.md': '',
      },
    ],
    [
      'what leads out of the vault',
      {
        'A.md':
          '[a](https://example.org/x.png) <https://example.org/y.pdf> [b](mailto:a@b.c) [c](obsidian://open?x=1) ![d](https://example.org/z.png)\n',
      },
    ],
    [
      'links to headings and blocks of the note itself',
      {
        'A.md':
          '# The [[B]] & more!\n\n[[#The B & more]] [[#the b more]] [[#^x]] [x](#The%20B%20&%20more)\n\nText ^x\n',
        'B.md': '',
      },
    ],
    ['comments', { 'A.md': '<!-- ![[gone.png]] -->\n\n$$ ![[gone.png]] $$\n' }],
    [
      'properties',
      { 'A.md': '---\nup: "[[B]]"\nrelated: ["[[B|b]]", "[x](B.md)"]\ncover: gone.png\n---\n', 'B.md': '' },
    ],
  ])('%s', async (_what, files) => {
    expect(await linkFindings(files)).toEqual([]);
  });
});

describe('broken, not a gap', () => {
  it.each([
    ['Unicode form and accents by hand', '[[Uber uns]]', 'Über uns.md', false],
    ['spaces and hyphens', '[[over-view]]', 'Over view.md', true],
    ['underscores', '[[over_view]]', 'Over view.md', true],
    ['long dashes', '[[Bed 3 – Squash]]', 'Bed 3 - Squash.md', true],
    ['curly quotes', '[[Ada’s plan]]', "Ada's plan.md", true],
    ['percent-encoding in a wikilink', '[[My%20Note]]', 'My Note.md', true],
    ['the folder spelled otherwise, too', '[[field-notes/bat_box]]', 'a/Field notes/Bat box.md', true],
    ['another folder', '[[old/Bat box]]', 'new/Bat box.md', false],
    ['another year', '[[2025/Budget]]', '2024/Budget.md', false],
    ['another project', '[[Beta/Overview]]', 'Alpha/Overview.md', false],
    ['a folder where the note lies in none', '[[sub/b]]', 'b.md', false],
    ['more folders than the note lies in', '[[Alpha/2024/Budget]]', '2024/Budget.md', false],
    ['the top of the vault', '[[/Bat-box]]', 'new/Bat box.md', false],
    ['the folder of the note', '[[./Bat-box]]', 'new/Bat box.md', false],
    ['a dash at the end', '[[C-]]', 'C.md', false],
    ['an underscore at the start', '[[_Plan]]', 'Plan.md', false],
    ['a name that only starts alike', '[[Bat]]', 'Bat box.md', false],
    ['a generic name in another folder', '[[old/README]]', 'new/README.md', false],
  ])('%s: %s beside %s', async (_what, link, file, broken) => {
    const files = { 'A.md': `See ${link}.\n`, [file]: '' };
    expect(await linkFindings(files)).toEqual(
      broken ? [`A.md:1:5 broken-wikilink ${link.slice(2, -2)}`] : [],
    );
    expect(await gaps(files)).toEqual(broken ? [] : [`A.md ${link.slice(2, -2)}`]);
  });

  it('does not take notes that are left out for what was meant', async () => {
    const files = {
      'A.md': '[[bat-box]] [[old-plan]]\n',
      'Templates/Bat box.md': '',
      'Logs/memory/Old plan.md': '',
    };
    expect(await linkFindings(files)).toEqual([]);
    expect(await gaps(files)).toEqual(['A.md bat-box', 'A.md old-plan']);
  });

  it('counts embeds and files of other kinds', async () => {
    const files = {
      'A.md': '![[Later]] [[paper.pdf]] [x](clip.mp4) [[Board.canvas]] [[data.json]] [y](main.ts)\n',
    };
    expect(await linkFindings(files)).toEqual([
      'A.md:1:1 broken-wikilink Later',
      'A.md:1:12 broken-wikilink paper.pdf',
      'A.md:1:26 broken-wikilink clip.mp4',
      'A.md:1:40 broken-wikilink Board.canvas',
      'A.md:1:57 broken-wikilink data.json',
      'A.md:1:71 broken-wikilink main.ts',
    ]);
  });

  it('says what was most likely meant, and where', async () => {
    const { findings } = await lintFiles({
      'A.md': 'x ![[old/Bat box]] [[bat-box]] ![[data.json]] ![[gone.png]]\n',
      'new/Bat box.md': '',
      'data.json': '{}',
    });
    expect(findings.filter(({ rule }) => rule === 'broken-wikilink').map(({ message }) => message)).toEqual([
      'Nothing to embed is called “old/Bat box”; meant is most likely new/Bat box.',
      'No note is called “bat-box”; meant is most likely Bat box.',
      'Obsidian does not open data.json: files of this kind need “Detect all file extensions”.',
      'Nothing to embed is called “gone.png”.',
    ]);
  });

  it('lists an alias as such, and neither as broken nor as a gap', async () => {
    const files = { 'A.md': '[[AL]] ![[AL]]\n', 'Alias.md': '---\naliases: [al]\n---\n' };
    expect(await linkFindings(files)).toEqual(['A.md:1:1 alias-as-target AL', 'A.md:1:8 broken-wikilink AL']);
    expect(await gaps(files)).toEqual([]);
  });
});
