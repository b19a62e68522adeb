import fc from 'fast-check';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { editConfig } from '../../../src/core/config/edit-config';
import { loadConfig } from '../../../src/core/config/load-config';
import type { YamlChange } from '../../../src/core/config/splice-yaml';

const RUNS = process.env.HERMES_SOAK ? 2000 : 100;

function edited(text: string, change: YamlChange): string {
  const outcome = editConfig(text, change);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.text;
}

const set = (path: string, value: unknown): YamlChange => ({ kind: 'set', path: path.split('.'), value });
const append = (path: string, value: unknown): YamlChange => ({
  kind: 'append',
  path: path.split('.'),
  value,
});

describe('an edit changes its own bytes only', () => {
  test.each<[string, YamlChange, string]>([
    ['fix:\n  limit:   200   # files\n', set('fix.limit', 5), 'fix:\n  limit:   5   # files\n'],
    ['fix: { limit: 200,aliases: off }\n', set('fix.limit', 5), 'fix: { limit: 5,aliases: off }\n'],
    ['fix: {}\n', set('fix.limit', 5), 'fix: {limit: 5}\n'],
    ['fix: { limit: 3 }\n', set('fix.aliases', 'off'), 'fix: { limit: 3, aliases: off }\n'],
    ['', set('fix.limit', 5), 'fix:\n  limit: 5\n'],
    ['# mine\n', set('fix.limit', 5), '# mine\nfix:\n  limit: 5\n'],
    ['version: 1', set('git.commit', false), 'version: 1\ngit:\n  commit: false\n'],
    ['\uFEFFversion: 1\r\n', set('git.commit', false), '\uFEFFversion: 1\r\ngit:\r\n  commit: false\r\n'],
    [
      'fix:\n    limit: 3\n    # aliases: off\n\n# the rest\nversion: 1\n',
      set('fix.mentions', 'off'),
      'fix:\n    limit: 3\n    # aliases: off\n    mentions: off\n\n# the rest\nversion: 1\n',
    ],
    [
      'version: 1\nlint:\n  # exclude: [a]\ngit: {}\n',
      set('lint.exclude', ['Archive/**']),
      'version: 1\nlint:\n  # exclude: [a]\n  exclude:\n    - Archive/**\ngit: {}\n',
    ],
    [
      'host:   # nobody yet\nversion: 1\n',
      set('host', { device: 'd', name: 'n', epoch: 1 }),
      'host:   # nobody yet\n  device: d\n  name: n\n  epoch: 1\nversion: 1\n',
    ],
    [
      'host: null # nobody\n',
      set('host', { device: 'd', name: 'n', epoch: 1 }),
      'host: {device: d, name: n, epoch: 1} # nobody\n',
    ],
    [
      'host:\n  device: a\n  name: b\n  epoch: 1\n# end\n',
      set('host', { device: 'd', name: 'n', epoch: 2 }),
      'host:\n  device: d\n  name: n\n  epoch: 2\n# end\n',
    ],
    [
      'lint:\n  exclude: [a, "b" ]\n',
      append('lint.exclude', 'c, d'),
      'lint:\n  exclude: [a, "b", "c, d" ]\n',
    ],
    ['lint:\n  exclude: []\n', append('lint.exclude', '*.md'), 'lint:\n  exclude: ["*.md"]\n'],
    [
      'lint:\n  exclude:\n  - a # x\n  - b\n',
      append('lint.exclude', 'c'),
      'lint:\n  exclude:\n  - a # x\n  - b\n  - c\n',
    ],
    [
      'lint:\n  ignore:\n    - rule: a\n      paths:\n        - x\n      # why\n  # last\n',
      append('lint.ignore', { rule: 'b', paths: ['y'] }),
      'lint:\n  ignore:\n    - rule: a\n      paths:\n        - x\n      # why\n    - rule: b\n      paths:\n        - y\n  # last\n',
    ],
    [
      'lint:\n  ignore:\n    - {rule: a, paths: [x]}\n    - rule: b\n      paths: [y] # why\n',
      { kind: 'append', path: ['lint', 'ignore', 1, 'paths'], value: 'z' },
      'lint:\n  ignore:\n    - {rule: a, paths: [x]}\n    - rule: b\n      paths: [y, z] # why\n',
    ],
  ])('%j', (text, change, expected) => {
    expect(edited(text, change)).toBe(expected);
  });

  test('a text that already has problems is left alone', () => {
    expect(editConfig('fix:\n  limit: lots\n', set('git.commit', true))).toMatchObject({
      ok: false,
      problems: [{ line: 2, key: 'fix.limit' }],
    });
  });

  test('a value that the schema refuses is refused', () => {
    const outcome = editConfig('version: 1\n', set('fix.limit', 0));
    expect(outcome.ok ? '' : outcome.message).toContain('fix.limit: `0`');
  });
});

