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

/** Beyond so many headings a link's own is looked up in a set. */
const MANY = 16;

/** Reads headings and blocks once, however many links lead here. */
export function subpathTable(facts: NoteFacts): SubpathTable {
  return new LazySubpathTable(facts);
}

class LazySubpathTable implements SubpathTable {
  private readonly headings: readonly string[];
  private readonly many: ReadonlySet<string> | null;
  private blocks: ReadonlySet<string> | undefined;
  private folded: readonly (readonly [raw: string, shown: string])[] | undefined;
  private readonly answers = new Map<string, boolean>();

  constructor(private readonly facts: NoteFacts) {
    this.headings = facts.headings().map(({ text }) => text);
    this.many = this.headings.length > MANY ? new Set(this.headings) : null;
  }

  has(subpath: string): boolean {
    // Most links spell the heading as it is, and nothing has to be folded.
    if (this.many === null ? this.headings.includes(subpath) : this.many.has(subpath)) return true;
    const known = this.answers.get(subpath);
    if (known !== undefined) return known;
    const answer = this.find(subpath);
    this.answers.set(subpath, answer);
    return answer;
  }

  private find(subpath: string): boolean {
    const parts = subpath.split('#').filter((part) => part.trim() !== '');
    const last = parts.at(-1);
    if (last === undefined) return true;
    if (last.startsWith('^')) return this.hasBlock(last.slice(1).trim().toLowerCase());
    // Footnotes have no entry among headings and blocks.
    if (/^\[\^.*\]$/.test(last)) return true;
    this.folded ??= this.headings.map(
      (text) => [foldHeading(text), foldHeading(shownHeading(text))] as const,
    );
    const wanted = parts.map(foldHeading);
    let next = 0;
    for (const [raw, shown] of this.folded) if (wanted[next] === raw || wanted[next] === shown) next++;
    return next >= wanted.length;
  }

  private hasBlock(id: string): boolean {
    this.blocks ??= new Set(this.facts.blocks().map((block) => block.id.toLowerCase()));
    return this.blocks.has(id);
  }
}
