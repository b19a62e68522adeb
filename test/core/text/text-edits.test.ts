import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextEditError, applyTextEdits } from '../../../src/core/text/text-edits';

describe('applyTextEdits', () => {
  it('takes offsets into the text as it was, in any order', () => {
    expect(
      applyTextEdits('one two three', [
        { start: 8, end: 13, text: '3' },
        { start: 0, end: 3, text: 'first' },
        { start: 3, end: 3, text: ',' },
      ]),
    ).toBe('first, two 3');
  });

  it('insertions at one place follow each other as listed', () => {
    expect(
      applyTextEdits('ab', [
        { start: 1, end: 1, text: '1' },
        { start: 1, end: 1, text: '2' },
      ]),
    ).toBe('a12b');
  });

  it.each([
    [
      [
        { start: 0, end: 2, text: '' },
        { start: 1, end: 3, text: '' },
      ],
    ],
    [
      [
        { start: 0, end: 3, text: '' },
        { start: 1, end: 1, text: 'x' },
      ],
    ],
    [[{ start: -1, end: 0, text: '' }]],
    [[{ start: 2, end: 1, text: '' }]],
    [[{ start: 0, end: 9, text: '' }]],
  ])('refuses %j', (edits) => {
    expect(() => applyTextEdits('abcd', edits)).toThrow(TextEditError);
  });

  it('keeps all that no edit touches', () => {
    const pieces = fc.array(fc.record({ keep: fc.string(), drop: fc.string(), put: fc.string() }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        let text = '';
        const edits = parts.map(({ keep, drop, put }) => {
          text += keep + drop;
          return { start: text.length - drop.length, end: text.length, text: put };
        });
        expect(applyTextEdits(text, edits)).toBe(parts.map(({ keep, put }) => keep + put).join(''));
      }),
    );
  });
});
