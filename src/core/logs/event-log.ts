import type { Config } from '../config/config';
import type { Instant, VaultPath } from '../ports';
import { localTime } from './local-time';
import { codeSpan, escapeLine, readCodeSpan, unescapeLine } from './markdown-line';
import { endsInEmptyLine, fenceBehind, lineEndOf, textLines, type TextLine } from './text-lines';

/** What a log entry tells; a newer version may know more. */
export const LOG_TYPES = [
  'run',
  'finding',
  'resolved',
  'fix',
  'created',
  'moved',
  'deletion',
  'draft',
  'opportunity',
  'promotion',
  'discard',
  'roll-up',
  'undo',
  'halt',
  'note',
  'ownership',
] as const;
/** Types that this version writes. */
export type LogType = (typeof LOG_TYPES)[number];

/** One thing that happened. */
export interface LogEvent<Type extends string = LogType> {
  /** Kept to the second. */
  readonly at: Instant;
  readonly type: Type;
  /** Id of the run; null for what a person did outside of any. */
  readonly run: string | null;
  /** Role, skill or command. */
  readonly role: string | null;
  /** Null where it is about the vault as a whole. */
  readonly path: VaultPath | null;
  /** Where the file went to, if it was moved or renamed. */
  readonly to: VaultPath | null;
  /** A plain sentence on one line; `code` in backticks stays code. */
  readonly text: string;
}

/** An entry as read: types of newer versions included. */
export type ReadEvent = LogEvent<string>;

/** The event log that a local date belongs into. */
export function eventLogPath(config: Pick<Config, 'paths'>, date: string): VaultPath {
  return `${config.paths.log}/${date.slice(0, 4)}.md`;
}

/** One entry as a line, without line end. */
function renderEvent(event: LogEvent<string>, zone: string): string {
  const { time, offset } = localTime(event.at, zone);
  const word = (text: string): string => text.replace(/[^\p{L}\p{N}._:@-]+/gu, '-');
  const parts = [
    `- ${time}${offset}`,
    `[type:: ${word(event.type)}]`,
    event.role === null ? '' : `[role:: ${word(event.role)}]`,
    event.path === null ? '' : `[path:: ${codeSpan(event.path)}]`,
    event.to === null ? '' : `[to:: ${codeSpan(event.to)}]`,
    escapeLine(event.text),
    event.run === null ? '' : `[run:: ${word(event.run)}]`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

const ENTRY = /^- (\d\d:\d\d:\d\d)(Z|[+-]\d\d:\d\d) \[type:: ([^\]\s]+)\]/;
const ROLE = / \[role:: ([^\]\s]+)\]/y;
const PATH = / \[(path|to):: /y;
const RUN = / \[run:: ([^\]\s]+)\]$/;

/** Reads one line below the heading of `date`; null for what is no entry of ours. */
function readEvent(line: string, date: string): ReadEvent | null {
  const entry = ENTRY.exec(line);
  if (entry === null) return null;
  const at = Date.parse(`${date}T${entry[1]}${entry[2]}`);
  if (Number.isNaN(at)) return null;
  let offset = entry[0].length;
  ROLE.lastIndex = offset;
  const role = ROLE.exec(line)?.[1] ?? null;
  if (role !== null) offset = ROLE.lastIndex;
  const paths: Record<string, string | null> = { path: null, to: null };
  for (const name of ['path', 'to']) {
    PATH.lastIndex = offset;
    if (PATH.exec(line)?.[1] !== name) continue;
    const span = readCodeSpan(line, PATH.lastIndex);
    if (span === null || line[span.end] !== ']') continue;
    paths[name] = span.path;
    offset = span.end + 1;
  }
  const rest = line.slice(offset);
  const run = RUN.exec(rest);
  const text = unescapeLine((run === null ? rest : rest.slice(0, run.index)).trim());
  return {
    at,
    type: entry[3] ?? '',
    run: run?.[1] ?? null,
    role,
    path: paths['path'] ?? null,
    to: paths['to'] ?? null,
    text,
  };
}

interface DayHeading {
  readonly date: string;
  readonly level: number;
  /** Start of its line. */
  readonly start: number;
}

