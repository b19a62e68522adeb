import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isHeartbeat,
  HEARTBEAT_RUNS,
  HEARTBEAT_STATUSES,
  parseHeartbeat,
  renderHeartbeat,
  type Heartbeat,
} from '../../../src/core/logs/heartbeat';

const RUNS = process.env.HERMES_SOAK ? 4000 : 200;

const instant = fc.integer({ min: 0, max: 4_000_000_000 }).map((at) => at * 1000);
const count = fc.nat(1_000_000);
const word = fc.oneof(
  fc.string(),
  fc.constantFrom('', '01JZX5', '1e5', 'null', 'a | b', 'x\\', '---', 'a\nb', '#x: "y"', '`|`'),
);
const oneLine = (text: string) => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const heartbeat: fc.Arbitrary<Heartbeat> = fc.record({
  version: fc.constant(1),
  status: fc.constantFrom(...HEARTBEAT_STATUSES),
  device: word,
  harness: word,
  run: fc.option(word, { nil: null }),
  chain: fc.option(word, { nil: null }),
  step: fc.option(word, { nil: null }),
  stepsDone: count,
  stepsTotal: count,
  startedAt: fc.option(instant, { nil: null }),
  endedAt: fc.option(instant, { nil: null }),
  updatedAt: instant,
  nextAt: fc.option(instant, { nil: null }),
  counts: fc.record({
    errors: count,
    warnings: count,
    infos: count,
    fresh: count,
    resolved: count,
    changed: count,
  }),
  message: word,
  runs: fc.array(
    fc.record({
      run: word.map(oneLine),
      chain: word.map(oneLine),
      status: fc.constantFrom(...HEARTBEAT_STATUSES),
      startedAt: instant,
      endedAt: fc.option(instant, { nil: null }),
      findings: count,
      changed: count,
      note: word.map(oneLine),
    }),
    { maxLength: HEARTBEAT_RUNS },
  ),
});

test('what is written is read back, in any zone', () => {
  fc.assert(
    fc.property(heartbeat, fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu'), (wanted, zone) => {
      expect(parseHeartbeat(renderHeartbeat(wanted, zone))).toEqual({ kind: 'read', heartbeat: wanted });
    }),
    { numRuns: RUNS },
  );
});

const night: Heartbeat = {
  version: 1,
  status: 'halted',
  device: 'ada-laptop',
  harness: '0.1.0',
  run: '01JZX5F0000000000000000000',
  chain: 'nightly',
  step: 'LINT-AGENT',
  stepsDone: 2,
  stepsTotal: 7,
  startedAt: Date.UTC(2026, 6, 4, 0, 0, 0),
  endedAt: Date.UTC(2026, 6, 4, 0, 0, 41),
  updatedAt: Date.UTC(2026, 6, 4, 0, 0, 41),
  nextAt: null,
  counts: { errors: 1, warnings: 2, infos: 3, fresh: 4, resolved: 5, changed: 0 },
  message: 'resume with `hermesh run --resume 01JZX5`',
  runs: [
    {
      run: '01JZX5F0000000000000000000',
      chain: 'nightly',
      status: 'halted',
      startedAt: Date.UTC(2026, 6, 4, 0, 0, 0),
      endedAt: Date.UTC(2026, 6, 4, 0, 0, 41),
      findings: 6,
      changed: 0,
      note: 'a | b',
    },
  ],
};

test('a person reads what happened and what to do', () => {
  const text = renderHeartbeat(night, 'Europe/Berlin');
  expect(text.slice(text.indexOf('# Heartbeat'))).toBe(
    [
      '# Heartbeat',
      '',
      '**Halted.** The nightly chain stopped at LINT-AGENT on 2026-07-04 02:00; 2 of 7 steps done.',
      'resume with `hermesh run --resume 01JZX5`',
      'Findings: 1 error, 2 warnings, 3 hints (4 new, 5 resolved). Files changed: 0.',
      'Nothing is scheduled.',
      '',
      '## Last 14 runs',
      '',
      '| Started | Ended | Chain | Outcome | Findings | Changed | Note | Run |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      '| 2026-07-04T02:00:00+02:00 | 2026-07-04T02:00:41+02:00 | nightly | halted | 6 | 0 | a \\| b | 01JZX5F0000000000000000000 |',
      '',
    ].join('\n'),
  );
});

test('the table keeps the newest runs', () => {
  const [run] = night.runs;
  if (run === undefined) throw new Error('no run');
  const many = Array.from({ length: 20 }, (_, index) => ({ ...run, findings: index }));
  const read = parseHeartbeat(renderHeartbeat({ ...night, runs: many }, 'UTC'));
  expect(read.kind === 'read' ? read.heartbeat.runs.map(({ findings }) => findings) : []).toEqual(
    Array.from({ length: 14 }, (_, index) => index),
  );
});

describe('what is no heartbeat of ours', () => {
  test.each([
    ['', 'foreign'],
    ['# Heartbeat\nalive 02:00\n', 'foreign'],
    ['---\nstatus: ok\n---\n', 'foreign'],
    ['---\nstatus: [\n---\n', 'foreign'],
    ['---\nversion: 2\n---\n', 'newer'],
    [renderHeartbeat(night, 'UTC').slice(0, 200), 'foreign'],
  ])('%j is %s', (text, kind) => {
    expect(parseHeartbeat(text).kind).toBe(kind);
  });

  test.each([
    [renderHeartbeat(night, 'UTC'), true],
    [renderHeartbeat(night, 'UTC').slice(300), true],
    [`<<<<<<< ours\n${renderHeartbeat(night, 'UTC')}`, true],
    ['# Hermes heartbeat\r\nalive 02:00\r\n', true],
    [' \n', true],
    ['---\ntitle: Garden\n---\nMy heartbeat went up.\n', false],
    ['{"a": 1}', false],
  ])('%j may be overwritten by one: %s', (text, may) => {
    expect(isHeartbeat(text)).toBe(may);
  });

  test('reading never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(900), (noise, at) => {
        const text = renderHeartbeat(night, 'UTC');
        expect(parseHeartbeat(text.slice(0, at) + noise + text.slice(at)).kind).toMatch(/read|newer|foreign/);
      }),
      { numRuns: RUNS },
    );
  });
});
