import { array, enum as oneOf, nullable, number, object, string, type ZodType } from 'zod';
import type { VaultPath } from '../ports';
import { isNotePath } from '../vault/file-table';
import type { VaultProblem } from '../vault/vault-index';
import { SEVERITIES, type Finding, type Gap, type Severity } from './finding';

/** What one look at the whole vault gave. */
export interface LintReport {
  /** Sorted by path, then by place in the text. */
  readonly findings: readonly Finding[];
  readonly gaps: readonly Gap[];
  /** Files that were served in part or not at all; rules saw the rest. */
  readonly problems: readonly VaultProblem[];
  /** Notes that the rules looked at: exclusions do not count. */
  readonly notes: number;
  /** Notes that no exclusion covers and that rules did not see all the same: they opt out, or could not be read. */
  readonly passedOver: readonly VaultPath[];
  readonly files: number;
}

type StoredReport = Omit<LintReport, 'problems'>;

const span = object({ start: number(), end: number() });
const stored: ZodType<StoredReport> = object({
  findings: array(
    object({
      id: string(),
      rule: string(),
      severity: oneOf(SEVERITIES),
      path: string(),
      line: number(),
      column: number(),
      span: nullable(span),
      subject: string(),
      message: string(),
      related: array(string()),
    }),
  ),
  gaps: array(object({ path: string(), line: number(), column: number(), span, link: string() })),
  notes: number(),
  passedOver: array(string()),
  files: number(),
});

/** As text for the index cache, which keeps the problems itself. */
export function storeReport({ findings, gaps, notes, passedOver, files }: LintReport): string {
  return JSON.stringify({ findings, gaps, notes, passedOver, files } satisfies StoredReport);
}

/** Reads it back; null if it is not ours. */
export function parseReport(text: string): StoredReport | null {
  try {
    const parsed = stored.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** How many findings of each severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

/** Counts by severity. */
export function countSeverities(findings: readonly Finding[]): SeverityCounts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** Which part of a report somebody asked for. */
export interface ReportSelection {
  /** Files, or folders with all that is in them; empty for the whole vault. */
  readonly paths: readonly VaultPath[];
  /** Null for all. */
  readonly rule: string | null;
}

/** What a report does not hold and is needed to count what lies in a part of the vault. */
export interface ReportedVault {
  /** Every file of the vault. */
  readonly files: readonly VaultPath[];
  /** True for files that rules do not look at. */
  readonly isExcluded: (path: VaultPath) => boolean;
}

/** The part of the report that was asked for, with the numbers of notes and files in that part. */
export function selectReport(
  report: LintReport,
  { paths, rule }: ReportSelection,
  vault: ReportedVault,
): LintReport {
  const inside = ({ path }: { readonly path: VaultPath }): boolean =>
    paths.length === 0 || paths.some((asked) => path === asked || path.startsWith(`${asked}/`));
  const files = paths.length === 0 ? [] : vault.files.filter((path) => inside({ path }));
  const passedOver = report.passedOver.filter((path) => inside({ path }));
  const unseen = new Set(passedOver);
  const seen = files.filter((path) => isNotePath(path) && !unseen.has(path) && !vault.isExcluded(path));
  return {
    ...report,
    ...(paths.length === 0 ? {} : { notes: seen.length, files: files.length }),
    passedOver,
    findings: report.findings.filter((one) => inside(one) && (rule === null || one.rule === rule)),
    gaps: rule === null ? report.gaps.filter(inside) : [],
    problems: report.problems.filter(inside),
  };
}
