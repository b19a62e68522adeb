import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../src/core/config/config';
import {
  LOG_TYPES,
  appendLogEvents,
  eventLogPath,
  eventsOfFile,
  parseEventLog,
  type LogEvent,
} from '../../../src/core/logs/event-log';

const RUNS = process.env.HERMES_SOAK ? 6000 : 300;
const ZONE = 'Europe/Berlin';

function event(at: string, change: Partial<LogEvent> = {}): LogEvent {
  return {
    at: Date.parse(at),
    type: 'fix',
    run: null,
    role: null,
    path: null,
    to: null,
    text: 'x',
    ...change,
  };
}

describe('a new log', () => {
  test('opens with the day, and reads well', () => {
    const log = appendLogEvents(
      null,
      [
        event('2026-07-04T00:00:13Z', {
          run: '01JZ',
          role: 'FIX-AGENT',
          path: 'Notes/A.md',
          text: 'corrected the link `[[foo]]` to `[[Foo]]`',
        }),
        event('2026-07-04T00:00:14Z', { type: 'moved', path: 'a.md', to: 'b.md', text: '' }),
      ],
      ZONE,
    );
    expect(log.slice(log.indexOf('## '))).toBe(
      [
        '## 2026-07-04',
        '',
        '- 02:00:13+02:00 [type:: fix] [role:: FIX-AGENT] [path:: `Notes/A.md`] corrected the link `[[foo]]` to `[[Foo]]` [run:: 01JZ]',
        '- 02:00:14+02:00 [type:: moved] [path:: `a.md`] [to:: `b.md`]',
        '',
      ].join('\n'),
    );
    expect(log.startsWith('---\nlog: events\nyear: 2026\nversion: 1\n---\n')).toBe(true);
  });

  test('belongs to the year of the local date', () => {
    expect(eventLogPath(defaultConfig(), '2026-12-31')).toBe('Logs/2026.md');
  });
});

describe('an event goes', () => {
  const first = appendLogEvents(null, [event('2026-07-04T10:00:00Z', { text: 'one' })], ZONE);

  test('to the end of its day', () => {
    const log = appendLogEvents(first, [event('2026-07-04T11:00:00Z', { text: 'two' })], ZONE);
    expect(log).toBe(`${first}- 13:00:00+02:00 [type:: fix] two\n`);
  });

  test('above the older days if it is of a new one', () => {
    const log = appendLogEvents(first, [event('2026-07-05T11:00:00Z', { text: 'two' })], ZONE);
    const at = first.indexOf('## 2026-07-04');
    expect(log).toBe(
      `${first.slice(0, at)}## 2026-07-05\n\n- 13:00:00+02:00 [type:: fix] two\n\n${first.slice(at)}`,
    );
  });

  test('below the newer days if a clock went back', () => {
    const log = appendLogEvents(first, [event('2026-07-01T11:00:00Z', { text: 'old' })], ZONE);
    expect(log).toBe(`${first}\n## 2026-07-01\n\n- 13:00:00+02:00 [type:: fix] old\n`);
  });

  test('to both of the hours that a clock shows twice', () => {
    const twice = [event('2026-10-25T00:30:00Z'), event('2026-10-25T01:30:00Z')];
    expect(parseEventLog(appendLogEvents(null, twice, ZONE)).map(({ at }) => at)).toEqual(
      twice.map(({ at }) => at),
    );
  });
});

describe('a file of an earlier harness is read as it stands', () => {
  const own = '- 02:00:00Z [type:: fix] mine\n';
  test.each([
    [
      'days of its own',
      '# 2026\n\n## 2026-07-05 (Sunday)\nfixed [[Foo]]\n\n## [[2026-07-01]]\n- x\n',
      '2026-07-04',
      'fixed [[Foo]]\n\n|## 2026-07-04\n\n',
      '\n## [[2026-07-01]]',
    ],
    [
      'the same day',
      '## 2026-07-04\n\nprose\n\n### sub\n\nmore\n\n## 2026-07-01\n',
      '2026-07-04',
      'more\n|\n',
      '\n## 2026-07-01',
    ],
    ['the same day, unended', '## 2026-07-04\n* a', '2026-07-04', '* a|\n', ''],
    [
      'the same day, CRLF',
      '## 2026-07-04\r\n\r\n- a\r\n\r\n## 2026-07-01\r\n',
      '2026-07-04',
      '- a\r\n|',
      '\r\n## 2026-07-01',
    ],
    [
      'no days, a title',
      '---\na: 1\n---\n# Log\nintro\n\n- old\n',
      '2026-07-04',
      'intro\n\n|## 2026-07-04\n\n',
      '\n- old',
    ],
    ['no days, no title', '- old\n', '2026-07-04', '|## 2026-07-04\n\n', '\n- old'],
    ['a day inside of code', '```\n## 2026-07-04\n```\n', '2026-07-04', '|## 2026-07-04\n\n', '\n```'],
  ])('%s', (_, text, date, before, after) => {
    const log = appendLogEvents(text, [event(`${date}T02:00:00Z`, { text: 'mine' })], 'UTC');
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    expect(log).toContain(before.replace('|', '') + own.replace('\n', eol) + after);
    const [kept = ''] = before.split('|');
    const at = text.indexOf(kept) + kept.length;
    expect(log.startsWith(text.slice(0, at))).toBe(true);
    expect(log.endsWith(text.slice(at))).toBe(true);
    expect(parseEventLog(log)).toHaveLength(1);
  });
});

