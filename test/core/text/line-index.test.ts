import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineIndex } from '../../../src/core/text/line-index';

describe('lineIndex', () => {
  it('counts \\r as the last column of its line, and a lone one as any character', () => {
    const lines = lineIndex('ab\r\nc\rd\n\n');
    expect(lines.lineCount).toBe(4);
    expect(lines.place(2)).toEqual({ line: 0, column: 2 });
    expect(lines.place(3)).toEqual({ line: 0, column: 3 });
    expect(lines.place(4)).toEqual({ line: 1, column: 0 });
    expect(lines.place(6)).toEqual({ line: 1, column: 2 });
    expect(lines.line(0)).toEqual({ start: 0, end: 2 });
    expect(lines.line(1)).toEqual({ start: 4, end: 7 });
    expect(lines.line(3)).toEqual({ start: 9, end: 9 });
  });

  it('takes places outside the text as its ends', () => {
    const lines = lineIndex('a\nb');
    expect(lines.place(-1)).toEqual({ line: 0, column: 0 });
    expect(lines.place(99)).toEqual({ line: 1, column: 1 });
    expect(lines.line(99)).toEqual({ start: 2, end: 3 });
    expect(lineIndex('').place(0)).toEqual({ line: 0, column: 0 });
  });

  it('agrees with counting', () => {
    const text = fc
      .array(fc.constantFrom('a', '\n', '\r\n', '🎉', '\r'), { maxLength: 30 })
      .map((p) => p.join(''));
    fc.assert(
      fc.property(text, fc.nat(60), (s, pick) => {
        const offset = Math.min(pick, s.length);
        const before = s.slice(0, offset).split('\n');
        expect(lineIndex(s).place(offset)).toEqual({
          line: before.length - 1,
          column: before.at(-1)?.length,
        });
      }),
    );
  });
});
