import { describe, expect, test } from 'vitest';
import { defaultConfig } from '../../../src/core/config/config';
import {
  limitDiff,
  parseRunSummary,
  renderRunSummary,
  runSummaryPath,
  summariesToDrop,
  type RunSummary,
} from '../../../src/core/logs/run-summary';

const summary: RunSummary = {
  version: 1,
  run: '01JZX5F0000000000000000000',
  chain: 'nightly',
  date: '2026-07-04',
  device: 'd1',
  status: 'finished',
  reason: null,
  started_at: 1,
  ended_at: 2,
  steps: [
    {
      role: 'LINT-AGENT',
      outcome: 'done',
      reason: null,
      started_at: 1,
      ended_at: 2,
      verdict: { passed: true, checks: [{ name: 'section stands', faults: [] }], notes: [], milliseconds: 3 },
      section: { summary: 's', lines: [{ type: 'lint', text: 't' }] },
      files: [{ path: 'a.md', change: 'moved', to: 'b.md' }],
      commit: 'abc',
      tokens: null,
      cost_usd: null,
    },
  ],
  notes: [],
  counts: { errors: 0, warnings: 1, infos: 2, fresh: 3, resolved: 4, changed: 5 },
  diff: { text: '', cut: false },
};

describe('a run summary', () => {
  test('is read back', () => {
    expect(parseRunSummary(renderRunSummary(summary))).toEqual({ kind: 'read', summary });
  });

  test.each([
    ['', 'damaged'],
    ['{', 'damaged'],
    ['null', 'damaged'],
    ['{"version":1}', 'damaged'],
    ['{"version":2}', 'newer'],
    [renderRunSummary(summary).slice(0, 400), 'damaged'],
  ])('%j is %s', (text, kind) => {
    expect(parseRunSummary(text).kind).toBe(kind);
  });

  test('has a file of its own', () => {
    expect(runSummaryPath(defaultConfig(), summary.run)).toBe(
      'Logs/hermes/runs/01JZX5F0000000000000000000.json',
    );
  });
});

describe('a diff', () => {
  test('is cut between lines, by bytes', () => {
    expect(limitDiff('añ\nb\n', 4)).toEqual({ text: 'añ\n', cut: true });
    expect(limitDiff('añ\nb\n', 6)).toEqual({ text: 'añ\nb\n', cut: false });
    expect(limitDiff('😀\n', 4)).toEqual({ text: '', cut: true });
    expect(limitDiff('😀\n', 5)).toEqual({ text: '😀\n', cut: false });
  });

  test('of ordinary size is whole', () => {
    const diff = '+x\n'.repeat(60_000);
    expect(limitDiff(diff).cut).toBe(false);
    expect(limitDiff(diff + diff).text.length).toBeLessThanOrEqual(200_000);
  });
});

test('the oldest summaries go, and nothing that no run wrote', () => {
  const run = (letter: string) => `Logs/hermes/runs/01JZX5F000000000000000000${letter}.json`;
  expect(summariesToDrop([run('C'), run('A'), 'Logs/hermes/runs/mine.json', run('B')], 2)).toEqual([
    run('A'),
  ]);
  expect(summariesToDrop([run('A')], 2)).toEqual([]);
});