/** Settings as someone may have written them: each value with its text. */
const piece = {
  whole: fc.constantFrom('5', '0x10', '+7', '007', '40  '),
  consent: fc.constantFrom('off', '"ask"', "'auto'", 'auto'),
  globs: fc.constantFrom(
    '[]',
    '[a]',
    '[ a,b ]',
    '[ "a b" ,\n      c ]',
    '\n      - a',
    '\n    - a\n    - "b # c" # d',
    '',
  ),
  comment: fc.constantFrom('', ' # why', '   #limit: 3'),
  between: fc.constantFrom('', '\n', '# fix: {limit: 3}\n', '  # indented\n', '    # deeper\n\n'),
};

const written = fc
  .record({
    bom: fc.constantFrom('', '\uFEFF'),
    eol: fc.constantFrom('\n', '\r\n'),
    limit: piece.whole,
    aliases: piece.consent,
    exclude: piece.globs,
    comments: fc.tuple(piece.comment, piece.comment, piece.comment),
    between: fc.tuple(piece.between, piece.between, piece.between),
    unended: fc.boolean(),
    order: fc.boolean(),
  })
  .map((parts) => {
    const [first, second, third] = parts.comments;
    const [one, two, three] = parts.between;
    const fix = `fix:${first}\n  limit: ${parts.limit}${second}\n${one}  aliases: ${parts.aliases}${third}\n`;
    const lint = `lint:\n    exclude: ${parts.exclude}\n`;
    const text = parts.order
      ? `version: 1\n${fix}${two}${lint}${three}`
      : `${lint}${two}${fix}${three}version: 1\n`;
    const ended = parts.unended ? text.trimEnd() : text;
    return { text: parts.bom + ended.replace(/\n/g, parts.eol), parts };
  });

const change: fc.Arbitrary<YamlChange> = fc.oneof(
  fc.integer({ min: 1, max: 999 }).map((value) => set('fix.limit', value)),
  fc.constantFrom('off', 'ask', 'auto').map((value) => set('fix.aliases', value)),
  fc.constantFrom('off', 'ask', 'auto').map((value) => set('fix.mentions', value)),
  fc
    .array(fc.stringMatching(/^[A-Za-z#:, *\]"'é-]{1,8}[a-z]$/), { maxLength: 3 })
    .map((value) => set('lint.exclude', value)),
  fc.stringMatching(/^[A-Za-z#:, *\]"'é-]{1,8}[a-z]$/).map((value) => append('lint.exclude', value)),
  fc.constant(append('lint.ignore', { rule: 'orphan-note', paths: ['Inbox/**'] })),
  fc.constant(append('lint.required_fields', 'status')),
  fc.boolean().map((value) => set('git.commit', value)),
  fc.constant(set('host', { device: 'd: 1', name: 'Ada\'s "box"', epoch: 2 })),
  fc.constant(append('jobs', { id: 'n', schedule: '0 2 * * *', chain: 'nightly' })),
);

/** Length of the common beginning. */
function common(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

test(
  'any edit of any text removes nothing outside of its value, loads, and reads as asked',
  { timeout: 300_000 },
  () => {
    fc.assert(
      fc.property(written, change, ({ text, parts }, wanted) => {
        const before = loadConfig(text);
        fc.pre(before.ok);
        const after = edited(text, wanted);
        const head = common(text, after);
        const tail = Math.min(
          common([...text].reverse().join(''), [...after].reverse().join('')),
          text.length - head,
          after.length - head,
        );
        const removed = text.slice(head, text.length - tail).replace(/\r/g, '');
        const own: Record<string, string> = {
          'fix.limit': parts.limit,
          'fix.aliases': parts.aliases,
          'lint.exclude': ` ${parts.exclude}`,
        };
        const place = wanted.path.join('.');
        if (wanted.kind === 'append' || own[place] === undefined) expect(removed).toBe('');
        else expect(own[place]).toContain(removed);

        const values: unknown = parse(after);
        const outcome = loadConfig(after);
        if (!outcome.ok) throw new Error(outcome.problems[0]?.message);
        const read = wanted.path.reduce<unknown>(
          (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
          values,
        );
        if (wanted.kind === 'set') expect(read ?? []).toEqual(wanted.value);
        else expect(Array.isArray(read) ? read.at(-1) : read).toEqual(wanted.value);
      }),
      { numRuns: RUNS },
    );
  },
);
