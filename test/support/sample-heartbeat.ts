import type { Heartbeat } from '../../src/core/logs/heartbeat';
import type { Instant } from '../../src/core/ports';

/** The heartbeat of a night that went well and ended then. */
export function sampleHeartbeat(endedAt: Instant, change: Partial<Heartbeat> = {}): Heartbeat {
  return {
    version: 1,
    status: 'finished',
    device: 'd',
    harness: '0.1.0',
    run: 'r',
    chain: 'nightly',
    step: null,
    stepsDone: 7,
    stepsTotal: 7,
    startedAt: endedAt - 240_000,
    endedAt,
    updatedAt: endedAt,
    nextAt: endedAt + 24 * 3_600_000,
    counts: { errors: 0, warnings: 0, infos: 0, fresh: 0, resolved: 0, changed: 0 },
    message: '',
    runs: [],
    ...change,
  };
}
