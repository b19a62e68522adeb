import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { removeProperty, renameProperty, setProperty } from '../../../src/core/text/frontmatter-edit';
import type { EditOutcome } from '../../../src/core/text/frontmatter-edit';
import type { PropertyValue } from '../../../src/core/text/yaml-value';

const RUNS = process.env['HERMES_SOAK'] ? 10_000 : 500;

/** Values as people and programs write them, behind the colon and up to the line end. */
const VALUES = [
  ...[
    '',
    ' ',
    ' ~',
    ' null',
    ' plain text',
    '   padded',
    ' "q"',
    " 'it''s'",
    ' "a \\u00e9 \\" b"',
    ' 12345678901234567890',
  ],
  ...[
    ' 007',
    ' 1e3',
    ' +5',
    ' 0x10',
    ' .inf',
    ' .nan',
    ' 2024-07-21',
    ' 12:30',
    ' yes',
    ' true',
    ' emoji 🎉 é',
    ' [[Note]]',
  ],
  ...[
    ' [a,b,  c]',
    ' [ "x y", 1 ]',
    ' []',
    ' {}',
    ' {k: 1,  l: [2]}',
    ' [a,\n  b,\n  c]',
    ' {k: 1,\n  l: 2}',
    '\ttab',
  ],
  ...[
    '\n  - a\n  - b',
    '\n- a\n- b',
    '\n    - "a"\n    - 12345678901234567890',
    '\n  - \n  - x',
    '\n  - k: 1\n    l: 2\n  - [y]',
  ],
  ...[
    '\n  k: 1\n  l:\n    - 2',
    '\n  - a # why\n  - b',
    '\n  # inside\n  - a',
    '\n\n  - a\n\n  - b',
    ' # between\n  - a',
  ],
  ...[
    ' |\n  one\n   two\n',
    ' |-\n  one\n\n  two',
    ' >+\n  one\n\n',
    ' |2\n    indented',
    ' >\n  folded\n  text',
    ' | # c\n  x',
  ],
  ...[
    ' several\n  lines\n  of text',
    ' "several\n  quoted\n  lines"',
    ' !!str 12',
    ' ! x',
    ' "[[Note|x]]"',
    ' a: b'.replace(': ', ':'),
  ],
];
const NAMES = [
  'title',
  'tags',
  'Foo',
  'foo',
  '"quoted name"',
  "'single'",
  'a b',
  'ключ',
  '日本',
  '123',
  'x-y',
  'kanban-plugin',
  '__proto__',
];
const AFTER = ['', '', '', ' ', '\t', '  ', ' # comment', '\t# tab comment', '   # 🎉'];
const BETWEEN = ['', '', '', '', '\n', '\n\n', '\n# a comment', '\n  # indented comment', '\n#', '\n \n'];

/** Whether the text behind a value can hold spaces or a comment: block text would swallow it. */
const takesTail = (value: string) => !/^ [|>]/.test(value);

const entry = (name: string) =>
  fc
    .tuple(fc.constantFrom(...VALUES), fc.constantFrom(...AFTER), fc.constantFrom(...BETWEEN))
    .map(([value, after, between]) => `${name}:${value}${takesTail(value) ? after : ''}${between}\n`);

interface Note {
  readonly before: string;
  readonly entries: readonly { readonly name: string; readonly source: string }[];
  readonly after: string;
}

