import type { Clock, StateFs } from '../../src/core/ports';

/** What system git needs of the home. */
export interface GitDeps {
  /** Keeps the record of what is under way. */
  readonly state: StateFs;
  readonly clock: Clock;
  /** Environment of the process; git gets an allow-listed part of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Name of the remote that `pull` and `push` speak with; null: sync is off. */
  readonly remote: string | null;
}
