import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { array, looseObject, object, record, string, unknown } from 'zod';
import { UsageError } from '../../runner/cli/verb';
import { index } from '../../runner/cli/verbs/index';
import { runVerb, type CallOptions, type Printed } from '../support/call-verb';
import { filesOf, tempVault } from '../support/temp-vault';

/** Calls the verb as the command line does. */
function call(vault: string, words: readonly string[] = [], options: CallOptions = {}): Promise<Printed> {
  return runVerb(index, vault, words, { json: true, ...options });
}

const printed = object({
  files: array(looseObject({ path: string() })),
  uses: array(object({ user: string(), target: string() })),
  problems: array(object({ path: string(), kind: string(), message: string() })),
});

async function parsed(vault: string, ...words: readonly string[]) {
  const { code, out, err } = await call(vault, words);
  expect([code, err]).toEqual([0, '']);
  return printed.parse(JSON.parse(out));
}

describe('hermesh index --json', () => {
  it('gives everything a note says, with Obsidian’s names and places', async () => {
    const text =
      '---\ntags: [x]\nup: "[[B|that]]"\n---\n# Über [[B]]\n\n![[pic.png|20]] #tag/sub [m](Sub/My%20B.md#H) ^id\n[[gone]] [[Tie]]\n';
    const vault = tempVault({
      'a.md': text,
      'B.md': '',
      'Sub/My B.md': '',
      'one/Tie.md': '',
      'two/Tie.md': '',
      'pic.png': '',
    });
    const { files } = await parsed(vault, 'a.md');
    const loc = (line: number, col: number) => {
      const before = text.split('\n').slice(0, line).join('\n');
      return { line, col, offset: before.length + 1 + col };
    };
    expect(files).toEqual([
      {
        path: 'a.md',
        frontmatter: { tags: ['x'], up: '[[B|that]]' },
        frontmatterError: null,
        links: [
          {
            link: 'B',
            original: '[[B]]',
            displayText: 'B',
            target: 'B.md',
            status: 'resolved',
            position: { start: loc(4, 7), end: loc(4, 12) },
          },
          {
            link: 'Sub/My B.md#H',
            original: '[m](Sub/My%20B.md#H)',
            displayText: 'm',
            target: 'Sub/My B.md',
            status: 'resolved',
            position: { start: loc(6, 25), end: loc(6, 45) },
          },
          {
            link: 'gone',
            original: '[[gone]]',
            displayText: 'gone',
            target: null,
            status: 'unresolved',
            position: { start: loc(7, 0), end: loc(7, 8) },
          },
          {
            link: 'Tie',
            original: '[[Tie]]',
            displayText: 'Tie',
            target: null,
            status: 'ambiguous',
            candidates: ['one/Tie.md', 'two/Tie.md'],
            position: { start: loc(7, 9), end: loc(7, 16) },
          },
        ],
        embeds: [
          {
            link: 'pic.png',
            original: '![[pic.png|20]]',
            displayText: '20',
            target: 'pic.png',
            status: 'resolved',
            position: { start: loc(6, 0), end: loc(6, 15) },
          },
        ],
        frontmatterLinks: [
          {
            key: 'up',
            link: 'B',
            original: '[[B|that]]',
            displayText: 'that',
            target: 'B.md',
            status: 'resolved',
          },
        ],
        headings: [{ heading: 'Über [[B]]', level: 1, position: { start: loc(4, 0), end: loc(4, 12) } }],
        blocks: [],
        tags: [{ tag: '#tag/sub', position: { start: loc(6, 16), end: loc(6, 24) } }],
      },
    ]);
  });

  it('says where broken frontmatter breaks', async () => {
    const vault = tempVault({ 'a.md': '---\nok: 1\nbad: [\n---\n', 'b.md': 'none\n' });
    const { files } = await parsed(vault);
    expect(files).toMatchObject([
      { frontmatter: null, frontmatterError: { line: 3, col: 0, offset: 17 } },
      { frontmatter: null, frontmatterError: null },
    ]);
  });

  it('lists what canvases and bases use, and what could not be read', async () => {
    const vault = tempVault({
      'a.md': 'x',
      'bad.md': new Uint8Array([0xff]),
      'board.canvas': '{"nodes":[{"type":"file","file":"a.md"}]}',
      'broken.canvas': '{',
      '.obsidian/app.json': 'no json',
    });
    const { files, uses, problems } = await parsed(vault);
    expect(files.map(({ path }) => path)).toEqual(['a.md']);
    expect(uses).toEqual([{ user: 'board.canvas', target: 'a.md' }]);
    expect(problems.map(({ path }) => path).sort()).toEqual([
      '.obsidian/app.json',
      'bad.md',
      'broken.canvas',
    ]);
  });

  it('reads the settings from a renamed folder', async () => {
    const files = { 'a.md': '[[data.json]]', 'data.json': '{}' };
    const app = '{"showUnsupportedFiles":true}';
    for (const [folder, status] of [
      ['.obsidian', 'resolved'],
      ['.config-phone', 'resolved'],
      ['.other', 'unresolved'],
    ] as const) {
      const name = folder === '.other' ? 'other.json' : 'app.json';
      const { files: notes } = await parsed(tempVault({ ...files, [`${folder}/${name}`]: app }));
      expect(notes).toMatchObject([{ links: [{ status }] }]);
    }
  });

  it('takes notes and folders, as seen from the vault or from where one is', async () => {
    const vault = tempVault({ 'a.md': '', 'x/b.md': '', 'x/y/c.md': '', 'xx.md': '', 'x/pic.png': '' });
    const paths = async (...words: readonly string[]) =>
      (await parsed(vault, ...words)).files.map(({ path }) => path);
    expect(await paths()).toEqual(['a.md', 'x/b.md', 'x/y/c.md', 'xx.md']);
    expect(await paths('x')).toEqual(['x/b.md', 'x/y/c.md']);
    expect(await paths('x/y/', 'a.md')).toEqual(['a.md', 'x/y/c.md']);
    const { out } = await call(vault, ['b.md'], { cwd: `${vault}/x` });
    expect(printed.parse(JSON.parse(out)).files).toMatchObject([{ path: 'x/b.md' }]);
  });

  it('refuses a path that is not in the vault, and what is no note', async () => {
    const vault = tempVault({ 'a.md': '', 'pic.png': '' });
    for (const path of ['gone.md', '../a.md', '/etc/passwd', 'pic.png'])
      await expect(call(vault, [path])).rejects.toThrow(UsageError);
  });

  it('stops between notes when told to, and changes nothing in the vault', async () => {
    const vault = tempVault({ 'a.md': '[[b]]' });
    expect(await call(vault, [], { stop: AbortSignal.abort() })).toEqual({
      code: 1,
      out: '',
      err: 'hermesh: stopped before the end\n',
    });
    expect(filesOf(vault)).toEqual({ 'a.md': '[[b]]' });
  });

  it('prints an empty vault as one', async () => {
    expect(await parsed(tempVault())).toEqual({ files: [], uses: [], problems: [] });
  });
});

