import { describe, expect, it } from 'vitest';
import { removeProperty, renameProperty, setProperty } from '../../../src/core/text/frontmatter-edit';
import type { EditOutcome, RawYaml } from '../../../src/core/text/frontmatter-edit';
import type { PropertyValue } from '../../../src/core/text/yaml-value';

const note = (yaml: string) => `---\n${yaml}---\nbody [[x]]\n`;
const result = (outcome: EditOutcome) => (outcome.ok ? outcome.text : outcome.why);

describe('setProperty', () => {
  it.each<[string, string, PropertyValue | RawYaml, string]>([
    // A new property stands behind the last one.
    ['a: 1\n', 'b', 'x', 'a: 1\nb: x\n'],
    ['a: |\n  text\n\n', 'b', 2, 'a: |\n  text\nb: 2\n\n'],
    ['a: |+\n  text\n\n', 'b', 2, 'a: |+\n  text\n\nb: 2\n'],
    ['a:\n  - x\n# end\n', 'b', true, 'a:\n  - x\nb: true\n# end\n'],
    ['', 'tags', ['a', 'b'], 'tags:\n  - a\n  - b\n'],
    ['# only a comment\n', 'a', 1, '# only a comment\na: 1\n'],
    // In its place.
    ['a:   "q"  # why\nb: 2\n', 'a', 'x', 'a: x  # why\nb: 2\n'],
    ['a:\nb: 2\n', 'a', 'x', 'a: x\nb: 2\n'],
    ['a: # why\nb: 2\n', 'a', 'x', 'a: x # why\nb: 2\n'],
    ['a: 1\nb: 2\n', 'a', null, 'a:\nb: 2\n'],
    ['a: >-\n  long\n  text\nb: 2\n', 'a', 'short', 'a: short\nb: 2\n'],
    ['a: # why\n  - x\nb: 2\n', 'a', 'x', 'a: x # why\nb: 2\n'],
    ['a: 12345678901234567890\nb: 007\n', 'c', 1, 'a: 12345678901234567890\nb: 007\nc: 1\n'],
    // Lists keep their form.
    ['tags: [a,b,  c]\n', 'tags', ['a', 'd'], 'tags: [a, d]\n'],
    ['tags:\n- a # why\n- b\nx: 1\n', 'tags', ['a', 'b', 'c'], 'tags:\n- a # why\n- b\n- c\nx: 1\n'],
    ['tags:\n    - "a"\n    - b\n    - c\n', 'tags', ['a', 'c'], 'tags:\n    - "a"\n    - c\n'],
    ['tags:\n  - b\n', 'tags', ['a', 'b'], 'tags:\n  - a\n  - b\n'],
    ['tags: a, b # why\n', 'tags', ['a', 'b'], 'tags: # why\n  - a\n  - b\n'],
    ['tags:\n', 'tags', ['a'], 'tags:\n  - a\n'],
    ['tags: []\nx: 1\n', 'tags', ['a'], 'tags: [a]\nx: 1\n'],
    ['tags:\n  - a\n', 'tags', [], 'tags: []\n'],
    ['up: [[A]]\n', 'up', { yaml: '"[[A]]"' }, 'up: "[[A]]"\n'],
    ['d: 1\n', 'd', { yaml: "'x'" }, "d: 'x'\n"],
  ])('%j, %s = %j', (yaml, name, value, expected) => {
    expect(result(setProperty(note(yaml), name, value))).toBe(note(expected));
  });

  it.each<[PropertyValue, string]>([
    ['plain words', 'plain words'],
    ['2024-07-21', '2024-07-21'],
    ['yes', 'yes'],
    ['12:30', '12:30'],
    ['https://example.org/a?b=c', 'https://example.org/a?b=c'],
    ['[[Note]]', '"[[Note]]"'],
    ['A: B', '"A: B"'],
    ['a #b', '"a #b"'],
    ['#b', '"#b"'],
    ['true', '"true"'],
    ['null', '"null"'],
    ['42', '"42"'],
    ['0x10', '"0x10"'],
    ['', '""'],
    [' padded ', '" padded "'],
    ['say "hi" \\ there', 'say "hi" \\ there'],
    ['"quoted"', '"\\"quoted\\""'],
    ['two\nlines', '"two\\nlines"'],
    ['- dash', '"- dash"'],
    ['@at', '"@at"'],
    ['Élan 日本', 'Élan 日本'],
    ['\u0007', '"\\u0007"'],
    [42, '42'],
    [-1.5, '-1.5'],
    [1e21, '1e+21'],
    [false, 'false'],
    [null, ''],
  ])('%j is written %s', (value, yaml) => {
    expect(result(setProperty(note(''), 'k', value))).toBe(note(`k:${yaml === '' ? '' : ' '}${yaml}\n`));
  });

  it('keeps a byte order mark and \\r\\n', () => {
    const text = '\ufeff---\r\na: 1\r\n---\r\nbody\r\n';
    expect(result(setProperty(text, 'b', ['x']))).toBe('\ufeff---\r\na: 1\r\nb:\r\n  - x\r\n---\r\nbody\r\n');
  });

  it('makes a block where there is none', () => {
    expect(result(setProperty('body\n', 'a', 1))).toBe('---\na: 1\n---\nbody\n');
    expect(result(setProperty('', 'a', 1))).toBe('---\na: 1\n---\n');
    expect(result(setProperty('\ufeffa\r\nb', 'a', 1))).toBe('\ufeff---\r\na: 1\r\n---\r\na\r\nb');
  });

  it('keeps a closing mark at the end of the file', () => {
    expect(result(setProperty('---\na: 1\n---', 'b', 2))).toBe('---\na: 1\nb: 2\n---');
  });

  it('quotes a name that needs it', () => {
    expect(result(setProperty(note(''), 'a: b', 1))).toBe(note('"a: b": 1\n'));
    expect(result(setProperty(note('"a: b": 1\n'), 'a: b', 2))).toBe(note('"a: b": 2\n'));
  });
});

