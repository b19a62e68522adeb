import type { Clock } from '../../src/core/ports';

export interface FixedClock extends Clock {
  /** Moves only when a test moves it. */
  time: number;
}

/** `at` is an ISO instant; the default is a night in 2026. */
export function fixedClock(at = '2026-07-04T02:00:00.000Z', zone = 'UTC'): FixedClock {
  const clock: FixedClock = { time: Date.parse(at), now: () => clock.time, zone: () => zone };
  return clock;
}
