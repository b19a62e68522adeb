import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeSpan, escapeLine, readCodeSpan, unescapeLine } from '../../../src/core/logs/markdown-line';
import { scan } from '../../../src/core/text/scan';

const RUNS = process.env.HERMES_SOAK ? 20_000 : 1000;

const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '[[A]]',
        '![[x]]',
        '#tag',
        '^id',
        '`',
        '``',
        '\\',
        '*',
        '_',
        '%%',
        '$',
        '<!--',
        '-->',
        '&amp;',
        '\n',
        '\r',
        '\u2028',
        '==',
        '~~',
        '::',
        '|',
        '||',
        '[x](y.md)',
        'a',
        ' ',
        'é',
        '😀',
        '\ud800',
        '[run:: x]',
        'a:: b',
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('a text in a line', () => {
  test.each([
    ['broken link [[Foo]]', 'broken link \\[\\[Foo\\]\\]'],
    ['see `[[Foo]]` and #1, x_y, 3 # 4', 'see `[[Foo]]` and \\#1, x_y, 3 # 4'],
    ['a\nb\u2028c', 'a b c'],
    ['one ` alone', 'one \\` alone'],
    ['in `` `tick`.md:6 `` it', 'in `` `tick`.md:6 `` it'],
    ['two `` alone, then `a*b`', 'two \\`\\` alone, then `a*b`'],
    ['`two  spaces.md`', '`two  spaces.md`'],
    ['ends in ^block', 'ends in \\^block'],
    ['key:: value %%x%%', 'key\\:\\: value \\%\\%x\\%\\%'],
  ])('%j', (text, expected) => {
    expect(escapeLine(text)).toBe(expected);
  });

  test('of any origin is one line, reads back, and makes neither link nor tag nor block', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const line = escapeLine(text);
        expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
        const words = text
          .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
          .replace(/\p{Cs}/gu, '\uFFFD')
          .trim();
        expect(unescapeLine(line)).toBe(words);
        const facts = scan(`- 02:00 ${line}\n`);
        expect([facts.refs(), facts.tags(), facts.blocks()]).toEqual([[], [], []]);
      }),
      { numRuns: RUNS },
    );
  });
});

test('a line of nothing but backticks takes no longer than its length', () => {
  const runs = Array.from({ length: 1400 }, (_, width) => '`'.repeat(width + 1)).join(' ');
  for (const text of [runs, '` `` '.repeat(200_000), '`'.repeat(1_000_000)])
    expect(unescapeLine(escapeLine(text))).toBe(text.trim());
});

describe('a path in code', () => {
  test.each([
    ['Notes/A b.md', '`Notes/A b.md`'],
    ['a`b.md', '``a`b.md``'],
    ['`x`', '`` `x` ``'],
    ['line\nend.md', '`line\\u000aend.md`'],
    ['back\\slash', '`back\\\\slash`'],
    [' ', '`\\u0020`'],
  ])('%j', (path, expected) => {
    expect(codeSpan(path)).toBe(expected);
  });

  test('of any spelling reads back and is no link', () => {
    fc.assert(
      fc.property(
        nasty.filter((path) => path !== ''),
        (path) => {
          const span = codeSpan(path);
          expect(readCodeSpan(`x${span}]`, 1)).toEqual({ path, end: 1 + span.length });
          const facts = scan(`- x ${span} y\n`);
          expect([facts.refs(), facts.tags()]).toEqual([[], []]);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
