import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../src/core/config/config';
import { blockId, type AppendOptions } from '../../../src/core/memory/daily-lines';
import {
  appendSection,
  appendVerdict,
  dailyPath,
  parseDaily,
  renderDaily,
  setDailyStatus,
  type DailySectionText,
} from '../../../src/core/memory/daily';
import { scan } from '../../../src/core/text/scan';
import { nodeHash } from '../../../runner/adapters/node-hash';

const RUNS = process.env.HERMES_SOAK ? 4000 : 200;

const options: AppendOptions = { run: '01JZA', hash: nodeHash, summariseAbove: 20 };
const start = renderDaily({
  date: '2026-07-04',
  run: '01JZA',
  job: 'nightly',
  status: 'running',
  queue: ['look at [[X]]'],
});

function lintLines(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) => ({
    type: 'lint',
    text: `finding ${from + index}`,
    key: `k${from + index}`,
  }));
}

describe('a night', () => {
  test('is one file that reads from top to bottom', () => {
    const key = { type: 'lint', key: 'broken-wikilink a.md foo' };
    const signal = { type: 'procedural-signal', key: 'steps' };
    let text = appendSection(
      start,
      'LINT-AGENT',
      {
        summary: 'One new finding, 3 resolved.',
        lines: [
          { ...key, text: 'broken link `[[foo]]` in `a.md`' },
          { ...signal, text: 'steps in #two notes' },
        ],
      },
      options,
    );
    text = appendVerdict(text, {
      role: 'LINT-AGENT',
      passed: true,
      checks: 8,
      faults: [],
      time: '02:00:14',
      milliseconds: 11.6,
    });
    text = appendSection(text, 'REVISER-AGENT', { summary: 'All well.', lines: [] }, options);
    text = appendSection(text, 'BRIEFING-AGENT', { summary: 'Told.', lines: [] }, options);
    expect(setDailyStatus(text, '01JZA', 'finished')).toBe(
      [
        '---',
        'date: 2026-07-04',
        'run: 01JZA',
        'job: nightly',
        'status: finished',
        'tier: daily',
        'version: 1',
        '---',
        '',
        '# Memory of 2026-07-04',
        '',
        '## Task Queue',
        '',
        '- look at \\[\\[X\\]\\]',
        '',
        '## LINT-AGENT',
        '',
        'One new finding, 3 resolved.',
        '',
        `- [type:: lint] broken link \`[[foo]]\` in \`a.md\` ^${blockId(nodeHash, key)}`,
        '',
        '## BRIEFING-AGENT',
        '',
        'Told.',
        '',
        '## Procedural Signals',
        '',
        `- [type:: procedural-signal] steps in \\#two notes ^${blockId(nodeHash, signal)}`,
        '',
        '## Reviser Summary',
        '',
        'All well.',
        '',
        '## Validator',
        '',
        '- 02:00:14 LINT-AGENT passed (8 checks, 12 ms)',
        '',
      ].join('\n'),
    );
  });

  test('reads back', () => {
    const text = appendSection(start, 'LINT-AGENT', { summary: 's', lines: lintLines(2) }, options);
    const daily = parseDaily(text);
    expect(daily).toMatchObject({
      date: '2026-07-04',
      run: '01JZA',
      job: 'nightly',
      status: 'running',
      tier: 'daily',
      version: 1,
    });
    expect(daily.sections.map(({ heading }) => heading)).toEqual(['Task Queue', 'LINT-AGENT']);
    expect(daily.sections[1]?.lines.map(({ type, text: words }) => `${type} ${words}`)).toEqual([
      'lint finding 0',
      'lint finding 1',
    ]);
  });

  test('is named by its local date', () => {
    expect(dailyPath(defaultConfig(), '2026-07-04')).toBe('Logs/memory/2026-07-04.md');
  });

  test('sums up what is above the limit of a kind', () => {
    const text = appendSection(
      start,
      'LINT-AGENT',
      { summary: '', lines: [...lintLines(25), { type: 'contradiction', text: 'c', key: 'c' }] },
      options,
    );
    const lines = parseDaily(text).sections[1]?.lines ?? [];
    expect(lines).toHaveLength(22);
    expect(lines[20]?.text).toBe('and 5 more of this kind');
    expect(lines[21]?.type).toBe('contradiction');
  });

  test('says which rules the lines come from that it sums up', () => {
    const rules = ['missing-field', 'orphan-note', 'needs-index', 'a', 'b'];
    const many = rules.flatMap((rule, at) =>
      lintLines(30)
        .map((line) => ({ ...line, key: `${rule} ${line.key}`, rule }))
        .slice(at),
    );
    const text = appendSection(start, 'LINT-AGENT', { summary: '', lines: many }, options);
    expect(parseDaily(text).sections[1]?.lines.at(-1)?.text).toBe(
      'and 120 more of this kind (orphan-note 29, needs-index 28, a 27, b 26, …)',
    );
  });

  test('a section of signals alone says where they are', () => {
    const signal = { type: 'procedural-signal', text: 's', key: 's' };
    const text = appendSection(start, 'LINT-AGENT', { summary: '', lines: [signal] }, options);
    expect(parseDaily(text).sections.map(({ heading, body }) => [heading, body.split(' ^')[0]])).toEqual([
      ['Task Queue', '- look at \\[\\[X\\]\\]'],
      ['LINT-AGENT', '1 procedural signal, listed under Procedural Signals.'],
      ['Procedural Signals', '- [type:: procedural-signal] s'],
    ]);
  });
});

