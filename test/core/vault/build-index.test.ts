import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeVaultFs } from '../../../runner/adapters/node-vault-fs';
import { buildIndex } from '../../../src/core/vault/build-index';
import type { VaultIndex } from '../../../src/core/vault/vault-index';
import { memoryVaultFs } from '../../support/memory-vault-fs';
import { tempFolder, tempVault } from '../../support/temp-vault';

const shown = { showUnsupportedFiles: false };

function build(files: Readonly<Record<string, string>>): Promise<VaultIndex> {
  return buildIndex(memoryVaultFs(files), shown);
}

describe('what an index holds', () => {
  it('keeps files and notes sorted, attachments among the files only', async () => {
    const index = await build({ 'b.md': 'x', 'a/c.MD': 'y', 'pic.png': '', 'data.json': '{}' });
    expect(index.files.map(({ path }) => path)).toEqual(['a/c.MD', 'b.md', 'data.json', 'pic.png']);
    expect(index.notes.map(({ path }) => path)).toEqual(['a/c.MD', 'b.md']);
    expect(index.note('b.md')?.entry.size).toBe(1);
    expect(index.note('pic.png')).toBeUndefined();
  });

  it('gives each note once, with its text, to the visitor', async () => {
    const seen: [string, string, number][] = [];
    const fs = memoryVaultFs({ 'a.md': 'one [[b]]', 'b.md': '\ufeffzwei\r\n', 'x.canvas': '{}' });
    let reads = 0;
    fs.intercept = ({ method }) => {
      if (method === 'read') reads++;
      return undefined;
    };
    await buildIndex(fs, {
      ...shown,
      visit: (note, text) => {
        seen.push([note.path, text, note.facts.refs().length]);
        return '';
      },
    });
    expect(seen).toEqual([
      ['a.md', 'one [[b]]', 1],
      ['b.md', '\ufeffzwei\r\n', 0],
    ]);
    expect(reads).toBe(3);
  });

  it('ends where the reader of its progress throws', async () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`n${at}.md`, 'x']));
    const done: number[] = [];
    const building = buildIndex(memoryVaultFs(files), {
      ...shown,
      progress: (count, total) => {
        done.push(count / total);
        if (count > 200) throw new Error('stopped');
      },
    });
    await expect(building).rejects.toThrow('stopped');
    expect(done[0]).toBe(0);
    expect(done.length).toBeGreaterThan(2);
  });
});

describe('trouble with single files', () => {
  it('names each and serves the rest', async () => {
    const root = tempVault({
      'good.md': 'see [[bad]], [[gone]] and [[huge]]',
      'bad.md': new Uint8Array([0x61, 0xff, 0x62]),
      'new\nline.md': 'x',
      'board.canvas': '{"nodes": [',
      'table.base': 'views: [',
    });
    writeFileSync(join(root, 'huge.md'), '[['.repeat(25 * 1024 * 1024));
    const index = await buildIndex(nodeVaultFs(root), shown);
    expect(Object.fromEntries(index.problems.map(({ path, kind }) => [path, kind]))).toEqual({
      'bad.md': 'invalid-utf8',
      'huge.md': 'too-large',
      'board.canvas': 'malformed',
      'table.base': 'malformed',
      [index.problems.find(({ kind }) => kind === 'name-with-control-character')?.path ?? '']:
        'name-with-control-character',
    });
    expect(index.notes.map(({ path }) => path)).toEqual(['good.md']);
    // Not readable, yet there: links to them are whole.
    expect(index.resolve({ link: 'bad', syntax: 'wikilink' }, 'good.md')).toEqual({
      status: 'resolved',
      target: 'bad.md',
    });
    expect(index.resolve({ link: 'huge', syntax: 'wikilink' }, 'good.md').status).toBe('resolved');
  });

  it('leaves out what went away after the listing', async () => {
    const fs = memoryVaultFs({ 'a.md': '[[b]]', 'b.md': 'x' });
    fs.intercept = ({ method }) => {
      if (method === 'read') fs.drop('b.md');
      return undefined;
    };
    const index = await buildIndex(fs, shown);
    expect(index.files.map(({ path }) => path)).toEqual(['a.md']);
    expect(index.resolve({ link: 'b', syntax: 'wikilink' }, 'a.md').status).toBe('unresolved');
    expect(index.problems).toEqual([]);
  });
});

describe('a real vault', () => {
  it('leaves unresolved what the people of obsidian-tasks left so, and nothing else', async () => {
    const root = tempFolder();
    cpSync(fileURLToPath(new URL('../../vaults/tasks-demo', import.meta.url)), root, { recursive: true });
    const index = await buildIndex(nodeVaultFs(root), shown);
    const unresolved = index.notes.flatMap((note) =>
      note.facts
        .refs()
        .map((ref) => ({ ref, status: index.resolve(ref, note.path).status }))
        .filter(({ status }) => status !== 'resolved')
        .map(({ ref, status }) => `${note.path}: ${ref.link} ${status}`),
    );
    expect(unresolved).toMatchInlineSnapshot(`
      [
        "Test Data/link_in_task_markdown_link.md: pa#th/path/link_in_task_markdown_link.md unresolved",
        "Test Data/link_in_task_wikilink.md: pa#th/path/link_in_task_wikilink unresolved",
        "Test Data/link_in_task_wikilink.md: | unresolved",
        "Test Data/link_in_task_wikilink.md: |alias unresolved",
        "Test Data/link_in_task_wikilink.md: |#alias unresolved",
        "Test Data/link_is_broken.md: broken link - do not fix me unresolved",
      ]
    `);
    expect(index.problems).toEqual([]);
    expect(index.uses).toMatchInlineSnapshot(`
      [
        {
          "target": "Manual Testing/Frontmatter/Tags in Frontmatter.md",
          "user": "Manual Testing/Frontmatter/Frontmatter code.canvas",
        },
      ]
    `);
  });
});

describe('a file that thousands of folders have', () => {
  it('is found in time that grows with the vault, not with its square', async () => {
    const files: Record<string, string> = {};
    for (let at = 0; at < 3000; at++)
      files[`area ${at % 60}/topic ${at}/_index.md`] = '[[_index]] [[topic/_index]]';
    const started = performance.now();
    const index = await build(files);
    for (const note of index.notes)
      for (const ref of note.facts.refs())
        for (let again = 0; again < 3; again++) index.resolve(ref, note.path);
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(index.resolve({ link: '_index', syntax: 'wikilink' }, 'area 1/topic 1/_index.md')).toEqual({
      status: 'resolved',
      target: 'area 1/topic 1/_index.md',
    });
  });
});
