import { describe, expect, it } from 'vitest';
import { buildIndex } from '../../../src/core/vault/build-index';
import { namesIn } from '../../../src/core/vault/file-users';
import { memoryVaultFs } from '../../support/memory-vault-fs';

/** What the file at `user` uses, in a vault with some notes of every sort. */
async function used(user: string, text: string): Promise<readonly string[]> {
  const files = {
    'Note.md': '',
    'x/Deep.md': '',
    'C# notes.md': '',
    'a/Twin.md': '',
    'b/Twin.md': '',
    'i.png': '',
  };
  const index = await buildIndex(memoryVaultFs({ ...files, [user]: text }), { showUnsupportedFiles: false });
  expect(index.problems).toEqual([]);
  return index.uses.filter((use) => use.user === user).map(({ target }) => target);
}

const canvas = (...nodes: readonly unknown[]): string => JSON.stringify({ nodes, edges: [] });

describe('a canvas uses', () => {
  it('the files on it, by their whole path', async () => {
    const text = canvas(
      { id: '1', type: 'file', file: 'x/Deep.md', subpath: '#Heading' },
      { id: '2', type: 'file', file: 'C# notes.md' },
      { id: '3', type: 'group', background: 'i.png' },
      { id: '4', type: 'file', file: 'Deep.md' },
      { id: '5', type: 'link', url: 'https://example.com/Note.md' },
    );
    expect(await used('board.canvas', text)).toEqual(['C# notes.md', 'i.png', 'x/Deep.md']);
  });

  it('what its cards link to, each file once', async () => {
    const text = canvas(
      { type: 'text', text: 'see [[Note]], [d](x/Deep.md) and `[[i.png]]`\n- ![[note#H]]' },
      { type: 'text', text: '[[board.canvas]] [[gone]]' },
    );
    expect(await used('board.canvas', text)).toEqual(['Note.md', 'x/Deep.md']);
  });

  it('every file that an ambiguous link may mean', async () => {
    expect(await used('t.canvas', canvas({ type: 'text', text: '[[Twin]]' }))).toEqual([
      'a/Twin.md',
      'b/Twin.md',
    ]);
  });

  it('nothing while it is empty', async () => {
    for (const text of ['', ' \n', '{}', '{"nodes":[]}', '\ufeff{}', '{"nodes":[null, 1, "x", {"file": 3}]}'])
      expect(await used('new.canvas', text)).toEqual([]);
  });
});

describe('a base uses', () => {
  it('what its expressions name in quotes', async () => {
    const text = `filters:
  and:
    - file.hasLink("Note")
    - 'file.path == "x/Deep.md"'
    - "!link('i.png').isEmpty()"
formulas:
  up: 'up == "[[a/Twin]]"'
views:
  - type: table
    name: Note
`;
    expect(await used('list.base', text)).toEqual(['Note.md', 'a/Twin.md', 'i.png', 'x/Deep.md']);
  });

  it('what it links to plainly', async () => {
    expect(await used('list.base', 'filters: up == [[Deep|that]]\n')).toEqual(['x/Deep.md']);
    expect(await used('list.base', '')).toEqual([]);
  });
});

describe('a broken or hostile file is named, not believed', () => {
  const deep = (open: string, close: string): string => open.repeat(100_000) + close.repeat(100_000);
  it.each([
    ['a.canvas', '{'],
    ['a.canvas', '[]'],
    ['a.canvas', '{"nodes": {"file": "Note.md"}}'],
    ['a.canvas', 'null'],
    ['a.canvas', deep('[', ']')],
    ['a.canvas', deep('{"nodes":', '}')],
    ['a.base', 'a: [b'],
    ['a.base', 'a: b: c'],
    ['a.base', deep('[', ']')],
    ['a.base', deep('[[', '')],
    ['a.base', deep('? ', '')],
    ['a.base', Array.from({ length: 500 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
  ])('%s %.12s', (path, text) => {
    const outcome = namesIn(path, text);
    expect(outcome).toMatchObject({ ok: false });
    if (!outcome.ok) expect(outcome.message).toMatch(/^is no .{1,200}$/);
  });

  it('does not let aliases multiply', () => {
    const lines = ['a0: &a0 ["[[Note]]"]'];
    for (let at = 1; at < 30; at++) lines.push(`a${at}: &a${at} [${`*a${at - 1}, `.repeat(9)}]`);
    expect(namesIn('a.base', lines.join('\n'))).toMatchObject({ ok: true });
  });
});
