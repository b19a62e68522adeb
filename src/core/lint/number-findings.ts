import type { Hash, VaultPath } from '../ports';
import type { Finding } from './finding';
import type { Pause } from './pause';

/** A finding that has its place and no id yet. */
export type PlacedFinding = Omit<Finding, 'id'>;

/** Two ways to write one subject give one id. */
function normalised(subject: string): string {
  return subject.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By path, then by place in the text (what concerns the whole file first), then by rule; a rule's own order stays. */
function compareFindings(a: PlacedFinding, b: PlacedFinding): number {
  return (
    compareText(a.path, b.path) ||
    (a.span?.start ?? -1) - (b.span?.start ?? -1) ||
    compareText(a.rule, b.rule)
  );
}

/**
 * Sorts the findings and gives each its id: a hash over rule, path, subject and how many of the same stand before it.
 * No offset goes in, so that text may move about without a finding becoming another one.
 */
export async function numberFindings(
  placed: readonly PlacedFinding[],
  hash: Hash,
  pause: Pause | undefined,
): Promise<readonly Finding[]> {
  const seen = new Map<string, number>();
  const findings: Finding[] = [];
  for (const finding of [...placed].sort(compareFindings)) {
    if (pause !== undefined) await pause();
    const key = findingKey(finding.rule, finding.path, finding.subject);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    const id = hash.sha256(`${key}\u0000${ordinal}`).slice(0, 16);
    findings.push({ id, ...finding });
  }
  return findings;
}

function findingKey(rule: string, path: VaultPath, subject: string): string {
  return `${rule}\u0000${path.normalize('NFC')}\u0000${normalised(subject)}`;
}
