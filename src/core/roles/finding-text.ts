import type { KnownFinding } from '../chain/known-state';
import type { Finding, Severity } from '../lint/finding';
import { SEVERITIES } from '../lint/finding';
import { codeSpan } from '../logs/markdown-line';

/** `1 finding`, `2 findings`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** `2 errors, 1 warning`; severities without findings are left out. */
export function bySeverity(findings: readonly { readonly severity: Severity }[]): string {
  return SEVERITIES.flatMap((severity) => {
    const n = findings.filter((finding) => finding.severity === severity).length;
    return n === 0 ? [] : [severity === 'info' ? `${n} info` : count(n, severity)];
  }).join(', ');
}

/** `broken-wikilink 3, missing-field 2`: the rules with most findings first. */
export function byRule(findings: readonly { readonly rule: string }[]): string {
  const counts = new Map<string, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([rule, n]) => `${rule} ${n}`)
    .join(', ');
}

/** A finding on one line, its place as code. */
export function findingText(finding: Finding): string {
  return `${codeSpan(`${finding.path}:${finding.line}`)} ${finding.rule}: ${finding.message}`;
}

/** A finding of an earlier night that is gone. */
export function resolvedText(finding: KnownFinding): string {
  const subject = finding.subject === '' ? '' : `: ${codeSpan(finding.subject)}`;
  return `${codeSpan(finding.path)} resolved: ${finding.rule}${subject}`;
}
