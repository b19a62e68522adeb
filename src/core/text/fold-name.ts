import type { Span } from './note-facts';

/** No character that folding changes but capitals, and none that combines. */
const ASCII = /^[\x20-\x7e]*$/;
/** Words with single spaces between them: no dash, no slash, no quote of another kind. */
const LOOSE_ALREADY = /^[a-z0-9.,:;!?()+&#']+(?: [a-z0-9.,:;!?()+&#']+)*$/;

/**
 * How Obsidian compares names in links: Unicode NFC, NBSP as space (0.10.0 release notes), lower case, final sigma as
 * sigma (1.8.0 release notes). Two names that fold alike are one name to it.
 */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  return name
    .normalize('NFC')
    .replaceAll('\u00a0', ' ')
    .toLowerCase()
    .replaceAll('\u03c2', '\u03c3')
    .normalize('NFC');
}

/**
 * Coarser, for «was this note meant?»: also forgives spaces, dashes and underscores for each other (one for many, too),
 * kinds of quotes, spaces at the ends, a trailing `.md`, and percent-encoding. A dash at an end stays one: `C-` is not
 * `C`. Never for resolving.
 */
export function looseFold(name: string): string {
  let decoded = name;
  if (name.includes('%')) {
    try {
      decoded = decodeURIComponent(name);
    } catch {
      // A name may hold a plain percent sign; then it is taken as it stands.
      decoded = name;
    }
  }
  const folded = trimmed(foldName(decoded));
  const bare = folded.endsWith('.md') ? folded.slice(0, -3) : folded;
  // Most names: nothing below would find anything.
  if (LOOSE_ALREADY.test(bare)) return bare;
  return bare
    .replace(/[\s_\-\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+/g, ' ')
    .replace(/[\u2018\u2019\u201a\u201b\u2032\u00b4`]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033]/g, '"');
}

/** Without white space around the path's parts. */
function trimmed(path: string): string {
  if (!path.includes('/')) return path.trim();
  return path
    .split('/')
    .map((part) => part.trim())
    .join('/');
}

/** A text as `foldName` makes it, with the way back to the text. */
export interface FoldedText {
  readonly folded: string;
  /** The stretch of the text that became `start` to `end` of `folded`; null if that cuts a character in two. */
  readonly span: (start: number, end: number) => Span | null;
}

/** A letter with all that combines with it: marks, and the later parts of a Hangul syllable. */
const CLUSTER = /[^\p{M}\u1160-\u11ff]?[\p{M}\u1160-\u11ff]*/gsu;

/**
 * Folds a text for searching names in it. Folding changes lengths (`İ` becomes two units, a decomposed `é` one), so
 * found places must be taken back by `span`.
 */
export function foldWithOffsets(text: string): FoldedText {
  if (ASCII.test(text)) return { folded: text.toLowerCase(), span: (start, end) => ({ start, end }) };
  const parts: string[] = [];
  /** Per unit of the folded text the cluster's start in the text, or -1 inside a cluster. */
  const starts: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    if (cluster === '') continue;
    const folded = foldName(cluster);
    parts.push(folded);
    starts.push(index);
    for (let i = 1; i < folded.length; i++) starts.push(-1);
  }
  starts.push(text.length);
  return {
    folded: parts.join(''),
    span(start, end) {
      const from = starts[start] ?? -1;
      const to = starts[end] ?? -1;
      return from === -1 || to === -1 ? null : { start: from, end: to };
    },
  };
}
