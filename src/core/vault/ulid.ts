import { ulid } from 'ulid';
import type { Clock, Random } from '../ports';

/** The last millisecond that fits. */
const LAST = 2 ** 48 - 1;

/** A new ULID: sorts by time, unique by 80 random bits. */
export function newUlid(clock: Pick<Clock, 'now'>, random: Random): string {
  // A machine whose battery is empty may believe to be before 1970.
  return ulid(Math.min(Math.max(clock.now(), 0), LAST), () => (random.bytes(1)[0] ?? 0) / 256);
}
