import type { RestoreOutcome } from '../../core/ports';
import { isBeginningOf, isTornWrite } from '../../core/vault/torn-write';

const NOTHING: RestoreOutcome = { ok: true, did: 'nothing' };
const RESTORED: RestoreOutcome = { ok: true, did: 'restored' };
const CHANGED: RestoreOutcome = { ok: false, why: 'changed' };

/**
 * Whether the bytes that stand there now are ours to take back. How the app's own write tears is not documented: both
 * a file written in place and one emptied first and then filled are recognised.
 */
export function judgeRestore(
  now: Uint8Array | null,
  before: Uint8Array | null,
  after: Uint8Array | null,
): RestoreOutcome {
  if (now === null) {
    if (before === null) return NOTHING;
    return after === null ? RESTORED : CHANGED;
  }
  if (before !== null && isSame(now, before)) return NOTHING;
  if (after !== null && isBeginningOf(now, after)) return RESTORED;
  if (before === null) return CHANGED;
  if (after === null) return isBeginningOf(now, before) ? RESTORED : CHANGED;
  return isTornWrite(now, before, after) ? RESTORED : CHANGED;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && isBeginningOf(a, b);
}
