import type { NoteFacts } from './note-facts';

/** What a link's subpath (`#Heading`, `#A#B`, `#^id`) is in its target note. */
export type SubpathStatus =
  /** The link has none, or an empty one: it leads to the note as a whole. */
  | 'none'
  | 'found'
  | 'missing'
  /** `#page=3`, `#height=400`, `#t=10`: for the viewer, not a place in a note (Obsidian help, "Embed files"). */
  | 'viewer-parameter';

/** The subpath of a `Ref.link`, with its `#`; empty if there is none. */
export function subpathOf(link: string): string {
  const hash = link.indexOf('#');
  return hash === -1 ? '' : link.slice(hash);
}

/** Looks the subpath up among the headings and block ids of its target. */
export function findSubpath(facts: NoteFacts, subpath: string): SubpathStatus {
  const parts = subpath
    .split('#')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const first = parts[0];
  if (first === undefined) return 'none';
  if (/^[a-z]+=/i.test(first)) return hasHeadings(facts, parts) ? 'found' : 'viewer-parameter';
  const last = parts.at(-1) ?? first;
  if (last.startsWith('^')) {
    // Ids are compared without regard to case since 0.14.0; headings before them do not matter.
    const id = last.slice(1).toLowerCase();
    return facts.blocks().some((block) => block.id === id) ? 'found' : 'missing';
  }
  return hasHeadings(facts, parts) ? 'found' : 'missing';
}

/**
 * Whether some heading bears this name, or headings stand below each other as `#A#B` says. Where Obsidian's own rule is
 * not known to refuse, this one does not either: a subpath called missing must be missing.
 */
function hasHeadings(facts: NoteFacts, parts: readonly string[]): boolean {
  const wanted = parts.map(headingKey);
  const whole = wanted.join(' ');
  const levels: number[] = [];
  for (const { level, text } of facts.headings()) {
    const key = headingKey(text);
    if (key === whole) return true;
    while ((levels.at(-1) ?? 0) >= level) levels.pop();
    if (key === wanted[levels.length]) levels.push(level);
    if (levels.length === wanted.length) return true;
  }
  return false;
}

/** A heading as links name it: punctuation, case and kinds of space do not matter (`See [[Other]]` is `See Other`). */
function headingKey(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{So}]+/gu, ' ')
    .trim();
}
