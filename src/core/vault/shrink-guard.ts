/** Both must be exceeded: a small vault may lose a fifth, a large one fifty files, without anybody's harm. */
export interface ShrinkLimits {
  readonly percent: number;
  readonly files: number;
}

/**
 * What a run that is about to write must say, and stop, where the vault has suddenly become much smaller: a folder
 * not mounted, a sync gone wrong, a wrong path. Null if there is no reason to worry.
 *
 * @param before number of files that the last finished run saw; null before the first one
 */
export function shrinkAlarm(before: number | null, now: number, limits: ShrinkLimits): string | null {
  if (before === null) return null;
  const lost = before - now;
  if (lost <= limits.files || lost * 100 <= before * limits.percent) return null;
  return `the vault had ${before} files and has ${now} now; nothing is written until it is certain that ${lost} files are meant to be gone`;
}
