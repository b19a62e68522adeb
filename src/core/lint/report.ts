import type { VaultProblem } from '../vault/vault-index';
import type { Finding, Gap } from './finding';

/** What one look at the whole vault gave. */
export interface LintReport {
  /** Sorted by path, then by place in the text. */
  readonly findings: readonly Finding[];
  readonly gaps: readonly Gap[];
  /** Files that were served in part or not at all; rules saw the rest. */
  readonly problems: readonly VaultProblem[];
  /** Notes that the rules looked at: exclusions do not count. */
  readonly notes: number;
  readonly files: number;
}
