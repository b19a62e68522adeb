/** Pages reach the disk whole and in any order: after a power cut a file may change sides at each of these. */
const PAGE = 4096;

/**
 * A write that was cut off goes from the new text to the old and on to the new end of a grown file; taking it back
 * and being cut off again adds one more change of sides.
 */
const MOST_SWITCHES = 3;

/**
 * Whether `now` is what an in-place write from `before` to `after`, or the taking back of it, leaves when it is cut
 * off: every byte from one of the two, in few runs. Anything else was edited by somebody, and is theirs.
 *
 * The whole `before` and the whole `after` count as well.
 */
export function isTornWrite(now: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  // A growing write appends first; a shrinking one sets the length last.
  const lengthFits =
    after.length >= before.length
      ? now.length >= before.length && now.length <= after.length
      : now.length === before.length || now.length === after.length;
  if (!lengthFits) return false;

  let side: 'before' | 'after' | null = null;
  let sideSeenAt = 0;
  let switches = 0;
  for (let i = 0; i < now.length; i++) {
    const isBefore = now[i] === before[i];
    const isAfter = now[i] === after[i];
    if (isBefore && isAfter) continue;
    if (!isBefore && !isAfter) return false;
    const here = isBefore ? 'before' : 'after';
    if (side !== null && side !== here && Math.floor(sideSeenAt / PAGE) === Math.floor(i / PAGE)) switches++;
    side = here;
    sideSeenAt = i;
  }
  return switches <= MOST_SWITCHES;
}

/** Whether `now` is the beginning of `whole`, as a file being created is until its last byte is written. */
export function isBeginningOf(now: Uint8Array, whole: Uint8Array): boolean {
  return now.length <= whole.length && now.every((byte, i) => byte === whole[i]);
}
