import { describe, expect, it } from 'vitest';
import { buildIndex } from '../../../src/core/vault/build-index';
import { memoryVaultFs } from '../../support/memory-vault-fs';

const paths = [
  'Meeting Notes.md',
  'a/Ada’s-Plan.md',
  'b/Café au lait.md',
  'old/Twin.md',
  'new/twin.md',
  'img/My Picture.png',
  '.trash/Gone.md',
  'data.json',
];

async function matches(link: string, source = 'A.md'): Promise<readonly string[]> {
  const fs = memoryVaultFs(Object.fromEntries(paths.map((path) => [path, ''])));
  return (await buildIndex(fs, { showUnsupportedFiles: false })).looseMatches(link, source);
}

describe('what a link may have meant', () => {
  it.each([
    ['meeting-notes', 'Meeting Notes.md'],
    ['Meeting_Notes.md#Part', 'Meeting Notes.md'],
    ['Meeting%20Notes', 'Meeting Notes.md'],
    ["Ada's Plan", 'a/Ada’s-Plan.md'],
    ['Ada‘s – plan', 'a/Ada’s-Plan.md'],
    ['Cafe\u0301_au_lait', 'b/Café au lait.md'],
    ['my-picture.png', 'img/My Picture.png'],
    ['./Meeting-Notes', 'Meeting Notes.md'],
    ['/Meeting-Notes', 'Meeting Notes.md'],
    ['b/cafe\u0301-au-lait', 'b/Café au lait.md'],
    ['B / Café_au_lait', 'b/Café au lait.md'],
  ])('%s is near %s', async (link, path) => {
    expect(await matches(link)).toEqual([path]);
  });

  it.each([
    'Meeting',
    'Meeting Notes 2',
    'Meeting Notes -',
    '_Meeting Notes',
    'a/Meeting-Notes',
    'Meeting-Notes/',
    '/Café-au-lait',
    './Café-au-lait',
    '../Meeting-Notes',
    'c/b/Café-au-lait',
    'Cafe au lait',
    'my-picture',
    'Gone',
    'data',
    'data.json',
    '',
    '#H',
    '/',
    '..',
  ])('nothing is near %j', async (link) => {
    expect(await matches(link)).toEqual([]);
  });

  it('names all of them, but only those in the folder that the link names', async () => {
    expect(await matches('TWIN')).toEqual(['new/twin.md', 'old/Twin.md']);
    expect(await matches('New/Twin')).toEqual(['new/twin.md']);
    expect(await matches('elsewhere/Twin')).toEqual([]);
  });

  it('follows dots from where the link stands', async () => {
    expect(await matches('../Meeting-Notes', 'a/A.md')).toEqual(['Meeting Notes.md']);
    expect(await matches('../b/cafe\u0301-au-lait', 'a/A.md')).toEqual(['b/Café au lait.md']);
    expect(await matches('./Meeting-Notes', 'a/A.md')).toEqual([]);
  });
});