describe('removeProperty and renameProperty', () => {
  it.each<[string, string, string]>([
    ['a: 1\nb: 2\nc: 3\n', 'b', 'a: 1\nc: 3\n'],
    ['a: 1\nb: 2\n', 'b', 'a: 1\n'],
    ['a: 1\n', 'a', ''],
    ['# top\na:\n  - x\n  - y\nb: 2\n', 'a', '# top\nb: 2\n'],
    ['a: |\n  x\n\n  y\n\nb: 2\n', 'a', '\nb: 2\n'],
    ['a: 1 # why\n# of b\nb: 2\n', 'a', '# of b\nb: 2\n'],
  ])('%j without %s', (yaml, name, expected) => {
    expect(result(removeProperty(note(yaml), name))).toBe(note(expected));
  });

  it.each<[string, string, string, string]>([
    ['tag: x # why\nb: 2\n', 'tag', 'tags', 'tags: x # why\nb: 2\n'],
    ['"a b":   1\n', 'a b', 'c', 'c:   1\n'],
    ['alias:\n  - x\n', 'alias', 'aliases', 'aliases:\n  - x\n'],
    ['TAG: x\ntags: y\n', 'TAG', 'tag', 'tag: x\ntags: y\n'],
  ])('%j: %s becomes %s', (yaml, name, newName, expected) => {
    expect(result(renameProperty(note(yaml), name, newName))).toBe(note(expected));
  });
});

describe('what cannot be proved is refused', () => {
  it.each<[string, EditOutcome]>([
    ['invalid', setProperty(note('a: [\n'), 'b', 1)],
    ['invalid', setProperty(note('a: 1\na: 2\n'), 'a', 1)],
    ['invalid', setProperty(note('- a\n'), 'b', 1)],
    ['invalid', setProperty(note('text\n'), 'b', 1)],
    ['not-a-plain-mapping', setProperty(note('{a: 1}\n'), 'b', 1)],
    ['not-a-plain-mapping', setProperty(note('? a\n: 1\n'), 'b', 1)],
    ['not-a-plain-mapping', setProperty(note('{{date}}: 1\n'), 'b', 1)],
    ['anchored', setProperty(note('a: &x 1\nb: *x\n'), 'a', 2)],
    ['anchored', removeProperty(note('a:\n  c: &x 1\nb: *x\n'), 'a')],
    ['commented', setProperty(note('a:\n  - x # why\n  - y\n'), 'a', 'z')],
    ['commented', setProperty(note('a: # one\n  # two\n  - y\n'), 'a', 'z')],
    ['no-such-property', removeProperty(note('a: 1\n'), 'A')],
    ['no-such-property', renameProperty('body', 'a', 'b')],
    ['property-exists', renameProperty(note('a: 1\nb: 2\n'), 'a', 'b')],
    ['misplaced', setProperty('\n---\na: 1\n---\n', 'b', 1)],
    ['misplaced', setProperty('---\na: 1\n', 'b', 1)],
    ['unproved', setProperty(note('a: 1\n'), 'a', { yaml: '1\nb: 2' })],
    ['unproved', setProperty(note('a: 1\n'), 'b', { yaml: '|\n  x\n---\n' })],
    ['unproved', setProperty(note('a: 1\n'), 'b', { yaml: '[' })],
  ])('%s', (why, outcome) => {
    expect(outcome).toMatchObject({ ok: false, why });
    if (!outcome.ok) expect(outcome.message).not.toBe('');
  });

  it('an alias is replaced, its anchor stays', () => {
    expect(result(setProperty(note('a: &x 1\nb: *x\n'), 'b', 2))).toBe(note('a: &x 1\nb: 2\n'));
  });

  it('a number that is none is the caller’s fault', () => {
    expect(() => setProperty(note(''), 'a', NaN)).toThrow(RangeError);
  });
});
