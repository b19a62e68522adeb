import { describe, expect, it } from 'vitest';
import { log } from '../../runner/cli/verbs/log';
import { appendLogEvents, type LogEvent } from '../../src/core/logs/event-log';
import { callVerb } from '../support/call-verb';
import { filesOf, tempVault } from '../support/temp-vault';

function event(at: string, change: Partial<LogEvent>): LogEvent {
  return {
    at: Date.parse(at),
    type: 'fix',
    run: 'R1',
    role: 'FIX-AGENT',
    path: null,
    to: null,
    text: 'x',
    ...change,
  };
}

const earlier = '# 2025\n\n## 2025-12-31\n- 23:00 something of an earlier harness in [[A]]\n';

function vaultWithLog(): string {
  const old = appendLogEvents(
    earlier,
    [event('2025-12-31T12:00:00Z', { type: 'created', path: 'old.md' })],
    'UTC',
  );
  const now = appendLogEvents(
    null,
    [
      event('2026-07-04T02:00:00Z', { type: 'moved', path: 'old.md', to: 'N/new.md', text: 'renamed' }),
      event('2026-07-04T02:00:01Z', { path: 'N/new.md', text: 'corrected `[[x]]`' }),
      event('2026-07-05T02:00:00Z', { type: 'finding', path: 'other.md', text: 'odd' }),
    ],
    'UTC',
  );
  return tempVault({
    'hermes.yaml': 'timezone: UTC\n',
    'N/new.md': 'x\n',
    'other.md': 'x\n',
    'never.md': 'x\n',
    'Logs/2025.md': old,
    'Logs/2026.md': now,
  });
}

describe('hermesh log', () => {
  it('tells what happened to a file, through its names and years', async () => {
    const { code, out, err } = await callVerb(log, vaultWithLog(), ['N/new.md']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      [
        '2025-12-31  run R1',
        '  12:00:00  created  old.md  x  (FIX-AGENT)',
        '',
        '2026-07-04  run R1',
        '  02:00:00  moved    old.md → N/new.md  renamed  (FIX-AGENT)',
        '  02:00:01  fix      corrected `[[x]]`  (FIX-AGENT)',
        '',
      ].join('\n'),
    );
  });

  it('knows files that are gone, and folders', async () => {
    const vault = vaultWithLog();
    expect((await callVerb(log, vault, ['old.md'])).out).toContain('renamed');
    expect((await callVerb(log, vault, ['N'])).out.match(/^ {2}\d\d:/gm)).toHaveLength(2);
  });

  it.each([
    [['--date', '2026-07-04'], 2],
    [['--date', '2026'], 3],
    [['--date', '2025-12'], 1],
    [['--type', 'finding'], 1],
    [['--type', 'fix', '--date', '2026-07-05'], 0],
    [[], 4],
  ])('%j', async (words, count) => {
    const vault = vaultWithLog();
    const { code, out } = await callVerb(log, vault, words, { json: true });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toHaveProperty('events.length', count);
  });

  it('says so where nothing is recorded', async () => {
    const { code, out } = await callVerb(log, vaultWithLog(), ['never.md', '--date', '2026-07-04']);
    expect([code, out]).toEqual([0, 'The log holds nothing about never.md of 2026-07-04\n']);
  });

  it.each([
    [['--date', '2026-02-30'], 'there is no date 2026-02-30'],
    [['--date', 'yesterday'], 'there is no date yesterday'],
    [['--type', 'fixx'], 'unknown type fixx; did you mean fix?'],
    [['gone.md'], 'the vault has no file or folder gone.md'],
  ])('refuses %j', async (words, said) => {
    const { code, err } = await callVerb(log, vaultWithLog(), words);
    expect(code).toBe(2);
    expect(err).toContain(said);
  });

  it('writes nothing', async () => {
    const vault = vaultWithLog();
    const before = filesOf(vault);
    await callVerb(log, vault);
    expect(filesOf(vault)).toEqual(before);
  });
});
