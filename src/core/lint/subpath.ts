import type { NoteFacts } from '../text/note-facts';
import { foldName } from '../text/fold-name';

/**
 * Obsidian compares headings without punctuation and case. What it counts as punctuation is not documented; everything
 * but letters, marks and digits is left out here, so that no working link is called broken.
 */
function foldHeading(text: string): string {
  const bare = foldName(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return bare === '' ? foldName(text).trim() : bare;
}

/** What a heading shows: `[[a|b]]` and `[b](a)` as `b`. */
function shownHeading(text: string): string {
  return text.replace(/\[\[[^[\]|]*\|([^[\]]*)\]\]/g, '$1').replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1');
}

/** True if the note has the heading (`A`, or nested `A#B`) or the block (`^id`) that the subpath names. */
export function hasSubpath(facts: NoteFacts, subpath: string): boolean {
  const parts = subpath.split('#').filter((part) => part.trim() !== '');
  const last = parts.at(-1);
  if (last === undefined) return true;
  if (last.startsWith('^')) {
    const id = last.slice(1).trim().toLowerCase();
    return facts.blocks().some((block) => block.id.toLowerCase() === id);
  }
  // Footnotes have no entry among headings and blocks.
  if (/^\[\^.*\]$/.test(last)) return true;
  const wanted = parts.map(foldHeading);
  let next = 0;
  for (const heading of facts.headings()) {
    const name = wanted[next];
    if (name === undefined) break;
    if (foldHeading(heading.text) === name || foldHeading(shownHeading(heading.text)) === name) next++;
  }
  return next === wanted.length;
}
