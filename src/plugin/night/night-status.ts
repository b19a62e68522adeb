import type { HeartbeatStatus, ParsedHeartbeat } from '../../core/logs/heartbeat';
import type { Instant } from '../../core/ports';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A run may begin late: the machine slept, or synced first. */
const LATE = 2 * HOUR;
/** Where nothing is scheduled, a night is missed after this long. */
const A_NIGHT = 36 * HOUR;
/** The heartbeat is written after each step of a run, so that silence means that it died. */
const SILENT = 3 * HOUR;

/** How the last night went, as the status bar tells it. */
export type NightStatus =
  | { readonly kind: 'none' }
  | { readonly kind: 'ok' | 'running'; readonly at: Instant }
  | { readonly kind: 'halted'; readonly at: Instant; readonly message: string }
  /** `at`: the last sign of life. */
  | { readonly kind: 'stale'; readonly at: Instant }
  | { readonly kind: 'unreadable'; readonly message: string };

/** `parsed` is null where there is no heartbeat file. */
export function nightStatus(parsed: ParsedHeartbeat | null, now: Instant): NightStatus {
  if (parsed === null) return { kind: 'none' };
  if (parsed.kind !== 'read') return { kind: 'unreadable', message: parsed.message };
  const { status, updatedAt, startedAt, endedAt, nextAt, message } = parsed.heartbeat;
  const at = endedAt ?? updatedAt;
  const meaning = MEANING[status];
  switch (meaning) {
    case 'none':
      return { kind: 'none' };
    case 'running':
      return now - updatedAt > SILENT
        ? { kind: 'stale', at: updatedAt }
        : { kind: 'running', at: startedAt ?? updatedAt };
    case 'halted':
      return { kind: 'halted', at, message };
    case 'ok': {
      const due = nextAt === null ? at + A_NIGHT : nextAt + LATE;
      return now > due ? { kind: 'stale', at } : { kind: 'ok', at };
    }
  }
}

const MEANING = {
  idle: 'none',
  running: 'running',
  finished: 'ok',
  // Let go by the person: nothing waits for them.
  dismissed: 'ok',
  halted: 'halted',
  interrupted: 'halted',
} satisfies Record<HeartbeatStatus, NightStatus['kind']>;
