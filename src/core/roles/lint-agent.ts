import { findingNews, type FindingNews, type KnownFinding } from '../chain/known-state';
import type { Doing, LineType, Role, SectionLine } from '../chain/role';
import type { Finding } from '../lint/finding';
import type { VaultPath } from '../ports';
import { byRule, bySeverity, count, findingText, resolvedText } from './finding-text';
import { tellingFirst } from './telling-first';

/** More notes than this are one entry of the event log that says how many: a first night finds thousands. */
const LOGGED_NOTES = 200;

/** Rules whose findings other roles look for under a type of their own. */
const LINE_TYPE: Readonly<Record<string, LineType>> = {
  contradiction: 'contradiction',
  'procedural-content': 'procedural-signal',
};

export const lintAgent: Role = {
  name: 'LINT-AGENT',
  description:
    'Looks the changed notes over again after the fixes and reports what is new, resolved and open.',
  scope: { include: [], exclude: [] },
  async run({ lint, known }) {
    const { findings } = await lint();
    const news = findingNews(findings, known);
    if (news.fresh.length === 0 && news.resolved.length === 0) return { outcome: 'quiet' };
    return {
      outcome: 'done',
      claims: [],
      section: { summary: summaryOf(news, findings, known === null), lines: linesOf(news) },
      doings: doingsOf(news),
    };
  },
};

function summaryOf(news: FindingNews, findings: readonly Finding[], first: boolean): string {
  const changed = first
    ? `the first night looks at everything`
    : `${news.fresh.length} new, ${news.resolved.length} resolved`;
  if (findings.length === 0) return `Nothing is open: ${changed}.`;
  return `${count(news.total, 'finding')} open (${bySeverity(findings)}): ${changed}.`;
}

function linesOf({ fresh, resolved }: FindingNews): readonly SectionLine[] {
  return [
    ...tellingFirst(fresh).map((finding) => ({
      type: LINE_TYPE[finding.rule] ?? ('lint' as const),
      text: findingText(finding),
      key: finding.id,
      rule: finding.rule,
    })),
    ...resolved.map((finding) => ({
      type: 'lint' as const,
      text: resolvedText(finding),
      key: `resolved ${finding.id}`,
      rule: 'resolved',
    })),
  ];
}

/** One entry a note and kind, so that the log can answer what happened to it. */
function doingsOf({ fresh, resolved }: FindingNews): readonly Doing[] {
  return [...doingsOfType('finding', fresh), ...doingsOfType('resolved', resolved)];
}

function doingsOfType(
  type: 'finding' | 'resolved',
  findings: readonly (Finding | KnownFinding)[],
): readonly Doing[] {
  const byPath = new Map<VaultPath, (Finding | KnownFinding)[]>();
  for (const finding of findings) {
    const here = byPath.get(finding.path);
    if (here === undefined) byPath.set(finding.path, [finding]);
    else here.push(finding);
  }
  const paths = [...byPath.keys()].sort();
  const doings = paths
    .slice(0, LOGGED_NOTES)
    .map((path): Doing => ({ type, path, to: null, text: byRule(byPath.get(path) ?? []) }));
  const more = paths.length - LOGGED_NOTES;
  if (more > 0) {
    const text = `in ${count(more, 'more note')}; \`hermesh lint\` lists what is open`;
    doings.push({ type, path: null, to: null, text });
  }
  return doings;
}
