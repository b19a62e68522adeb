import type { Finding, Gap, Severity } from '../../../src/core/lint/finding';
import { countSeverities, type LintReport } from '../../../src/core/lint/report';
import { ALL_RULES } from '../../../src/core/lint/rules';
import { unwrittenNotes } from '../../../src/core/lint/unwritten-notes';
import { count } from '../count';
import { printable } from '../printable';

export interface LintTextOptions {
  readonly colour: boolean;
  readonly by: 'note' | 'rule';
  /** False: the ten links that are most often wished for. */
  readonly allGaps: boolean;
}

const GAPS_SHOWN = 10;
const COLOURS: Readonly<Record<Severity, number>> = { error: 31, warning: 33, info: 36 };

function paint(text: string, code: number, colour: boolean): string {
  return colour ? `\u001b[${code}m${text}\u001b[0m` : text;
}

function place({ path, line, column }: Pick<Finding, 'path' | 'line' | 'column'>): string {
  return printable(`${path}:${line}:${column}`);
}

function findingLine(finding: Finding, colour: boolean): string {
  const severity = paint(finding.severity, COLOURS[finding.severity], colour);
  return `${paint(place(finding), 1, colour)} ${severity} ${paint(finding.rule, 2, colour)} ${printable(finding.message)}`;
}

function groupBy(findings: readonly Finding[], key: (finding: Finding) => string): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(key(finding));
    if (group === undefined) groups.set(key(finding), [finding]);
    else group.push(finding);
  }
  return groups;
}

function findingGroups(findings: readonly Finding[], { by, colour }: LintTextOptions): string[] {
  const lines = (group: readonly Finding[]): string =>
    group.map((finding) => findingLine(finding, colour)).join('\n');
  if (by === 'note') return [...groupBy(findings, ({ path }) => path).values()].map(lines);
  const groups = groupBy(findings, ({ rule }) => rule);
  return ALL_RULES.flatMap((rule) => {
    const group = groups.get(rule.name);
    if (group === undefined) return [];
    return [`${paint(`${rule.name} (${group.length})`, 1, colour)}: ${rule.description}\n${lines(group)}`];
  });
}

/** Notes that links wish for, the most wished for first. */
function gapLines(gaps: readonly Gap[], all: boolean): string[] {
  const unwritten = unwrittenNotes(gaps);
  const shown = all ? unwritten : unwritten.slice(0, GAPS_SHOWN);
  const lines = shown.map(({ name, places }) => {
    const more = places.length > 3 && !all ? ` and ${places.length - 3} more` : '';
    const listed = (all ? places : places.slice(0, 3)).map(place).join(', ');
    return `  ${printable(name)}: ${listed}${more}`;
  });
  const rest = unwritten.length - shown.length;
  return rest > 0 ? [...lines, `  and ${rest} more; --gaps shows all`] : lines;
}

function summary(report: LintReport, colour: boolean): string {
  const counts = countSeverities(report.findings);
  const notes = count(report.notes, 'note');
  const gaps = count(unwrittenNotes(report.gaps).length, 'gap');
  const problems =
    report.problems.length === 0 ? '' : `, ${count(report.problems.length, 'file')} not read whole`;
  if (report.findings.length === 0) return `${notes}: nothing found, ${gaps}${problems}`;
  const parts = [
    paint(count(counts.error, 'error'), COLOURS.error, colour && counts.error > 0),
    paint(count(counts.warning, 'warning'), COLOURS.warning, colour && counts.warning > 0),
    `${counts.info} info`,
  ];
  return `${parts.join(', ')} in ${notes}, ${gaps}${problems}`;
}

/** The report for a person: findings in groups, files that were not read, gaps, and a line that sums it up. */
export function lintText(report: LintReport, options: LintTextOptions): string {
  const parts = findingGroups(report.findings, options);
  if (report.problems.length > 0) {
    const lines = report.problems.map(({ path, message }) => `  ${printable(`${path} ${message}`)}`);
    parts.push(['Not read, or not as a whole:', ...lines].join('\n'));
  }
  if (report.gaps.length > 0)
    parts.push(
      [
        'Gaps, that is links to notes nobody has written yet:',
        ...gapLines(report.gaps, options.allGaps),
      ].join('\n'),
    );
  return `${[...parts, summary(report, options.colour)].join('\n\n')}\n`;
}

/**
 * The report for programs: every gap with its place; the summary counts the notes that they wish for. `version` is
 * raised when a field changes its meaning.
 */
export function lintJson(report: LintReport): string {
  const { findings, gaps, problems, notes, files } = report;
  const counts = countSeverities(findings);
  const summed = {
    notes,
    files,
    errors: counts.error,
    warnings: counts.warning,
    infos: counts.info,
    gaps: unwrittenNotes(gaps).length,
    problems: problems.length,
  };
  return `${JSON.stringify({ version: 1, findings, gaps, problems, summary: summed }, null, 2)}\n`;
}
