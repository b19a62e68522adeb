import { describe, expect, it } from 'vitest';
import { parseHeartbeat, renderHeartbeat, type Heartbeat } from '../../../src/core/logs/heartbeat';
import { nightStatus } from '../../../src/plugin/night/night-status';
import { sampleHeartbeat } from '../../support/sample-heartbeat';

const HOUR = 3_600_000;
const END = Date.UTC(2026, 6, 4, 2, 4);

/** As written to the vault and read again. */
function status(change: Partial<Heartbeat>, now: number): unknown {
  return nightStatus(parseHeartbeat(renderHeartbeat(sampleHeartbeat(END, change), 'UTC')), now);
}

describe('how the last night went', () => {
  it('is not known without a heartbeat, or before the first night', () => {
    expect(nightStatus(null, END)).toEqual({ kind: 'none' });
    expect(status({ status: 'idle', endedAt: null, startedAt: null }, END)).toEqual({ kind: 'none' });
  });

  it('went well, until the next one is missed', () => {
    expect(status({}, END + HOUR)).toEqual({ kind: 'ok', at: END });
    expect(status({}, END + 26 * HOUR)).toEqual({ kind: 'ok', at: END });
    expect(status({}, END + 26 * HOUR + 1)).toEqual({ kind: 'stale', at: END });
    expect(status({ nextAt: null }, END + 30 * HOUR)).toEqual({ kind: 'ok', at: END });
    expect(status({ nextAt: null }, END + 37 * HOUR)).toEqual({ kind: 'stale', at: END });
  });

  it('halted, and says why', () => {
    const why = 'LINT-AGENT: a claim is not true';
    expect(status({ status: 'halted', message: why }, END + 99 * HOUR)).toEqual({
      kind: 'halted',
      at: END,
      message: why,
    });
    expect(status({ status: 'interrupted' }, END)).toMatchObject({ kind: 'halted' });
    expect(status({ status: 'dismissed' }, END)).toMatchObject({ kind: 'ok' });
  });

  it('is going on, unless nothing was heard for hours', () => {
    const running = { status: 'running', endedAt: null } as const;
    expect(status(running, END + HOUR)).toEqual({ kind: 'running', at: END - 240_000 });
    expect(status(running, END + 4 * HOUR)).toEqual({ kind: 'stale', at: END });
  });

  it('is not known where another program or a newer version wrote the file', () => {
    expect(nightStatus(parseHeartbeat('# Heartbeat\n'), END)).toMatchObject({ kind: 'unreadable' });
    const newer = renderHeartbeat(sampleHeartbeat(END), 'UTC').replace('version: 1', 'version: 2');
    expect(nightStatus(parseHeartbeat(newer), END)).toMatchObject({ kind: 'unreadable' });
  });
});
