import fc from 'fast-check';

/** Characters and fragments that YAML treats specially, or nearly. */
const FRAGMENTS = [
  ...'abzAZ019 _-.:#,[]{}&*!|>?%@`"\'~+/\\=$^()<',
  ...[
    '  ',
    ': ',
    ' #',
    '- ',
    ' -',
    ':-',
    '::',
    '[[',
    ']]',
    '[[Note]]',
    '[a](b.md)',
    '{{date}}',
    '<% x %>',
    '\t',
  ],
  ...[
    'true',
    'True',
    'false',
    'null',
    'NULL',
    '~',
    'yes',
    'no',
    'on',
    '.inf',
    '-.INF',
    '.nan',
    '0x10',
    '0o17',
    '014',
  ],
  ...[
    '1e3',
    '1.',
    '.5',
    '1_000',
    '-1',
    '+5',
    '12:30',
    '2024-07-21',
    '2024-07-21T10:00',
    '12345678901234567890',
  ],
  ...[
    'é',
    'ü',
    '日本',
    '🎉',
    '\u00a0',
    '\u2028',
    '\u0085',
    '\ufeff',
    'İ',
    '<<',
    '__proto__',
    '...',
    '---',
    '&a',
    '*a',
  ],
];

/** Text made of such fragments. */
const scrap = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 6 }).map((parts) => parts.join(''));

const word = fc.constantFrom(
  'note',
  'some text',
  'a/b',
  'Élan vital',
  '2024-07-21',
  '42',
  'true',
  'x-y_z',
  '[[Note]]',
);
const key = fc.oneof(
  fc.constantFrom(
    'title',
    'created',
    'tags',
    'aliases',
    'up',
    'Foo',
    'foo bar',
    'a-b',
    'ключ',
    'null',
    'true',
    '123',
  ),
  scrap,
);
const scalar = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 4, arbitrary: scrap },
  { weight: 2, arbitrary: word.map((text) => `"${text}"`) },
  { weight: 1, arbitrary: scrap.map((text) => `"${text}"`) },
  { weight: 1, arbitrary: scrap.map((text) => `'${text}'`) },
);
const pad = fc.constantFrom('', '', '', ' ', '  ', '\t', ' # c');
const flow = fc
  .tuple(
    fc.array(scalar, { maxLength: 4 }),
    fc.constantFrom(', ', ',', ' , ', ',  '),
    fc.constantFrom('', ' ', ','),
  )
  .map(([items, comma, end]) => `[${items.join(comma)}${end}]`);
const block = fc
  .tuple(fc.array(scalar, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '  ', ' ', '    ', '\t'), pad)
  .map(([items, indent, end]) => items.map((item) => `\n${indent}- ${item}${end}`).join(''));
const value = fc.oneof(
  { weight: 5, arbitrary: scalar.map((text) => ` ${text}`) },
  { weight: 2, arbitrary: flow.map((text) => ` ${text}`) },
  { weight: 2, arbitrary: block },
  { weight: 1, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: scalar },
);
const line = fc.oneof(
  { weight: 10, arbitrary: fc.tuple(key, value, pad).map(([k, v, p]) => `${k}:${v}${p}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '  ', '# comment', '- x', '  more', 'bare', '\t', '---', '...'),
  },
  { weight: 1, arbitrary: scrap },
);

/** Frontmatter as people write it, and near misses of it. */
export const randomYaml = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\n', '\r\n'), fc.boolean())
  .map(([lines, eol, ended]) => (lines.join('\n') + (ended ? '\n' : '')).replaceAll('\n', eol));
