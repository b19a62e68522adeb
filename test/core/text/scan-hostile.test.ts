import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scan } from '../../../src/core/text/scan';

const MB = 1 << 20;
/** A quadratic scanner shows at a quarter of it as well. */
const LESS = process.env['HERMES_SOAK'] ? MB : MB / 4;
/** At their full size always. */
const PLAIN = new Set(
  ['[[', '`', '---', '---\n', '> ', '(', '<', '![[', '$', '%%', '*', '- '].map((part) =>
    JSON.stringify(part),
  ),
);
const fill = (part: string, size: number) => part.repeat(Math.ceil(size / part.length)).slice(0, size);

const HOSTILE: readonly [string, (size: number) => string][] = [
  ...[
    ...[
      '[[',
      '[',
      ']',
      '`',
      '---',
      '---\n',
      '> ',
      '>',
      '(',
      '<',
      '![](',
      '![[',
      '$',
      '$$',
      '$a ',
      '%%',
      '*',
      '\\',
      '#',
    ],
    ...[
      '- ',
      '  - a\n',
      '1. ',
      '[](',
      '[a](<',
      '[a](b "',
      "[a](b '",
      '[a](b (',
      '](',
      '[a]: ',
      '[^a]: ',
      '|',
      '|-',
      '\n',
    ],
    ...[
      '<a ',
      '<a b="',
      "<a b='",
      '<!--',
      '<!A',
      '<?',
      '<![CDATA[',
      '<script>\n',
      '</',
      'http://',
      ':',
      '`a``b',
      '[[a ',
      '[[a|',
    ],
    ...[
      'a <!--\n\n',
      'a `\n\n',
      'a $b\n\n',
      '$$\n',
      '%%\n',
      '```\n',
      '~~~\n\n',
      '| a |\n',
      '| a |\n| - |\n',
      '^',
      ' ^a\n',
    ],
    ...[
      'a\n===\n',
      '\t',
      ' ',
      '\r',
      '\r\n',
      '\u0000',
      '🎉',
      '\ud800',
      '[![',
      '![a](b)',
      '&#',
      '[x][',
      '<div>\n',
      '- - x',
    ],
  ].map((part): [string, (size: number) => string] => [JSON.stringify(part), (size) => fill(part, size)]),
  ['nested quotes, then short lines', (size) => `${fill('> ', size / 2)}\n${fill('a\n', size / 2)}`],
  ['nested lists, then blank lines', (size) => `${fill('- ', size / 2)}a\n${fill('\n', size / 2)}`],
  ['nested lists, deeper each line', (size) => deeper(size, '- a')],
  ['nested quotes, deeper each line', (size) => deeper(size, '> a', '>')],
  ['backticks of all lengths', (size) => runs(size, '`')],
  ['dollars of all lengths', (size) => runs(size, '$')],
  ['open brackets, then closed', (size) => fill('[', size / 2) + fill(']', size / 2)],
  ['open brackets, then tails', (size) => fill('[', size / 2) + fill('](a', size / 2)],
  ['images in images', (size) => fill('![', size / 2) + fill('](a)', size / 2)],
  ['images in a link', (size) => `[${fill('![](a)', size)}](b)`],
  ['quotes with long paragraphs', (size) => fill('> [[a]] `b\n', size)],
  ['unclosed frontmatter', (size) => `---\n${fill('a: b\n', size)}`],
];

/** Within the length that the full YAML parser is given. */
const HOSTILE_PROPERTIES: readonly [string, (size: number) => string][] = [
  ['brackets', (size) => `---\na: ${fill('[', size)}\n---\n`],
  ['braces', (size) => `---\na: ${fill('{a: ', size)}\n---\n`],
  ['dashes', (size) => `---\na:\n ${fill('- ', size)}\n---\n`],
  ['many keys', (size) => `---\n${manyKeys(size)}---\n`],
  ['many commented keys', (size) => `---\n# c\n${manyKeys(size)}---\n`],
  ['aliases', (size) => `---\nb: &a x\na: [${fill('*a, ', size)}]\n---\n`],
  ['anchors', (size) => `---\na: ${fill('&a ', size)}\n---\n`],
  ['colons', (size) => `---\n${fill('a: ', size)}\n---\n`],
  ['long text', (size) => `---\na: |\n${fill('  text\n', size)}\n---\n`],
  ['quotes', (size) => `---\na: ${fill('"', size)}\n---\n`],
  ['spaces', (size) => `---\na:${fill(' ', size)}\n---\n`],
  ['question marks', (size) => `---\n${fill('? ', size)}\n---\n`],
];

