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

/** The places in one note that a link can lead to. */
export interface SubpathTable {
  /** True if the note has the heading (`A`, or nested `A#B`) or the block (`^id`) that the subpath names. */
  has(subpath: string): boolean;
}

/** Reads headings and blocks once, however many links lead here. */
export function subpathTable(facts: NoteFacts): SubpathTable {
  const written = new Set(facts.headings().map(({ text }) => text));
  const blocks = new Set(facts.blocks().map((block) => block.id.toLowerCase()));
  let folded: (readonly [raw: string, shown: string])[] | null = null;
  const answers = new Map<string, boolean>();

  const find = (subpath: string): boolean => {
    const parts = subpath.split('#').filter((part) => part.trim() !== '');
    const last = parts.at(-1);
    if (last === undefined) return true;
    if (last.startsWith('^')) return blocks.has(last.slice(1).trim().toLowerCase());
    // Footnotes have no entry among headings and blocks.
    if (/^\[\^.*\]$/.test(last)) return true;
    // Most links spell the heading as it is, and nothing has to be folded.
    if (parts.length === 1 && written.has(last)) return true;
    folded ??= facts
      .headings()
      .map(({ text }) => [foldHeading(text), foldHeading(shownHeading(text))] as const);
    const wanted = parts.map(foldHeading);
    let next = 0;
    for (const [raw, shown] of folded) if (wanted[next] === raw || wanted[next] === shown) next++;
    return next >= wanted.length;
  };
  return {
    has(subpath) {
      const known = answers.get(subpath);
      if (known !== undefined) return known;
      const answer = find(subpath);
      answers.set(subpath, answer);
      return answer;
    },
  };
}
