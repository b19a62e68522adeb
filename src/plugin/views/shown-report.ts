import { countSeverities, type LintReport } from '../../core/lint/report';
import { SEVERITIES, type Finding, type Severity } from '../../core/lint/finding';
import type { LintState } from '../lint/lint-state';

/** The report to show: the newest, or while the vault is looked at the one before; null as long as there is none. */
export function shownReport(state: LintState): LintReport | null {
  switch (state.kind) {
    case 'ready':
      return state.report;
    case 'busy':
      return state.before;
    case 'waiting':
    case 'config-broken':
    case 'failed':
      return null;
  }
}

/** The worst severity among the findings; null if there are none. */
export function worstSeverity(findings: readonly Finding[]): Severity | null {
  const counts = countSeverities(findings);
  return SEVERITIES.find((severity) => counts[severity] > 0) ?? null;
}
