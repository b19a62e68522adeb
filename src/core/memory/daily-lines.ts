import { escapeLine, unescapeLine } from '../logs/markdown-line';
import type { Hash } from '../ports';

/** A typed line: `- [type:: lint] text ^lint-1a2b3c4d`. */
export interface DailyLine {
  readonly type: string;
  readonly text: string;
  /** What the block id is made from: the same finding has the same id every night. */
  readonly key: string;
  /** The lint rule it comes from, if any. */
  readonly rule?: string | undefined;
}

/** How typed lines are written. */
export interface AppendOptions {
  readonly run: string;
  readonly hash: Hash;
  /** Lines of one type that stand singly; what is above is summed up in one line. */
  readonly summariseAbove: number;
}

/** Stable over nights and devices: letters, digits and hyphens, as Obsidian wants block ids. */
export function blockId(hash: Hash, line: Pick<DailyLine, 'type' | 'key'>): string {
  return `${wordOf(line.type)}-${hash.sha256(`${line.type}\n${line.key}`).slice(0, 8)}`;
}

function wordOf(text: string): string {
  return text.replace(/[^A-Za-z0-9-]+/g, '-');
}

/** The block id at the end of a line. */
const BLOCK_ID = / \^([A-Za-z0-9-]+)[ \t]*$/;

/** Lines that already stand in the file, by block id. */
export function standingLines(text: string): readonly (readonly [string, string])[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const id = BLOCK_ID.exec(line)?.[1];
    return id === undefined ? [] : [[id, line] as const];
  });
}

/**
 * The lines as they are to be written, each with an id that `present` does not hold for other words; `present` learns
 * them. What already stands is left out.
 */
export function typedLines(
  lines: readonly DailyLine[],
  present: Map<string, string>,
  options: AppendOptions,
): readonly string[] {
  const written: string[] = [];
  const add = (line: DailyLine): void => {
    const base = blockId(options.hash, line);
    for (let number = 1; ; number++) {
      const id = number === 1 ? base : `${base}-${number}`;
      const whole = `- [type:: ${wordOf(line.type)}] ${escapeLine(line.text)} ^${id}`;
      const standing = present.get(id);
      if (standing === whole) return;
      if (standing !== undefined) continue;
      present.set(id, whole);
      written.push(whole);
      return;
    }
  };
  const types = [...new Set(lines.map((line) => line.type))];
  for (const type of types) {
    const kind = lines.filter((line) => line.type === type);
    const shown = kind.slice(0, options.summariseAbove);
    for (const line of shown) add(line);
    const rest = kind.length - shown.length;
    if (rest > 0) add({ type, text: summedUp(kind.slice(shown.length)), key: `more of run ${options.run}` });
  }
  return written;
}

/** Rules that are named where lines are summed up. */
const RULES_NAMED = 4;

/** `and 459 more of this kind (missing-field 285, orphan-note 174)`: what is not shown, the most frequent first. */
function summedUp(lines: readonly DailyLine[]): string {
  const counts = new Map<string, number>();
  for (const { rule } of lines) if (rule !== undefined) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const named = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  const parts = named.slice(0, RULES_NAMED).map(([rule, n]) => `${rule} ${n}`);
  if (named.length > RULES_NAMED) parts.push('…');
  const which = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  return `and ${lines.length} more of this kind${which}`;
}

/** A typed line as it stands. */
export interface ReadLine {
  readonly type: string;
  readonly text: string;
  readonly id: string;
}

/** The typed line that a line of the file is; none if it is something else. */
export function readLine(line: string): readonly ReadLine[] {
  const found = /^\s*[-*+] \[type:: ([^\]\s]+)\] ?/.exec(line);
  if (found === null) return [];
  const rest = line.slice(found[0].length);
  const id = BLOCK_ID.exec(` ${rest}`);
  const words = id === null ? rest : ` ${rest}`.slice(0, id.index).trim();
  return [{ type: found[1] ?? '', text: unescapeLine(words.trim()), id: id?.[1] ?? '' }];
}
