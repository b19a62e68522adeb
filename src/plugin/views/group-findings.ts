import { SEVERITIES, type Finding, type Gap, type Severity } from '../../core/lint/finding';
import type { VaultPath } from '../../core/ports';
import type { VaultProblem } from '../../core/vault/vault-index';
import type { LintReport } from '../../core/lint/report';
import { ruleTitle, STRINGS } from '../strings';
import { worstSeverity } from './shown-report';

/** How the list is ordered. */
export type Grouping = 'rule' | 'note';

/** Where a row leads. */
export interface Place {
  readonly path: VaultPath;
  /** One-based; null leads to the file as a whole. */
  readonly line: number | null;
  readonly column: number;
  /** UTF-16 units to select from there. */
  readonly length: number;
}

/** One line of the list. */
export interface Row {
  /** The same after the next lint, so that focus stays. */
  readonly key: string;
  /** Null where the group says it for all of its rows. */
  readonly severity: Severity | null;
  readonly text: string;
  /** Where, in words. */
  readonly where: string;
  readonly place: Place;
}

/** Rows under one title. */
export interface Group {
  readonly key: string;
  readonly title: string;
  /** Beside the title, less loud: the folder of a note. */
  readonly context: string;
  /** What the group is about, as a tooltip; empty if the title says it. */
  readonly hint: string;
  /** The worst of its rows. */
  readonly severity: Severity | null;
  /** Gaps and unread files stand apart from the findings. */
  readonly apart: boolean;
  readonly rows: readonly Row[];
}

/**
 * The report as the list shows it: by rule, worst first; or by note, in the order of paths. Then, apart, files that
 * could not be read and links to notes that nobody has written. `describe` says what a rule is about.
 */
export function groupReport(
  report: LintReport,
  grouping: Grouping,
  describe: (rule: string) => string,
): readonly Group[] {
  const groups = grouping === 'rule' ? byRule(report.findings, describe) : byNote(report.findings);
  if (report.problems.length > 0) groups.push(unreadGroup(report.problems));
  if (report.gaps.length > 0) groups.push(gapGroup(report.gaps));
  return groups;
}

function byRule(findings: readonly Finding[], describe: (rule: string) => string): Group[] {
  const groups = [...collect(findings, (finding) => finding.rule)].map(([rule, found]): Group => {
    const rows = found
      .sort(byPlace)
      .map((finding) => ({ ...row(finding, whereInVault(finding)), severity: null }));
    return {
      key: `rule ${rule}`,
      title: ruleTitle(rule),
      context: '',
      hint: describe(rule),
      severity: worstSeverity(found),
      apart: false,
      rows,
    };
  });
  return groups.sort((a, b) => rank(a.severity) - rank(b.severity) || compare(a.title, b.title));
}

function byNote(findings: readonly Finding[]): Group[] {
  const groups = [...collect(findings, (finding) => finding.path)].map(([path, found]): Group => {
    const rows = found.sort(byPlace).map((finding) => row(finding, whereInNote(finding)));
    return {
      key: `note ${path}`,
      title: fileTitle(path),
      context: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
      hint: path,
      severity: worstSeverity(found),
      apart: false,
      rows,
    };
  });
  return groups.sort((a, b) => compare(a.key, b.key));
}

function unreadGroup(problems: readonly VaultProblem[]): Group {
  return {
    key: 'unread',
    title: STRINGS.unread,
    context: '',
    hint: STRINGS.unreadHint,
    severity: 'warning',
    apart: true,
    rows: problems.map((problem) => ({
      key: `unread ${problem.path}`,
      severity: null,
      text: `${problem.path} ${problem.message}`,
      where: '',
      place: { path: problem.path, line: null, column: 1, length: 0 },
    })),
  };
}

function gapGroup(gaps: readonly Gap[]): Group {
  const rows = gaps.map((gap) => ({
    key: `gap ${gap.path} ${gap.link} ${String(gap.line)}:${String(gap.column)}`,
    severity: null,
    text: gap.link,
    where: STRINGS.place(noteTitle(gap.path), gap.line),
    place: {
      path: gap.path,
      line: gap.line,
      column: gap.column,
      length: gap.span.end - gap.span.start,
    },
  }));
  return {
    key: 'gaps',
    title: STRINGS.gaps,
    context: '',
    hint: STRINGS.gapsHint,
    severity: null,
    apart: true,
    rows: rows.sort((a, b) => compare(a.text, b.text) || compare(a.where, b.where)),
  };
}

function row(finding: Finding, where: string): Row {
  const { span } = finding;
  return {
    key: finding.id,
    severity: finding.severity,
    text: finding.message,
    where,
    place: {
      path: finding.path,
      line: span === null ? null : finding.line,
      column: finding.column,
      length: span === null ? 0 : span.end - span.start,
    },
  };
}

function whereInVault({ path, span, line }: Finding): string {
  return span === null ? noteTitle(path) : STRINGS.place(noteTitle(path), line);
}

function whereInNote({ rule, span, line }: Finding): string {
  return span === null ? ruleTitle(rule) : `${STRINGS.line(line)} · ${ruleTitle(rule)}`;
}

function collect<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const lists = new Map<string, T[]>();
  for (const item of items) {
    const list = lists.get(keyOf(item));
    if (list) list.push(item);
    else lists.set(keyOf(item), [item]);
  }
  return lists;
}

function rank(severity: Severity | null): number {
  return severity === null ? Infinity : SEVERITIES.indexOf(severity);
}

function byPlace(a: Finding, b: Finding): number {
  return compare(a.path, b.path) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Without `.md`, as the app shows notes. */
function noteTitle(path: VaultPath): string {
  return path === '' ? STRINGS.vaultRoot : path.replace(/\.md$/i, '');
}

function fileTitle(path: VaultPath): string {
  return noteTitle(path.slice(path.lastIndexOf('/') + 1));
}
