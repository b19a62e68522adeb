import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName, foldWithOffsets, looseFold } from '../../../src/core/text/fold-name';

const letters = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'B',
        'İ',
        'I',
        'ß',
        'ẞ',
        'Σ',
        'ς',
        'σ',
        'é',
        'e\u0301',
        'Å',
        '\u212b',
        '\u00a0',
        ' ',
        '🎉',
        '\ud83c',
      ],
      ...['각', '\u1100', '\u1161', '\u11a8', '\u0307', '\u0323', 'ﬁ', '日', '\u0f71', '\u0f72', 'ǅ', '\n'],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof(letters, fc.string({ unit: 'binary', maxLength: 40 }));
const RUNS = process.env['HERMES_SOAK'] ? 100_000 : 5_000;

describe('foldName', { timeout: 300_000 }, () => {
  it.each([
    ['LOG', 'log'],
    ['My\u00a0Note', 'My Note'],
    ['Cafe\u0301', 'Café'],
    ['ΟΔΟΣ', 'Οδος'],
    ['Straße', 'STRAßE'],
  ])('%j is %j', (a, b) => {
    expect(foldName(a)).toBe(foldName(b));
  });

  it.each([
    ['Cafe', 'Café'],
    ['My Note', 'My-Note'],
    ['Note', 'Note.md'],
    ['My%20Note', 'My Note'],
  ])('%j is not %j', (a, b) => {
    expect(foldName(a)).not.toBe(foldName(b));
  });

  it('folding twice is folding once', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldName(foldName(text))).toBe(foldName(text));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('looseFold', { timeout: 300_000 }, () => {
  it.each([
    ['My_Note', 'my-note'],
    ['My – Note', 'My Note'],
    ['Note.md', 'note'],
    ['My%20Note', 'My Note'],
    ['It’s here', "It's here"],
    ['“Quoted”', '"Quoted"'],
    ['Sub / My Note', 'sub/my_note'],
    ['100%', '100%'],
    [' Note ', 'Note'],
    ['C-', 'C_'],
    ['A - B', 'A_B'],
  ])('%j is %j', (a, b) => {
    expect(looseFold(a)).toBe(looseFold(b));
  });

  it.each([
    ['Note 1', 'Note 2'],
    ['photo.png', 'photo'],
    ['Cafe', 'Café'],
    ['C-', 'C'],
    ['_index', 'index'],
  ])('%j is not %j', (a, b) => {
    expect(looseFold(a)).not.toBe(looseFold(b));
  });

  it('is coarser than foldName', () => {
    fc.assert(
      fc.property(letters, (text) => {
        expect(looseFold(foldName(text))).toBe(looseFold(text));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('foldWithOffsets', { timeout: 300_000 }, () => {
  it('leads back to the text', () => {
    const text = 'İstanbul and Cafe\u0301 Noir';
    const { folded, span } = foldWithOffsets(text);
    const at = folded.indexOf('café noir');
    expect(span(at, at + 9)).toEqual({ start: 13, end: 23 });
    const istanbul = foldName('İstanbul');
    expect(istanbul).toHaveLength(9);
    expect(span(0, istanbul.length)).toEqual({ start: 0, end: 8 });
    // The second half of what became of the İ is no place in the text.
    expect(span(1, 3)).toBeNull();
  });

  it('is the text as foldName folds it, and its parts fold to its parts', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, a, b) => {
        const { folded, span } = foldWithOffsets(text);
        expect(folded).toBe(foldName(text));
        const start = a % (folded.length + 1);
        const end = start + (b % (folded.length - start + 1));
        const found = span(start, end);
        if (found !== null && end > start) {
          expect(foldName(text.slice(found.start, found.end))).toBe(folded.slice(start, end));
        }
      }),
      { numRuns: RUNS },
    );
  });
});
