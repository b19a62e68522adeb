import type { Clock } from '../../src/core/ports';

export const systemClock: Clock = {
  now: () => Date.now(),
  // A new formatter reads the zone anew: the system's zone can change while a daemon runs.
  zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};
