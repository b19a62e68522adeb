import { ulid } from 'ulid';
import type { Clock, Random } from '../ports';

/** A new ULID: sorts by time, unique by 80 random bits. */
export function newUlid(clock: Pick<Clock, 'now'>, random: Random): string {
  return ulid(clock.now(), () => (random.bytes(1)[0] ?? 0) / 256);
}
