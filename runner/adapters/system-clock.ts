import type { Clock } from '../../src/core/ports';

/** The system's zone. A new formatter reads it anew: it can change while a daemon runs. */
function systemZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    // An empty or odd TZ gives `Etc/Unknown`, which no formatter takes; the system itself counts in UTC then.
    return 'UTC';
  }
}

export const systemClock: Clock = { now: () => Date.now(), zone: systemZone };