const anyNote: fc.Arbitrary<Note> = fc
  .tuple(
    fc
      .shuffledSubarray(NAMES, { minLength: 0, maxLength: 6 })
      .chain((names) => fc.tuple(...names.map(entry)).map((sources) => ({ names, sources }))),
    fc.boolean(),
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.constantFrom('', '', '# head\n', '\n'),
    fc.integer({ min: 0, max: 3 }),
  )
  .map(([{ names, sources }, bom, eol, head, anchored]) => {
    const lines = (text: string) => text.replaceAll('\n', eol);
    const entries = names.map((name, i) => ({
      name: name.replace(/^["'](.*)["']$/, '$1'),
      source: lines(sources[i] ?? ''),
    }));
    if (anchored === 0) {
      entries.push({ name: 'anchor', source: lines('anchor: &here  shared text # a\n') });
      entries.push({ name: 'alias', source: lines('alias: *here\n') });
    }
    return {
      before: `${bom ? '\ufeff' : ''}${lines(`---\n${head}`)}`,
      entries,
      after: lines('---\nBody with `---` and [[links]]\n---\n'),
    };
  })
  .filter(({ before, entries }) => {
    const source = before.replace(/^\ufeff?---\r?\n/, '') + entries.map((one) => one.source).join('');
    try {
      parse(source, { logLevel: 'silent' });
      return true;
    } catch {
      return false;
    }
  });

const anyValue: fc.Arbitrary<PropertyValue> = fc.oneof(
  fc.constantFrom<PropertyValue>(
    null,
    true,
    0,
    -1.5,
    1e21,
    '',
    'plain',
    '[[Note]]',
    'A: B',
    'two\nlines',
    'null',
    '#x',
    '🎉',
    '---',
    '- x',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !/\p{Cs}/u.test(text)),
  fc.array(
    fc.constantFrom<string | number>('a', 'b', 'x y', '[[Note]]', 'k: v', 1, '12345678901234567890', 'a, b'),
    { maxLength: 4 },
  ),
);

const whole = ({ before, entries, after }: Note) =>
  before + entries.map(({ source }) => source).join('') + after;
const valuesOf = (text: string): Map<string, unknown> => {
  const source = /^\ufeff?---\r?\n([\s\S]*?)^---\r?$/m.exec(text)?.[1] ?? '';
  const values: unknown = parse(source, { logLevel: 'silent' });
  return new Map(Object.entries(values ?? {}));
};

/** The stretch of the edited text between what stands before and after the edited entry. */
function between(text: string, note: Note, index: number): string {
  const head =
    note.before +
    note.entries
      .slice(0, index)
      .map(({ source }) => source)
      .join('');
  const tail =
    note.entries
      .slice(index + 1)
      .map(({ source }) => source)
      .join('') + note.after;
  expect(text.startsWith(head)).toBe(true);
  expect(text.endsWith(tail)).toBe(true);
  return text.slice(head.length, text.length - tail.length);
}

let done = 0;
let refused = 0;
const counted = (outcome: EditOutcome) => {
  if (outcome.ok) done++;
  else refused++;
  return outcome;
};

describe('an edit changes one property and no other byte', { timeout: 900_000 }, () => {
  it('set in its place', () => {
    fc.assert(
      fc.property(anyNote, fc.nat(), anyValue, (note, pick, value) => {
        fc.pre(note.entries.length > 0);
        const index = pick % note.entries.length;
        const name = note.entries[index]?.name ?? '';
        const outcome = counted(setProperty(whole(note), name, value));
        if (!outcome.ok) return;
        const now = between(outcome.text, note, index);
        const comment = /^(?![^\n]*["'])[^\n#]*[ \t](#[^\r\n]*)/.exec(note.entries[index]?.source ?? '')?.[1];
        if (comment !== undefined) expect(now).toContain(comment);
        const expected = valuesOf(whole(note)).set(name, value);
        expect(valuesOf(outcome.text)).toEqual(expected);
        // Doing it again changes nothing.
        expect(setProperty(outcome.text, name, value)).toEqual(outcome);
      }),
      { numRuns: RUNS },
    );
  });

  it('set anew', () => {
    fc.assert(
      fc.property(anyNote, anyValue, (note, value) => {
        const outcome = counted(setProperty(whole(note), 'new', value));
        if (!outcome.ok) return;
        const text = whole(note);
        let same = 0;
        while (same < text.length && text[same] === outcome.text[same]) same++;
        const grown = outcome.text.length - text.length;
        // Where the inserted line begins like what follows it, the place can be a little before.
        const inserted = Array.from({ length: Math.min(same, grown) + 1 }, (_, i) => same - i).some(
          (at) => outcome.text.slice(0, at) + outcome.text.slice(at + grown) === text,
        );
        expect(inserted).toBe(true);
        expect(valuesOf(outcome.text)).toEqual(valuesOf(text).set('new', value));
      }),
      { numRuns: RUNS },
    );
  });

  it('removed', () => {
    fc.assert(
      fc.property(anyNote, fc.nat(), (note, pick) => {
        fc.pre(note.entries.length > 0);
        const index = pick % note.entries.length;
        const { name, source } = note.entries[index] ?? { name: '', source: '' };
        const outcome = counted(removeProperty(whole(note), name));
        if (!outcome.ok) return;
        const left = between(outcome.text, note, index);
        expect(source.endsWith(left)).toBe(true);
        expect(left.replaceAll(/^[ \t]*(?:#.*)?\r?\n/gm, '')).toBe('');
        const expected = valuesOf(whole(note));
        expected.delete(name);
        expect(valuesOf(outcome.text)).toEqual(expected);
      }),
      { numRuns: RUNS },
    );
  });

  it('renamed', () => {
    fc.assert(
      fc.property(
        anyNote,
        fc.nat(),
        fc.constantFrom('new', 'a: b', 'Zoë', 'true', '#x', '42'),
        (note, pick, newName) => {
          fc.pre(note.entries.length > 0);
          const index = pick % note.entries.length;
          const { name, source } = note.entries[index] ?? { name: '', source: '' };
          const outcome = counted(renameProperty(whole(note), name, newName));
          if (!outcome.ok) return;
          const now = between(outcome.text, note, index);
          const behind = source.slice(source.indexOf(':', source.startsWith('"') ? 2 : 0));
          expect(now.endsWith(behind)).toBe(true);
          const values = valuesOf(whole(note));
          const value = values.get(name);
          values.delete(name);
          expect(valuesOf(outcome.text)).toEqual(values.set(newName, value));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is made nearly always', () => {
    expect(done).toBeGreaterThan(RUNS);
    expect(refused / (done + refused)).toBeLessThan(0.2);
  });
});
