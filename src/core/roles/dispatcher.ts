import { findingNews } from '../chain/known-state';
import { openItems } from '../chain/queue-items';
import type { LintView, Role } from '../chain/role';
import { codeSpan } from '../logs/markdown-line';
import { byRule, bySeverity, count } from './finding-text';

/** Queue items spelled out in the section; the queue itself has them all. */
const NAMED_ITEMS = 5;

export const dispatcher: Role = {
  name: 'DISPATCHER',
  description: 'Looks the whole vault over, reads the task queue, and says what tonight is about.',
  scope: { include: [], exclude: [] },
  async run({ lint, known, vault, config }) {
    const queue = await vault.read(config.paths.queue);
    const items = openItems(queue.ok ? queue.text : null);
    const view = await lint();
    const { fresh, resolved } = findingNews(view.findings, known);
    const newItems = items.filter((item) => known?.queue.includes(item) !== true);
    if (fresh.length === 0 && resolved.length === 0 && newItems.length === 0) return { outcome: 'quiet' };
    const summary = [
      `Looked at ${count(view.notes, 'note')} of ${count(view.files, 'file')}.`,
      findingsSentence(view, fresh.length, resolved.length),
      queueSentence(items, newItems, config.paths.queue),
      problemsSentence(view.problems),
    ]
      .filter((sentence) => sentence !== '')
      .join(' ');
    return { outcome: 'done', claims: [], section: { summary, lines: [] }, doings: [] };
  },
};

function findingsSentence({ findings }: LintView, fresh: number, resolved: number): string {
  const news = `${fresh} new, ${resolved} resolved`;
  if (findings.length === 0) return `No finding is open (${news}).`;
  return `${count(findings.length, 'finding')} open (${bySeverity(findings)}; ${news}): ${byRule(findings)}.`;
}

function queueSentence(items: readonly string[], newItems: readonly string[], path: string): string {
  if (items.length === 0) return '';
  const named = newItems.slice(0, NAMED_ITEMS).join('; ');
  const more = newItems.length > NAMED_ITEMS ? `; and ${newItems.length - NAMED_ITEMS} more` : '';
  const news = newItems.length === 0 ? '' : `; new: ${named}${more}`;
  return `${codeSpan(path)} holds ${count(items.length, 'open item')}, waiting for the board${news}.`;
}

function problemsSentence(problems: readonly string[]): string {
  if (problems.length === 0) return '';
  return `${count(problems.length, 'file')} could not be read whole: ${problems.slice(0, 3).join('; ')}${problems.length > 3 ? '; …' : ''}.`;
}
