import { SEVERITIES, type Finding } from '../lint/finding';

/** So many of each rule stand in front before any rule goes on. */
const OF_EACH_RULE = 3;

/**
 * The findings in the order in which a person wants to hear of them, since of many only the first are spelled out:
 * severest first, the rarest rule first among those, and a few of each rule before the rest of any, so that one
 * noisy rule does not hide the others. Within a rule the order stays.
 */
export function tellingFirst(findings: readonly Finding[]): readonly Finding[] {
  const byRule = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = byRule.get(finding.rule);
    if (group === undefined) byRule.set(finding.rule, [finding]);
    else group.push(finding);
  }
  const groups = [...byRule.values()].sort(
    (a, b) => severity(a) - severity(b) || a.length - b.length || (nameOf(a) < nameOf(b) ? -1 : 1),
  );
  return [
    ...groups.flatMap((group) => group.slice(0, OF_EACH_RULE)),
    ...groups.flatMap((group) => group.slice(OF_EACH_RULE)),
  ];
}

/** A rule has one severity. */
function severity([first]: readonly Finding[]): number {
  return first === undefined ? SEVERITIES.length : SEVERITIES.indexOf(first.severity);
}

function nameOf([first]: readonly Finding[]): string {
  return first?.rule ?? '';
}
