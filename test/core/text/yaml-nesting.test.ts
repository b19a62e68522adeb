import { describe, expect, it } from 'vitest';
import { nestsTooDeeply } from '../../../src/core/text/yaml-nesting';

const hostile: readonly (readonly [string, (levels: number) => string])[] = [
  ['lists in lists', (n) => `a: ${'['.repeat(n)}${']'.repeat(n)}`],
  ['open lists', (n) => `a: ${'[['.repeat(n / 2)}`],
  ['maps in maps', (n) => `a: ${'{a: '.repeat(n)}`],
  ['keys in keys', (n) => `a:\n  ${'? '.repeat(n)}`],
  ['values in values', (n) => `a:\n  ${': '.repeat(n)}`],
  ['block lists', (n) => `a:\n  ${'- '.repeat(n)}x`],
  ['block maps', (n) => Array.from({ length: n }, (_, at) => `${' '.repeat(at)}a:`).join('\r\n')],
  ['lists over lines', (n) => `a:\n${' [\n'.repeat(n)}`],
  ['both kinds', (n) => `a:\n  ${'- '.repeat(n / 2)}${'['.repeat(n / 2)}`],
];

describe('YAML that would exhaust its parser', () => {
  it.each(hostile)('%s', (_what, text) => {
    expect(nestsTooDeeply(text(20))).toBe(false);
    for (const levels of [120, 1000, 100_000]) {
      // The text for block maps grows with the square.
      if (levels > 1000 && text(10).length > 40) continue;
      expect(nestsTooDeeply(text(levels))).toBe(true);
    }
  });

  it.each([
    ['many properties', 'key: [a, {b: c}]\n'.repeat(5000)],
    ['a long list', `tags:\n${'  - a\n'.repeat(5000)}`],
    [
      'a drawing in a block scalar',
      `a: |\n${Array.from({ length: 90 }, (_, at) => `${' '.repeat(90 - at)}\\\n`).join('')}`,
    ],
    ['brackets that never close, a few in each property', 'title: "[[ ["\n'.repeat(5000)],
    ['dashes', `a: ${'-'.repeat(5000)}\n${'-'.repeat(5000)}`],
    ['nothing', ''],
    ['blank lines', ' \n\t\n'.repeat(5000)],
  ])('is not %s', (_what, text) => {
    expect(nestsTooDeeply(text)).toBe(false);
  });
});