const anyEvent = fc.record<LogEvent>({
  at: fc
    .integer({ min: Date.UTC(2026, 0, 2) / 1000, max: Date.UTC(2026, 11, 30) / 1000 })
    .map((at) => at * 1000),
  type: fc.constantFrom(...LOG_TYPES),
  run: fc.option(fc.constantFrom('01JZX', 'r-1'), { nil: null }),
  role: fc.option(fc.constantFrom('LINT-AGENT', 'undo'), { nil: null }),
  path: fc.option(fc.string({ minLength: 1, unit: 'binary' }), { nil: null }),
  to: fc.option(fc.constantFrom('b.md', 'c`] [run:: x].md'), { nil: null }),
  text: fc.oneof(
    fc.string(),
    fc.constantFrom('[run:: x]', '`[run:: x]`', '[path:: `a`] b', '## 2026-01-01', ''),
  ),
});

test('what is written is read back, and what stood there stands', () => {
  const foreign = fc.constantFrom(
    '',
    '\uFEFF# Log\n',
    '# Log\n\nintro',
    '## 2026-05-05\n\n- x\n',
    '## 2026-12-31\r\n\r\ny',
    '```\nopen fence\n',
    '---\nx: 1\n---\n',
  );
  fc.assert(
    fc.property(
      foreign,
      fc.constantFrom('UTC', ZONE, 'America/St_Johns'),
      fc.array(fc.array(anyEvent, { maxLength: 4 }), { maxLength: 4 }),
      (start, zone, batches) => {
        let log: string = start;
        for (const batch of batches) {
          const next = appendLogEvents(log, batch, zone);
          // Every line that stood there still does, in the same order.
          const lines = next.split('\n');
          let at = 0;
          for (const line of log.split(/\r?\n/)) {
            while (at < lines.length && lines[at]?.replace(/\r$/, '') !== line) at++;
            expect(at).toBeLessThan(lines.length);
            at++;
          }
          log = next;
        }
        const written = batches.flat().sort((a, b) => a.at - b.at);
        const clean = (events: readonly LogEvent<string>[]) =>
          events.map((one) => ({ ...one, text: one.text.replace(/[\s\p{Cc}]+/gu, ' ').trim() }));
        const sorted = (events: readonly LogEvent<string>[]) =>
          clean(events)
            .map((one) => JSON.stringify(one))
            .sort();
        if (!start.startsWith('```')) expect(sorted(parseEventLog(log))).toEqual(sorted(written));
      },
    ),
    { numRuns: RUNS },
  );
});

test('reading never throws', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '## 2026-02-30\n',
          '## 2026-07-04\n',
          '- 02:00:00Z [type:: a]',
          ' [path:: `',
          '`]',
          ' [run:: ',
          ']',
          '\n',
          '```\n',
          '- 25:00:00Z [type:: a]',
          '[to:: `x`]',
          '#',
          '\r',
        ),
      ),
      (parts) => {
        const text = parts.join('');
        expect(Array.isArray(parseEventLog(text))).toBe(true);
        expect(appendLogEvents(text, [event('2026-07-04T02:00:00Z')], 'UTC').length).toBeGreaterThan(
          text.length,
        );
      },
    ),
    { numRuns: RUNS },
  );
});

describe('what happened to a file', () => {
  const at = (hour: number) => `2026-07-04T${String(hour).padStart(2, '0')}:00:00Z`;
  const events = [
    event(at(1), { type: 'created', path: 'a.md' }),
    event(at(2), { path: 'other.md' }),
    event(at(3), { type: 'moved', path: 'a.md', to: 'b.md' }),
    event(at(4), { path: 'b.md' }),
    event(at(5), { type: 'moved', path: 'b.md', to: 'c/c.md' }),
    event(at(6), { path: 'c/c.md' }),
  ];
  const hours = (path: string, list: readonly LogEvent[] = events) =>
    eventsOfFile(list, path).map((one) => new Date(one.at).getUTCHours());

  test('follows its names back', () => {
    expect(hours('c/c.md')).toEqual([1, 3, 4, 5, 6]);
  });
  test('and forward', () => {
    expect(hours('a.md')).toEqual([1, 3, 4, 5, 6]);
    expect(hours('other.md')).toEqual([2]);
  });
  test('a new file under an old name is not followed to the old one', () => {
    expect(hours('a.md', [...events, event(at(7), { type: 'created', path: 'a.md' })])).toContain(7);
    expect(hours('a.md', [...events, event(at(7), { type: 'created', path: 'a.md' })])).not.toContain(6);
  });
  test('nothing is said of a file that the log does not know', () => {
    expect(hours('d.md')).toEqual([]);
  });
});

test('a log of 100,000 lines is read and added to in a moment', () => {
  const line = `- 02:00:00Z [type:: finding] [path:: \`Notes/A.md\`] broken link [run:: 01J]\n`;
  const log = `# 2026\n\n## 2026-07-04\n\n${line.repeat(100_000)}`;
  const started = performance.now();
  expect(parseEventLog(log)).toHaveLength(100_000);
  expect(appendLogEvents(log, [event('2026-07-05T02:00:00Z')], 'UTC').endsWith(line)).toBe(true);
  expect(performance.now() - started).toBeLessThan(20_000);
});