describe('a second run on the same date', () => {
  const first = appendSection(start, 'LINT-AGENT', { summary: 's', lines: lintLines(2) }, options);
  const second = appendSection(
    first,
    'LINT-AGENT',
    {
      summary: 't',
      lines: [...lintLines(3), { type: 'lint', text: 'other words', key: 'k0' }],
    },
    { ...options, run: '01JZB' },
  );

  test('follows under a heading of its own and repeats nothing', () => {
    expect(second.startsWith(first)).toBe(true);
    const id = (key: string) => blockId(nodeHash, { type: 'lint', key });
    expect(second.slice(first.length)).toBe(
      [
        '',
        '### Run 01JZB',
        '',
        't',
        '',
        `- [type:: lint] finding 2 ^${id('k2')}`,
        `- [type:: lint] other words ^${id('k0')}-2`,
        '',
      ].join('\n'),
    );
  });

  test('leaves the properties of the first', () => {
    expect(setDailyStatus(second, '01JZB', 'failed')).toBe(second);
  });
});

describe('a file of an earlier harness', () => {
  const old =
    '---\r\ndate: 2026-07-04\r\ntags: [memory]\r\n---\r\n\r\n# Night\r\n\r\n## LINT-AGENT\r\n\r\n* old [[note]]\r\n\r\n### deep\r\nx\r\n\r\n## Reviser Summary\r\nfine';
  test('is added to by section, in its own line ends', () => {
    const text = appendSection(old, 'LINT-AGENT', { summary: 'new', lines: [] }, options);
    const at = old.indexOf('\r\n## Reviser');
    expect(text).toBe(`${old.slice(0, at)}\r\n### Run 01JZA\r\n\r\nnew\r\n${old.slice(at)}`);
    const more = appendSection(text, 'DISPATCHER', { summary: 'd', lines: [] }, options);
    expect(more).toContain('new\r\n\r\n## DISPATCHER\r\n\r\nd\r\n\r\n## Reviser Summary\r\nfine');
    expect(setDailyStatus(more, '01JZA', 'finished')).toBe(more);
  });

  test.each(['', 'x', '---\n[\n---\n', '# only\n', '## LINT-AGENT', '```\n## LINT-AGENT\n'])(
    '%j can be added to',
    (text) => {
      const longer = appendSection(text, 'LINT-AGENT', { summary: 'new', lines: lintLines(1) }, options);
      expect(longer.startsWith(text)).toBe(true);
      if (!text.startsWith('```'))
        expect(
          parseDaily(longer).sections.find(({ heading }) => heading === 'LINT-AGENT')?.lines,
        ).toHaveLength(1);
    },
  );
});

const words = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '# x',
    '- y',
    '1. z',
    '^id',
    '[[L]]',
    '#tag',
    '```',
    '---',
    'a\n\n## b',
    '=== ',
    '> q',
    '| a |',
    '`## c`',
    '#',
    '-',
    '=',
    '1)',
    '+ ',
    '2. b',
  ),
);
const anySection: fc.Arbitrary<DailySectionText> = fc.record({
  summary: words,
  lines: fc.array(
    fc.record({
      type: fc.constantFrom('lint', 'fix', 'procedural-signal'),
      text: words,
      key: fc.string({ maxLength: 2 }),
    }),
    { maxLength: 6 },
  ),
});

test('whatever roles say, nothing that stood is changed, no heading, link or tag arises, and ids are unique', () => {
  const roles = fc.constantFrom('DISPATCHER', 'LINT-AGENT', 'REVISER-AGENT');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(roles, anySection), { maxLength: 5 }),
      fc.boolean(),
      words,
      (steps, crlf, item) => {
        const start = renderDaily({
          date: '2026-07-04',
          run: '01JZA',
          job: 'nightly',
          status: 'running',
          queue: [item],
        });
        let text = crlf ? start.replace(/\n/g, '\r\n') : start;
        for (const [role, section] of steps) {
          const next = appendSection(text, role, section, options);
          const lines = next.split('\n');
          let at = 0;
          for (const line of text.split('\n').slice(0, -1)) {
            while (at < lines.length && lines[at] !== line) at++;
            expect(at).toBeLessThan(lines.length);
            at++;
          }
          text = next;
        }
        const facts = scan(text);
        expect([facts.refs(), facts.tags()]).toEqual([[], []]);
        const known = [
          'Memory of 2026-07-04',
          'Task Queue',
          'DISPATCHER',
          'LINT-AGENT',
          'Procedural Signals',
          'Reviser Summary',
          'Run 01JZA',
        ];
        for (const heading of facts.headings()) expect(known).toContain(heading.text);
        const ids = facts.blocks().map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(
          parseDaily(text)
            .sections.flatMap(({ lines }) => lines.map(({ id }) => id))
            .sort(),
        ).toEqual(ids.sort());
      },
    ),
    { numRuns: RUNS },
  );
});