describe('hermesh index', () => {
  it('prints a line for each note', async () => {
    const vault = tempVault({ 'a.md': '# H\n[[b]] [[c]] #t\n', 'b.md': '---\na: [\n---\n' });
    expect(await call(vault, [], { json: false })).toEqual({
      code: 0,
      err: '',
      out:
        'a.md: 2 links (1 unresolved), 1 heading, 0 blocks, 1 tag\n' +
        'b.md: 0 links, 0 headings, 0 blocks, 0 tags; invalid frontmatter\n' +
        '2 notes, 0 uses by canvases and bases\n',
    });
  });
});

describe('the recorded app data', () => {
  const folder = new URL('../oracle/obsidian-cache/', import.meta.url);
  const recording = object({
    filePath: string(),
    cachedMetadata: looseObject({
      frontmatter: record(string(), unknown()).optional(),
      links: array(unknown()).optional(),
      embeds: array(unknown()).optional(),
      frontmatterLinks: array(unknown()).optional(),
      headings: array(unknown()).optional(),
      blocks: record(string(), unknown()).optional(),
      tags: array(unknown()).optional(),
    }),
  });

  it('is what the verb prints for those notes', async () => {
    const demo = fileURLToPath(new URL('../vaults/tasks-demo', import.meta.url));
    const { files } = await parsed(demo);
    const byPath = new Map(files.map((file) => [file.path, file]));
    const recordings = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => recording.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))));
    for (const { filePath, cachedMetadata: cache } of recordings)
      expect(byPath.get(filePath)).toMatchObject({
        frontmatter: cache.frontmatter ?? null,
        links: cache.links ?? [],
        embeds: cache.embeds ?? [],
        frontmatterLinks: cache.frontmatterLinks ?? [],
        headings: cache.headings ?? [],
        blocks: Object.values(cache.blocks ?? {}),
        tags: cache.tags ?? [],
      });
  });
});
