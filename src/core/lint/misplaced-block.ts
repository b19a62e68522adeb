import { splitFrontmatter, type NearMiss } from '../text/frontmatter';
import type { NoteFacts, Span } from '../text/note-facts';
import { linesOf, type NoteLine } from './note-lines';

/** A block that was meant as frontmatter and that Obsidian does not read as such. */
export interface MisplacedBlock {
  /** Its first line. */
  readonly span: Span;
  readonly fault: NearMiss['kind'] | 'byte-order-mark';
}

/** More lines than any frontmatter has; what is longer is prose between two horizontal rules. */
const LONGEST = 200;
const KEY_LINE = /^["']?[\p{L}\p{N}_][^:]{0,80}:(?:\s|$)/u;
const INNER_LINE = /^(?:\s*$|\s*#|\s+\S|\s*-\s)/;

function isMapping(lines: readonly NoteLine[]): boolean {
  return (
    lines.some((line) => KEY_LINE.test(line.text)) &&
    lines.every((line) => KEY_LINE.test(line.text) || INNER_LINE.test(line.text))
  );
}

/** The lines that such a block holds; an unclosed one ends at the first blank line. */
function innerLines(text: string, { kind, span }: NearMiss): readonly NoteLine[] | null {
  const inner: NoteLine[] = [];
  let opened = false;
  for (const line of linesOf(text, span.start, kind === 'unclosed' ? text.length : span.end)) {
    if (!opened) opened = true;
    else if (kind === 'unclosed' && line.text.trim() === '') break;
    else inner.push(line);
    if (inner.length > LONGEST) return null;
  }
  return kind === 'unclosed' ? inner : inner.slice(0, -1);
}

/** Finds such a block at the top of a note; null if there is none. */
export function findMisplacedBlock(text: string, facts: NoteFacts): MisplacedBlock | null {
  if (text.startsWith('\ufeff---')) return { span: { start: 0, end: 4 }, fault: 'byte-order-mark' };
  if (facts.frontmatter.state !== 'none') return null;
  const split = splitFrontmatter(text);
  if (split.state !== 'none' || split.nearMiss === null) return null;
  const { kind, span } = split.nearMiss;
  const inner = innerLines(text, split.nearMiss);
  if (inner === null || !isMapping(inner)) return null;
  const feed = text.indexOf('\n', span.start);
  return { span: { start: span.start, end: Math.min(span.end, feed < 0 ? span.end : feed) }, fault: kind };
}
