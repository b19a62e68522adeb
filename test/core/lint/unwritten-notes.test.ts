import { describe, expect, it } from 'vitest';
import { unwrittenNotes } from '../../../src/core/lint/unwritten-notes';
import { lintFiles } from './lint-files';

describe('notes that nobody has written yet', () => {
  it('are one each, however they are spelled, by their most frequent spelling', async () => {
    const { gaps } = await lintFiles({
      'A.md': '[[Soil test]] [[compost]] [[Compost.md]] [[a/Compost]] [x](Compost.md#Sowing)\n',
      'B.md': '[[Compost#Sowing|sowing]] [[soil-test]]\n',
    });
    expect(unwrittenNotes(gaps).map(({ name, places }) => [name, places.length])).toEqual([
      ['Compost', 4],
      ['Soil test', 2],
      ['a/Compost', 1],
    ]);
  });

  it('are none where nothing is named', async () => {
    const { gaps, findings } = await lintFiles({ 'A.md': '[[|]] [[|alias]] [[|#alias]] [[ |a]] text\n' });
    expect(gaps).toEqual([]);
    expect(findings.filter(({ rule }) => rule === 'broken-wikilink')).toEqual([]);
  });
});
