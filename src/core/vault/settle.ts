import type { FileStat, Instant, VaultPath } from '../ports';

/** For chains and jobs: a note that somebody is writing just now waits for the next night. */
export interface Settle {
  readonly minutes: number;
  /** Files whose mtime is our own doing (written in this run, brought by our own pull or copy). */
  readonly ours: ReadonlySet<VaultPath>;
}

/** Whether the file was touched within the last minutes. A clock that runs ahead does not hold a note for ever. */
export function isTooFresh(path: VaultPath, stat: FileStat, now: Instant, settle: Settle): boolean {
  return !settle.ours.has(path) && Math.abs(now - stat.mtime) < settle.minutes * 60_000;
}
