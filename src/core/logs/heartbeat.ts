import { literal, nullable, number, object, enum as oneOf, string } from 'zod';
import { stringify } from 'yaml';
import type { Instant } from '../ports';
import { splitFrontmatter } from '../text/frontmatter';
import { parseFrontmatter } from '../text/frontmatter-values';
import { localStamp, localTime, readStamp } from './local-time';
import { escapeLine, unescapeLine } from './markdown-line';

/** `idle`: nothing has run yet on this device. */
export const HEARTBEAT_STATUSES = [
  'idle',
  'running',
  'finished',
  'halted',
  'interrupted',
  'dismissed',
] as const;
export type HeartbeatStatus = (typeof HEARTBEAT_STATUSES)[number];

/** How many runs the table holds. */
export const HEARTBEAT_RUNS = 14;

/** What the vault and the run amount to so far. */
export interface HeartbeatCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings that the last finished night did not know, and those that are gone since. */
  readonly fresh: number;
  readonly resolved: number;
  /** Files of the person that the run changed. */
  readonly changed: number;
}

/** A run in the table. */
export interface HeartbeatRun {
  readonly run: string;
  readonly chain: string;
  readonly status: HeartbeatStatus;
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  readonly findings: number;
  readonly changed: number;
  /** Why it halted or was interrupted; empty otherwise. */
  readonly note: string;
}

/** How the owner's harness is doing, for people and for other devices. Instants are kept to the second. */
export interface Heartbeat {
  readonly version: 1;
  readonly status: HeartbeatStatus;
  readonly device: string;
  /** Version of the program. */
  readonly harness: string;
  readonly run: string | null;
  readonly chain: string | null;
  /** The role at work, or the one that the run ended at. */
  readonly step: string | null;
  readonly stepsDone: number;
  readonly stepsTotal: number;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly updatedAt: Instant;
  /** When the next run is expected; null if nothing is scheduled. */
  readonly nextAt: Instant | null;
  readonly counts: HeartbeatCounts;
  /** What a person should know now: why it halted, what waits; empty if nothing. */
  readonly message: string;
  /** Newest first. */
  readonly runs: readonly HeartbeatRun[];
}

/** What the heartbeat's file turned out to be. */
export type ParsedHeartbeat =
  | { readonly kind: 'read'; readonly heartbeat: Heartbeat }
  /** A newer version of the harness wrote it; `message` asks for an update. */
  | { readonly kind: 'newer'; readonly message: string }
  /** Not in our form: written by an earlier harness, torn, or edited. */
  | { readonly kind: 'foreign'; readonly message: string };

const COLUMNS = ['Started', 'Ended', 'Chain', 'Outcome', 'Findings', 'Changed', 'Note', 'Run'] as const;

/** The heartbeat's file: properties for programs, a sentence and a table for people. */
export function renderHeartbeat(heartbeat: Heartbeat, zone: string): string {
  const stamp = (at: Instant | null): string | null => (at === null ? null : localStamp(at, zone));
  const { counts } = heartbeat;
  const properties = {
    version: 1,
    status: heartbeat.status,
    device: heartbeat.device,
    harness: heartbeat.harness,
    run: heartbeat.run,
    chain: heartbeat.chain,
    step: heartbeat.step,
    steps_done: heartbeat.stepsDone,
    steps_total: heartbeat.stepsTotal,
    started: stamp(heartbeat.startedAt),
    ended: stamp(heartbeat.endedAt),
    updated: stamp(heartbeat.updatedAt),
    next: stamp(heartbeat.nextAt),
    errors: counts.errors,
    warnings: counts.warnings,
    infos: counts.infos,
    new: counts.fresh,
    resolved: counts.resolved,
    changed: counts.changed,
    message: heartbeat.message,
  };
  const rows = heartbeat.runs.slice(0, HEARTBEAT_RUNS).map((run) => tableRow(run, zone));
  const table =
    rows.length === 0
      ? ['No run yet.']
      : [`| ${COLUMNS.join(' | ')} |`, `|${' --- |'.repeat(COLUMNS.length)}`, ...rows];
  return [
    '---',
    stringify(properties, { lineWidth: 0, blockQuote: false }).trimEnd(),
    '---',
    '',
    '# Heartbeat',
    '',
    sentence(heartbeat, zone),
    '',
    `## Last ${HEARTBEAT_RUNS} runs`,
    '',
    ...table,
    '',
  ].join('\n');
}

function clock(at: Instant, zone: string): string {
  const { date, time } = localTime(at, zone);
  return `${date} ${time.slice(0, 5)}`;
}

