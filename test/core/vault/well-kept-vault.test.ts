import { describe, expect, it } from 'vitest';
import { buildIndex } from '../../../src/core/vault/build-index';
import { folderOf } from '../../../src/core/vault/file-table';
import { memoryVaultFs } from '../../support/memory-vault-fs';

const FOLDERS = [
  '',
  'Projects/',
  'Projects/2026 Q1/',
  'Areas/Health/',
  'Ressourcen/Übersicht/',
  'Journal/2026/07/',
];
const TOPICS = [
  'Release v2.4',
  'Meeting',
  "Ada's notes",
  'Größe',
  'build.ps1',
  '100%',
  'Q&A',
  'Plan (draft)',
  'naïve idea',
  '日記',
];
const PAGES = 300;

interface Page {
  readonly name: string;
  readonly path: string;
}

const pages: readonly Page[] = Array.from({ length: PAGES }, (_, at) => {
  const name = `${TOPICS[at % TOPICS.length] ?? ''} ${String(at)}`;
  return { name, path: `${FOLDERS[at % FOLDERS.length] ?? ''}${name}.md` };
});

function relative(from: string, to: string): string {
  const up = folderOf(from) === '' ? './' : '../'.repeat(folderOf(from).split('/').length);
  return `${up}${to}`;
}

const encoded = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/').replaceAll('(', '%28').replaceAll(')', '%29');
const withoutMd = (path: string): string => path.slice(0, -3);

/** Each way in which people and Obsidian write a link to a page. */
const WAYS: readonly ((to: Page, from: Page) => string)[] = [
  ({ name }) => `[[${name}]]`,
  ({ name }) => `[[${name}|shown so]] and [[${name} |so]]`,
  ({ name }) =>
    `[[${name.replace(/[a-zöï]/g, (letter) => letter.toUpperCase())}]] [[${name}.md]] [[${name}.MD#Part one]]`,
  ({ name }) => `[[${name}#Part one]] [[${name}#^mark|x]] ![[${name}#Part one]]`,
  ({ path }) => `[[${withoutMd(path)}]] [[${path}]] [[/${withoutMd(path)}]]`,
  ({ path }, from) => `[[${relative(from.path, withoutMd(path))}]]`,
  ({ path }) => `[text](${encoded(path)}) [text](${encoded(path)}#Part%20one "title")`,
  ({ path }) => `[text](<${path}>) [text](/${encoded(path)})`,
  ({ path }, from) => `[text](${encoded(relative(from.path, path))})`,
  ({ name }) => `[text](${encoded(name)}.md) [text](${encoded(name)})`,
  ({ name }) => `[[${name.normalize('NFD')}]] [[${name.replaceAll(' ', '\u00a0')}]]`,
  ({ name }) => `| a | b |\n| - | - |\n| [[${name}\\|shown]] | [[${name}#^mark\\|x]] |`,
  ({ name }) => `> [!note] [[${name}]]\n> - [ ] task [[${name}]]\n\n## See [[${name}]]\n\n[[#See ${name}]]`,
];

/** What looks like a broken link to a careless reader and is none (or no link at all). */
const TRAPS = [
  '```sh\nif [[ -f "$x" ]]; then tr "[[:upper:]]" x; fi\n```',
  '`[[nowhere]]` and <!-- [[nowhere]] -->',
  '    [[nowhere in code]]',
  '[web](https://example.com/a.md) <https://example.com> [mail](mailto:a@b.c) [app](obsidian://open?vault=x)',
  '![[Foto (1).PNG|100x145]] ![[paper.pdf#page=3]] ![alt](files/Foto%20%281%29.png) [[Board.canvas]] [[list.base]]',
  '[[#Part one]] [[#^mark]] [here](#Part%20one)',
  '[[]] []() [^1]\n\n[^1]: a footnote',
];

function text(page: Page, at: number): string {
  const to = (step: number): Page => pages[(at * 7 + step) % PAGES] ?? page;
  const links = WAYS.map((way, step) => way(to(step), page));
  const trap = TRAPS[at % TRAPS.length] ?? '';
  return `---\ntitle: "${page.name}"\nup: "[[${to(40).name}]]"\nsee:\n  - "[[${withoutMd(to(41).path)}|that]]"\n  - "[x](${encoded(to(42).path)})"\naliases: [alias ${String(at)}]\n---\n\n# ${page.name}\n\n## Part one\n\n${links.join('\n\n')}\n\npara ^mark\n\n${trap}\n`;
}

describe('a vault of 300 well-kept pages', () => {
  it('has not one link that does not resolve', async () => {
    const files = Object.fromEntries(
      pages.map((page, at) => [page.path.normalize(at % 3 ? 'NFC' : 'NFD'), text(page, at)]),
    );
    const index = await buildIndex(
      memoryVaultFs({
        ...files,
        'files/Foto (1).png': '',
        'files/paper.pdf': '',
        'Board.canvas': '{"nodes":[]}',
        'Projects/list.base': 'views: []\n',
      }),
      { showUnsupportedFiles: false },
    );
    expect(index.problems).toEqual([]);
    let count = 0;
    const astray: string[] = [];
    for (const note of index.notes)
      for (const ref of note.facts.refs()) {
        count++;
        const { status } = index.resolve(ref, note.path);
        if (status !== 'resolved') astray.push(`${note.path}: ${ref.original} is ${status}`);
      }
    expect(astray).toEqual([]);
    expect(count).toBeGreaterThan(PAGES * 20);
  });
});
