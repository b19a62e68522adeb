import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrontmatter, parseWholeYaml } from '../../../src/core/text/frontmatter-values';
import { readPlainYaml } from '../../../src/core/text/plain-yaml';
import { randomYaml } from './random-yaml';

const RUNS = process.env['HERMES_SOAK'] ? 400_000 : 20_000;

describe('the fast reader of plain frontmatter', { timeout: 900_000 }, () => {
  it('reads what the full parser reads, or leaves it to it', () => {
    let read = 0;
    fc.assert(
      fc.property(randomYaml, (source) => {
        const plain = readPlainYaml(source);
        if (plain === null) return;
        read++;
        expect({ ok: true, ...plain }).toStrictEqual(parseWholeYaml(source));
      }),
      { numRuns: RUNS, seed: 7 },
    );
    expect(read).toBeGreaterThan(RUNS / 20);
  });

  it.each([
    'title: Some note\ncreated: 2024-07-21\ntags: [a, b/c]\nstatus: active\n',
    'title: "A: B"\r\ntags:\r\n  - idea\r\n  - project\r\nup: "[[Home]]"\r\n',
    'n: 246\nb: true\ne:\nurl: https://example.org/a?q=1\ntime: 12:30\nempty: []\n',
    'aliases:\n- One\n- "Two, three"\nзаметка: ещё\nn: -3.5\n',
    '',
  ])('takes ordinary properties itself: %j', (source) => {
    expect(readPlainYaml(source)).not.toBeNull();
  });
});

describe('values are those of Obsidian', () => {
  it.each([
    ['d: 2024-07-21', { d: '2024-07-21' }],
    ['d: 2024-07-21T10:00:00', { d: '2024-07-21T10:00:00' }],
    ['d: 21.07.2024', { d: '21.07.2024' }],
    ['n: 246\nb: true\ne:', { n: 246, b: true, e: null }],
    ['x: yes\ny: no\nz: on\nm: 1_000\nt: 12:30', { x: 'yes', y: 'no', z: 'on', m: '1_000', t: '12:30' }],
    ['l:\n  - \n  - ', { l: [null, null] }],
    ['up: [[A]]', { up: [['A']] }],
    ['CAPITAL_property: v\nFoo: 1\nfoo: 2', { CAPITAL_property: 'v', Foo: 1, foo: 2 }],
    ['# a comment\nx: 1 # another', { x: 1 }],
    ['x: &a v\ny: *a', { x: 'v', y: 'v' }],
    ['zip: 01234\nid: 12345678901234567890', { zip: 1234, id: 12345678901234567000 }],
    ['h: 0x10', { h: 16 }],
    ['d: <% tp.date %>', { d: '<% tp.date %>' }],
    ['d: 10000-01-01', { d: '10000-01-01' }],
    ['{"tags": "journal"}', { tags: 'journal' }],
    ['tags: a, b\naliases: c, d', { tags: 'a, b', aliases: 'c, d' }],
    ['tags:\n', { tags: null }],
    ['', {}],
    ['\n\n', {}],
    ['# only a comment\n', {}],
    ['t: |\n  one\n  two\n', { t: 'one\ntwo\n' }],
    ['t: >-\n  one\n  two\n', { t: 'one two' }],
  ])('%j', (source, values) => {
    const parsed = parseFrontmatter(source);
    expect(parsed).toMatchObject({ ok: true, values });
    expect(parsed.ok && Object.keys(parsed.values)).toEqual(Object.keys(values));
  });

  it('a key that names the prototype stays a key', () => {
    const parsed = parseFrontmatter('__proto__: x\nb: 1');
    if (!parsed.ok) throw new Error(parsed.message);
    expect(Object.keys(parsed.values)).toEqual(['__proto__', 'b']);
    expect(Object.getPrototypeOf(parsed.values)).toBe(Object.prototype);
  });
});

describe('what is no valid frontmatter says where', () => {
  it.each([
    ['a:\n\tb: 1', 3],
    ['title: A: B', 7],
    ['a: 1\n b: 2', 3],
    ['a: 1\nb: [x', 10],
    ['a: 1\na: 2', 5],
    ['up: [[A]] and [[B]]', 10],
    ['- a\n- b', 0],
    ['just text', 0],
    ['a: *missing', 3],
  ])('%j at %i', (source, offset) => {
    const parsed = parseFrontmatter(source);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) {
      expect(parsed.message).not.toBe('');
      expect(parsed.offset).toBe(offset);
    }
  });

  it('aliases that multiply beyond measure are an error, not a hang', () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 9; i++) {
      const before = String.fromCharCode(96 + i);
      const name = String.fromCharCode(97 + i);
      lines.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`);
    }
    expect(parseFrontmatter(lines.join('\n')).ok).toBe(false);
  });
});