function sentence(heartbeat: Heartbeat, zone: string): string {
  const { counts, status } = heartbeat;
  const chain = escapeLine(heartbeat.chain ?? 'run');
  const since = heartbeat.startedAt === null ? '' : ` since ${clock(heartbeat.startedAt, zone)}`;
  const step = heartbeat.step === null ? '' : ` at ${escapeLine(heartbeat.step)}`;
  const progress = `${heartbeat.stepsDone} of ${heartbeat.stepsTotal} steps done`;
  const when = heartbeat.endedAt === null ? '' : ` on ${clock(heartbeat.endedAt, zone)}`;
  const what: Record<HeartbeatStatus, string> = {
    idle: '**Idle.** Nothing has run yet.',
    running: `**Running.** The ${chain} chain runs${since}${step}; ${progress}.`,
    finished: `**Well.** The ${chain} chain finished${when}; ${progress}.`,
    halted: `**Halted.** The ${chain} chain stopped${step}${when}; ${progress}.`,
    interrupted: `**Interrupted.** The ${chain} chain broke off${step}${when}; ${progress}.`,
    dismissed: `**Dismissed.** The halted ${chain} chain was let go${when}; ${progress}.`,
  };
  const many = (amount: number, one: string): string => `${amount} ${one}${amount === 1 ? '' : 's'}`;
  const found = `Findings: ${many(counts.errors, 'error')}, ${many(counts.warnings, 'warning')}, ${many(counts.infos, 'hint')} (${counts.fresh} new, ${counts.resolved} resolved). Files changed: ${counts.changed}.`;
  const next =
    heartbeat.nextAt === null
      ? 'Nothing is scheduled.'
      : `Next run expected ${clock(heartbeat.nextAt, zone)}.`;
  const message = heartbeat.message.trim() === '' ? [] : [escapeLine(heartbeat.message)];
  return [what[status], ...message, found, next].join('\n');
}

/** In a table a backslash keeps a bar from ending the cell, in code spans too (GitHub's tables, which Obsidian's follow). */
function cell(text: string): string {
  return escapeLine(text).replace(/\|/g, '\\|');
}

function tableRow(run: HeartbeatRun, zone: string): string {
  const cells = [
    localStamp(run.startedAt, zone),
    run.endedAt === null ? '' : localStamp(run.endedAt, zone),
    cell(run.chain),
    run.status,
    String(run.findings),
    String(run.changed),
    cell(run.note),
    cell(run.run),
  ];
  return `| ${cells.join(' | ')} |`;
}

const count = number().int().min(0);

const propertiesSchema = object({
  version: literal(1),
  status: oneOf(HEARTBEAT_STATUSES),
  device: string(),
  harness: string(),
  run: nullable(string()),
  chain: nullable(string()),
  step: nullable(string()),
  steps_done: count,
  steps_total: count,
  started: nullable(string()),
  ended: nullable(string()),
  updated: string(),
  next: nullable(string()),
  errors: count,
  warnings: count,
  infos: count,
  new: count,
  resolved: count,
  changed: count,
  message: string(),
});

/**
 * Whether the text may be overwritten by a heartbeat: it is one, of any version or harness and in any state of decay,
 * or nothing. A note of the person is none.
 */
export function isHeartbeat(text: string): boolean {
  return text.trim() === '' || /^harness: /m.test(text) || /^# .*heartbeat/im.test(text);
}

/** Reads the heartbeat's file. Never throws. */
export function parseHeartbeat(text: string): ParsedHeartbeat {
  const split = splitFrontmatter(text);
  if (split.state === 'none') return { kind: 'foreign', message: 'the heartbeat has no properties' };
  const yaml = parseFrontmatter(text.slice(split.content.start, split.content.end));
  if (!yaml.ok)
    return { kind: 'foreign', message: `the heartbeat's properties cannot be read: ${yaml.message}` };
  const { version } = yaml.values;
  if (typeof version === 'number' && version > 1)
    return {
      kind: 'newer',
      message: 'a newer version of Hermes Harness wrote the heartbeat; update this one',
    };
  const parsed = propertiesSchema.safeParse(yaml.values);
  if (!parsed.success)
    return {
      kind: 'foreign',
      message: `the heartbeat's properties are not ours: ${parsed.error.issues[0]?.path.join('.') ?? ''}`,
    };
  const values = parsed.data;
  const updatedAt = readStamp(values.updated);
  if (updatedAt === null)
    return { kind: 'foreign', message: 'the heartbeat does not say when it was written' };
  const instant = (stamp: string | null): Instant | null => (stamp === null ? null : readStamp(stamp));
  return {
    kind: 'read',
    heartbeat: {
      version: 1,
      status: values.status,
      device: values.device,
      harness: values.harness,
      run: values.run,
      chain: values.chain,
      step: values.step,
      stepsDone: values.steps_done,
      stepsTotal: values.steps_total,
      startedAt: instant(values.started),
      endedAt: instant(values.ended),
      updatedAt,
      nextAt: instant(values.next),
      counts: {
        errors: values.errors,
        warnings: values.warnings,
        infos: values.infos,
        fresh: values.new,
        resolved: values.resolved,
        changed: values.changed,
      },
      message: values.message,
      runs: text.slice(split.block.end).split('\n').flatMap(readRow),
    },
  };
}

/** Stands for an escaped bar while a row is split. */
const BAR = '\u0000';

function readCell(text: string): string {
  return unescapeLine(text.split(BAR).join('|'));
}

function readRow(line: string): readonly HeartbeatRun[] {
  const cells = line.trim().split('\\|').join(BAR).split('|').slice(1, -1);
  const [
    started = '',
    ended = '',
    chain = '',
    status = '',
    findings = '',
    changed = '',
    note = '',
    run = '',
  ] = cells.map((part) => part.trim());
  const startedAt = readStamp(started);
  const outcome = HEARTBEAT_STATUSES.find((candidate) => candidate === status);
  if (cells.length !== COLUMNS.length || startedAt === null || outcome === undefined) return [];
  return [
    {
      run: readCell(run),
      chain: readCell(chain),
      status: outcome,
      startedAt,
      endedAt: readStamp(ended),
      findings: Number.parseInt(findings, 10) || 0,
      changed: Number.parseInt(changed, 10) || 0,
      note: readCell(note),
    },
  ];
}