const DAY = /^(#{1,6})\s+(?:\[\[)?(\d{4}-\d\d-\d\d)(?!\d)/;

interface LogLine extends TextLine {
  /** Inside a fenced code block: no heading and no entry. */
  readonly code: boolean;
}

function linesOf(text: string): readonly LogLine[] {
  let fence: string | null = null;
  return textLines(text).map((line) => {
    const before = fence;
    fence = fenceBehind(before, line.text);
    return { ...line, code: before !== null || fence !== null };
  });
}

function dayHeadings(lines: readonly LogLine[]): readonly DayHeading[] {
  return lines.flatMap((line) => {
    const found = line.code ? null : DAY.exec(line.text);
    return found === null
      ? []
      : [{ date: found[2] ?? '', level: (found[1] ?? '').length, start: line.start }];
  });
}

/** Every entry in the file, oldest first. What an earlier harness or a person wrote in another form is passed over. */
export function parseEventLog(text: string): readonly ReadEvent[] {
  const events: ReadEvent[] = [];
  let date: string | null = null;
  for (const line of linesOf(text)) {
    if (line.code) continue;
    const heading = DAY.exec(line.text);
    if (heading !== null) date = heading[2] ?? null;
    else if (/^#{1,2}\s/.test(line.text)) date = null;
    const event = date === null ? null : readEvent(line.text, date);
    if (event !== null) events.push(event);
  }
  // Stable: entries of one second keep their order.
  return events.sort((a, b) => a.at - b.at);
}

/**
 * The log with the events added, each day's at the end of its section and the newest day first. Every byte that stood
 * there still stands, in the same order. The events are of one calendar year: see `eventLogPath`.
 */
export function appendLogEvents(existing: string | null, events: readonly LogEvent[], zone: string): string {
  const byDay = new Map<string, LogEvent[]>();
  for (const event of events) {
    const { date } = localTime(event.at, zone);
    byDay.set(date, [...(byDay.get(date) ?? []), event]);
  }
  const [firstDay] = byDay.keys();
  if (firstDay === undefined) return existing ?? '';
  let text =
    existing === null || existing.trim() === '' ? (existing ?? '') + newLog(firstDay.slice(0, 4)) : existing;
  for (const date of [...byDay.keys()].sort())
    text = appendDay(
      text,
      date,
      (byDay.get(date) ?? []).map((event) => renderEvent(event, zone)),
    );
  return text;
}

function newLog(year: string): string {
  return [
    '---',
    'log: events',
    `year: ${year}`,
    'version: 1',
    '---',
    '',
    `# What happened in ${year}`,
    '',
    'Written by Hermes Harness, the newest day first. `hermesh log PATH` tells what happened to one file.',
    '',
  ].join('\n');
}

function appendDay(text: string, date: string, entries: readonly string[]): string {
  const eol = lineEndOf(text);
  const lines = linesOf(text);
  const headings = dayHeadings(lines);
  const today = headings.find((heading) => heading.date === date);
  const joined = entries.join(eol) + eol;
  if (today !== undefined) {
    const section = lines.filter(
      (line) => line.start >= today.start && line.start < sectionEnd(lines, headings, today),
    );
    const last = section.filter((line) => line.text.trim() !== '').at(-1);
    const at = last?.next ?? text.length;
    const open = at > 0 && text[at - 1] !== '\n' ? eol : '';
    // Directly below a heading or a paragraph, a list needs an empty line in front.
    const gap = last !== undefined && /^\s*([-*+]|\d+[.)])\s/.test(last.text) ? '' : eol;
    return text.slice(0, at) + open + gap + joined + text.slice(at);
  }
  const older = headings.find((heading) => heading.date < date);
  const at = older?.start ?? (headings.length > 0 ? text.length : behindTitle(lines, text));
  const before = text.slice(0, at);
  const open = before === '' || before.endsWith('\n') ? '' : eol;
  const spaced = endsInEmptyLine(before + open);
  const tail = at < text.length ? eol : '';
  return `${before}${open}${spaced ? '' : eol}## ${date}${eol}${eol}${joined}${tail}${text.slice(at)}`;
}

/** Where the section of a day ends: at the next day, or at a heading of the same or a higher level. */
function sectionEnd(lines: readonly LogLine[], days: readonly DayHeading[], day: DayHeading): number {
  const next = lines.find((line) => {
    if (line.start <= day.start || line.code) return false;
    const level = /^(#{1,6})\s/.exec(line.text)?.[1]?.length;
    return (level !== undefined && level <= day.level) || days.some((other) => other.start === line.start);
  });
  return next?.start ?? Infinity;
}

/** In a file without days: behind frontmatter, title and what follows the title up to the next heading or list. */
function behindTitle(lines: readonly LogLine[], text: string): number {
  let index = 0;
  if (lines[0]?.text.replace(/^\uFEFF/, '') === '---') {
    const close = lines.findIndex((line, number) => number > 0 && line.text === '---');
    if (close > 0) index = close + 1;
  }
  while (lines[index]?.text.trim() === '') index++;
  if (/^#\s/.test(lines[index]?.text ?? '')) {
    index++;
    while (index < lines.length && !/^(#{1,6}\s|[-*+]\s|\d+[.)]\s|```|~~~|\|)/.test(lines[index]?.text ?? ''))
      index++;
  }
  return lines[index]?.start ?? text.length;
}

/**
 * What happened to one file, oldest first: renames that the log records are followed back to earlier names, and
 * forward if the file that bore the name went elsewhere.
 */
export function eventsOfFile(events: readonly ReadEvent[], path: VaultPath): readonly ReadEvent[] {
  let name = path;
  const lastUse = events.findLastIndex((event) => event.path === path || event.to === path);
  const moved = events[lastUse];
  if (moved !== undefined && moved.path === path && moved.to !== null)
    for (const event of events.slice(lastUse)) if (event.path === name && event.to !== null) name = event.to;
  const found: ReadEvent[] = [];
  for (const event of [...events].reverse()) {
    if (event.path !== name && event.to !== name) continue;
    found.unshift(event);
    if (event.to === name && event.path !== null) name = event.path;
  }
  return found;
}
