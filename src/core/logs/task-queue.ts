import type { Span } from '../text/note-facts';
import { escapeLine, escapeParagraph, unescapeLine } from './markdown-line';
import { endsInEmptyLine, fenceBehind, lineEndOf, textLines, type TextLine } from './text-lines';

/** One task of the queue: a checkbox line, and the indented lines below it. */
export interface QueueItem {
  /** One-based line of the checkbox. */
  readonly line: number;
  /** From the start of the checkbox line to behind the last line that belongs to it, line end included. */
  readonly span: Span;
  /** The character between the brackets. */
  readonly mark: Span;
  readonly state: 'open' | 'done' | 'other';
  /** What follows the checkbox, as written. */
  readonly text: string;
  /** The indented lines, as written, without line end after the last; empty if there are none. */
  readonly details: string;
  /** The heading that it stands under; null above the first. */
  readonly heading: string | null;
}

/** The queue's file as read. */
export interface TaskQueue {
  /** In the order of the file. Whatever else stands in it belongs to the person. */
  readonly items: readonly QueueItem[];
}

interface QueueLine extends TextLine {
  readonly indent: number;
}

const BOX = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+\[(.)\](?:[ \t]+(.*))?$/u;

function queueLines(text: string): readonly QueueLine[] {
  return textLines(text).map((line) => ({ ...line, indent: indentOf(line.text) }));
}

/** Columns of white space in front; a tab fills up to the next fourth. */
function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns++;
    else if (character === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

/** Index of the first line behind the frontmatter. */
function bodyStart(lines: readonly QueueLine[]): number {
  if (lines[0]?.text.replace(/^\uFEFF/, '') !== '---') return 0;
  const close = lines.findIndex((line, index) => index > 0 && line.text.trimEnd() === '---');
  return close < 0 ? 0 : close + 1;
}

/** Reads the checklist. Never throws; checkboxes inside fenced code or deeper in an item are part of what is around them. */
export function parseQueue(text: string): TaskQueue {
  const lines = queueLines(text);
  const items: QueueItem[] = [];
  let heading: string | null = null;
  let fence: string | null = null;
  for (let index = bodyStart(lines); index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const before: string | null = fence;
    fence = fenceBehind(before, line.text);
    if (before !== null || fence !== null) continue;
    const title = /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line.text)?.[1];
    if (title !== undefined) heading = title.replace(/[ \t]+#+[ \t]*$/, '').trim();
    const box = BOX.exec(line.text);
    // Four columns in front without an item above make it code.
    if (box === null || line.indent > 3) continue;
    const last = lastLineOf(lines, index);
    items.push(itemAt(text, lines, index, last, box, heading));
    index = last;
  }
  return { items };
}

/** The last line that belongs to the item: indented deeper than its bullet; empty lines count between such lines. */
function lastLineOf(lines: readonly QueueLine[], first: number): number {
  const own = lines[first]?.indent ?? 0;
  let last = first;
  for (let index = first + 1; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    if (line.text.trim() === '') continue;
    if (line.indent <= own) break;
    last = index;
  }
  return last;
}

function itemAt(
  text: string,
  lines: readonly QueueLine[],
  first: number,
  last: number,
  box: RegExpExecArray,
  heading: string | null,
): QueueItem {
  const start = lines[first]?.start ?? 0;
  const end = lines[last]?.next ?? text.length;
  const [whole = '', , character = ' ', words = ''] = box;
  const markAt = start + whole.indexOf('[') + 1;
  const details = first === last ? '' : text.slice(lines[first]?.next ?? end, end).replace(/\r?\n$/, '');
  return {
    line: first + 1,
    span: { start, end },
    mark: { start: markAt, end: markAt + character.length },
    state: character === ' ' ? 'open' : character === 'x' || character === 'X' ? 'done' : 'other',
    text: words.trim(),
    details,
    heading,
  };
}

/** The queue with one item ticked off; the checkbox alone changes. `item` comes from `parseQueue` of the same text. */
export function markDone(text: string, item: QueueItem): string {
  return `${text.slice(0, item.mark.start)}x${text.slice(item.mark.end)}`;
}

/** What to add to the queue. */
export interface NewQueueItem {
  readonly text: string;
  /** Lines below it, each indented when written. */
  readonly details?: readonly string[];
}

const EMPTY_QUEUE = [
  '# Task queue',
  '',
  'What the harness shall look into tonight: one checkbox a task, details indented below it.',
  '',
].join('\n');

/** The queue with an item behind the last one, or at the end; all that stood there stays byte for byte. */
export function addQueueItem(existing: string | null, item: NewQueueItem): string {
  const text = existing === null || existing.trim() === '' ? (existing ?? '') + EMPTY_QUEUE : existing;
  const eol = lineEndOf(text);
  const lines = [
    `- [ ] ${escapeLine(item.text)}`,
    ...(item.details ?? []).map((line) => `  ${escapeParagraph(line)}`),
  ];
  const last = parseQueue(text).items.at(-1);
  const at = last?.span.end ?? text.length;
  const before = text.slice(0, at);
  const open = before === '' || before.endsWith('\n') ? '' : eol;
  const gap = last !== undefined || endsInEmptyLine(before + open) ? '' : eol;
  return `${before}${open}${gap}${lines.join(eol)}${eol}${text.slice(at)}`;
}

/** An item's words for messages: Markdown's escapes taken out. */
export function queueItemWords(item: Pick<QueueItem, 'text'>): string {
  return unescapeLine(item.text);
}