function deeper(size: number, end: string, step = '  '): string {
  const lines: string[] = [];
  for (let n = 0, length = 0; length < size; n++) {
    const line = step.repeat(n) + end;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

function runs(size: number, mark: string): string {
  const parts: string[] = [];
  for (let n = 1, length = 0; length < size; n++) {
    parts.push(mark.repeat(n));
    length += n + 2;
  }
  return parts.join(' a');
}

function manyKeys(size: number): string {
  const lines: string[] = [];
  for (let n = 0, length = 0; length < size; n++) {
    const line = `key${String(n)}: value\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join('');
}

function seconds(text: string): number {
  const start = process.cpuUsage().user;
  scan(text);
  return (process.cpuUsage().user - start) / 1e6;
}

// Wide: what is quadratic takes minutes here, what is linear a fraction of a second.
function expectLinear(make: (size: number) => string, size: number): void {
  const half = seconds(make(size / 2));
  const whole = seconds(make(size));
  expect(whole).toBeLessThan(Math.max(half * 4, 3));
  expect(whole).toBeLessThan(20);
}

describe('hostile notes cost linear time', () => {
  it.each(HOSTILE)('%s', (name, make) => {
    expectLinear(make, PLAIN.has(name) ? MB : LESS);
  });

  it.each(HOSTILE_PROPERTIES)('properties of %s', (_, make) => {
    expectLinear(make, LESS / 4 - 64);
    expect(seconds(make(2 * MB))).toBeLessThan(20);
  });

  it('properties beyond all measure are an error with a reason', () => {
    const { frontmatter } = scan(`---\n# x\n${fill('a: b\n', MB)}\n---\n`);
    expect(frontmatter).toMatchObject({ state: 'invalid' });
  });
});

const PIECES = [
  ...[
    '[[',
    ']]',
    '[',
    ']',
    '(',
    ')',
    '`',
    '``',
    '```',
    '~~~',
    '$',
    '$$',
    '%%',
    '<',
    '>',
    '<!--',
    '-->',
    '|',
    '---',
    '!',
  ],
  ...[
    '#',
    '# ',
    '- ',
    '1. ',
    '> ',
    '\n',
    '\n\n',
    '\r\n',
    '  ',
    '    ',
    '\t',
    ' ',
    '\\',
    '^id',
    ' ^id\n',
    '"',
    "'",
    ':',
    '://',
  ],
  ...[
    'a',
    'Note',
    'é',
    '🎉',
    '\ud83c',
    '[^1]: ',
    '[a]: ',
    '| - |\n',
    '<div>',
    '</a>',
    '%20',
    '%',
    '#tag',
    'http://a.b/',
    '===',
  ],
  ...['---\n', 'a: b\n', 'up: "[[A]]"\n', '\ufeff'],
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.constantFrom(...PIECES), { maxLength: 30 })
    .map((parts) => `---\n${parts.join('')}\n---\n${parts.join('')}`),
);

describe('whatever the text', { timeout: 900_000 }, () => {
  const RUNS = process.env['HERMES_SOAK'] ? 100_000 : 5_000;

  it('scan does not throw; what it found stands where it says, in order', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const facts = scan(text);
        const body = facts.refs().filter(({ kind }) => kind !== 'frontmatter');
        for (const { original, start, end, displayText, link } of body) {
          expect(text.slice(start, end)).toBe(original);
          expect(link).not.toBe('');
          expect(displayText).toBeDefined();
        }
        for (const { tag, start, end } of facts.tags()) expect(text.slice(start, end)).toBe(tag);
        for (const { text: heading, start, end } of facts.headings()) {
          expect(text.slice(start, end)).toContain(heading);
        }
        for (const list of [facts.refs(), facts.tags(), facts.headings(), facts.blocks()]) {
          for (const { start, end } of list) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(text.length);
          }
        }
        for (const list of [body, facts.tags(), facts.headings()]) {
          for (let i = 1; i < list.length; i++) {
            expect(list[i]?.start).toBeGreaterThanOrEqual(list[i - 1]?.start ?? 0);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('a fence, a blank line and a quote cannot be crossed by what stands before them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PIECES.filter((p) => !/[<%$>~`-]/.test(p))), { maxLength: 40 }),
        (parts) => {
          const text = `${parts.join('')}\n\n# End\n\n[[Last]]`;
          expect(scan(text).refs().at(-1)?.link).toBe('Last');
        },
      ),
      { numRuns: RUNS / 4 },
    );
  });
});
