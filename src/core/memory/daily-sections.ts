import { endsInEmptyLine, fenceBehind, lineEndOf, textLines } from '../logs/text-lines';
import { splitFrontmatter } from '../text/frontmatter';

/** A `## heading` of a daily file and what stands under it. */
export interface DailySection {
  readonly heading: string;
  /** Start of the heading's line. */
  readonly start: number;
  /** Start of the line behind it. */
  readonly bodyStart: number;
  /** Start of the next heading of this level or higher, or the text's end. */
  readonly end: number;
}

/** Splits a daily file at its headings of the second level; headings in fenced code are text. */
export function dailySections(text: string): readonly DailySection[] {
  const sections: { heading: string; start: number; bodyStart: number; end: number }[] = [];
  let open: { end: number } | null = null;
  let fence: string | null = null;
  for (const { start, next, text: line } of textLines(text, splitFrontmatter(text).bodyStart)) {
    const before: string | null = fence;
    fence = fenceBehind(before, line);
    if (before !== null || fence !== null || !/^##?[ \t]/.test(line)) continue;
    if (open !== null) open.end = start;
    open = null;
    if (!line.startsWith('##')) continue;
    const section = { heading: line.slice(2).trim(), start, bodyStart: next, end: text.length };
    sections.push(section);
    open = section;
  }
  return sections;
}

/** Headings that stay below the roles' sections, in this order. */
export const PROCEDURAL_SIGNALS = 'Procedural Signals';
export const REVISER_SUMMARY = 'Reviser Summary';
export const VALIDATOR_HEADING = 'Validator';
const FOOT = [PROCEDURAL_SIGNALS, REVISER_SUMMARY, VALIDATOR_HEADING];

/**
 * Adds text under a heading: behind what stands there, or under a new heading in front of those that belong below it.
 * `lines` come without line ends. All that stood in the file stays byte for byte.
 */
export function appendUnder(text: string, heading: string, lines: readonly string[]): string {
  const eol = lineEndOf(text);
  const sections = dailySections(text);
  const section = sections.find((candidate) => candidate.heading === heading);
  const content = lines.join(eol) + eol;
  if (section !== undefined) {
    const body = text.slice(section.bodyStart, section.end);
    const at = section.bodyStart + body.trimEnd().length;
    const lineEnd = text.indexOf('\n', Math.max(0, at - 1));
    const behind = body.trim() === '' ? section.bodyStart : lineEnd < 0 ? text.length : lineEnd + 1;
    return insertLines(text, behind, content, eol, followsList(body, lines) ? '' : eol);
  }
  const rank = FOOT.indexOf(heading);
  const below = sections.find((candidate) => {
    const place = FOOT.indexOf(candidate.heading);
    return place >= 0 && (rank < 0 || place > rank);
  });
  const at = below?.start ?? text.length;
  return insertLines(text, at, `## ${heading}${eol}${eol}${content}`, eol, eol);
}

/** A list goes on without an empty line between; everything else gets one. */
function followsList(body: string, lines: readonly string[]): boolean {
  const last = body.trimEnd().split('\n').at(-1) ?? '';
  return /^\s*[-*+] /.test(last) && (lines[0] ?? '').startsWith('- ');
}

function insertLines(text: string, at: number, content: string, eol: string, gap: string): string {
  const before = text.slice(0, at);
  const after = text.slice(at);
  const open = before === '' || before.endsWith('\n') ? '' : eol;
  const spaced = endsInEmptyLine(before + open);
  const close = after !== '' && !/^\r?\n/.test(after) ? eol : '';
  return before + open + (spaced ? '' : gap) + content + close + after;
}
