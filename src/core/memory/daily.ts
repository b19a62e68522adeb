import { stringify } from 'yaml';
import type { Config } from '../config/config';
import { escapeLine, escapeParagraph } from '../logs/markdown-line';
import type { VaultPath } from '../ports';
import { splitFrontmatter } from '../text/frontmatter';
import { parseFrontmatter } from '../text/frontmatter-values';
import {
  readLine,
  standingLines,
  typedLines,
  type AppendOptions,
  type DailyLine,
  type ReadLine,
} from './daily-lines';
import {
  appendUnder,
  dailySections,
  PROCEDURAL_SIGNALS,
  REVISER_SUMMARY,
  VALIDATOR_HEADING,
} from './daily-sections';

/** How the run that wrote the file stands. */
export type DailyStatus = 'running' | 'finished' | 'failed' | 'interrupted';

/** What a night's memory file begins with. */
export interface DailyStart {
  /** Local date of the slot; names the file. */
  readonly date: string;
  readonly run: string;
  /** The job, or the chain that a person started. */
  readonly job: string;
  readonly status: DailyStatus;
  /** Words of the queue's open items. */
  readonly queue: readonly string[];
}

/** What a role adds. */
export interface DailySectionText {
  readonly summary: string;
  readonly lines: readonly DailyLine[];
}

/** The VALIDATOR's word on a role, for people. */
export interface DailyVerdict {
  readonly role: string;
  readonly passed: boolean;
  readonly checks: number;
  /** One sentence for each thing that did not hold. */
  readonly faults: readonly string[];
  /** Local time, `02:00:14`. */
  readonly time: string;
  readonly milliseconds: number;
}

/** `Logs/memory/2026-07-04.md` */
export function dailyPath(config: Pick<Config, 'paths'>, date: string): VaultPath {
  return `${config.paths.memory}/${date}.md`;
}

/** A new daily file. */
export function renderDaily(start: DailyStart): string {
  const properties = {
    date: start.date,
    run: start.run,
    job: start.job,
    status: start.status,
    tier: 'daily',
    version: 1,
  };
  const items = start.queue.map((item) => `- ${escapeParagraph(item)}`);
  return [
    '---',
    stringify(properties, { lineWidth: 0, blockQuote: false }).trimEnd(),
    '---',
    '',
    `# Memory of ${start.date}`,
    '',
    '## Task Queue',
    '',
    ...(items.length === 0 ? ['Nothing was open.'] : items),
    '',
  ].join('\n');
}

/** The heading under which a role's section stands. */
export function roleHeading(role: string): string {
  return role === 'REVISER-AGENT' ? REVISER_SUMMARY : role;
}

/**
 * Adds a role's section. What stands under the heading, of another run or of an earlier harness, stays; a second run's
 * lines follow under a heading of their own. Lines that would repeat an id already there are told apart by a number,
 * or left out if they say the same.
 */
export function appendSection(
  text: string,
  role: string,
  section: DailySectionText,
  options: AppendOptions,
): string {
  const signals = section.lines.filter((line) => line.type === 'procedural-signal');
  const own = section.lines.filter((line) => line.type !== 'procedural-signal');
  const summary = section.summary
    .split(/\r?\n/)
    .map((line) => escapeParagraph(line))
    .filter((line) => line !== '');
  const heading = roleHeading(role);
  const present = new Map(standingLines(text));
  const lines = typedLines(own, present, options);
  const signalLines = typedLines(signals, present, options);
  if (summary.length === 0 && lines.length === 0)
    summary.push(
      signals.length > 0
        ? `${signals.length} procedural ${signals.length === 1 ? 'signal' : 'signals'}, listed under ${PROCEDURAL_SIGNALS}.`
        : 'Nothing new.',
    );
  const gap = summary.length > 0 && lines.length > 0 ? [''] : [];
  const again = dailySections(text).some(
    (standing) => standing.heading === heading && text.slice(standing.bodyStart, standing.end).trim() !== '',
  );
  const title = again ? [`### Run ${escapeLine(options.run)}`, ''] : [];
  const withOwn = appendUnder(text, heading, [...title, ...summary, ...gap, ...lines]);
  return signalLines.length === 0 ? withOwn : appendUnder(withOwn, PROCEDURAL_SIGNALS, signalLines);
}

/** Adds the VALIDATOR's word on a role. */
export function appendVerdict(text: string, verdict: DailyVerdict): string {
  const result = verdict.passed ? 'passed' : 'refused';
  const faults = verdict.faults.map((fault) => `  - ${escapeParagraph(fault)}`);
  const took = `${verdict.checks} checks, ${Math.round(verdict.milliseconds)} ms`;
  return appendUnder(text, VALIDATOR_HEADING, [
    `- ${verdict.time} ${escapeLine(verdict.role)} ${result} (${took})`,
    ...faults,
  ]);
}

/**
 * The file with its status changed, if `run` wrote its beginning: another run's or an earlier harness's properties
 * stay as they are.
 */
export function setDailyStatus(text: string, run: string, status: DailyStatus): string {
  const split = splitFrontmatter(text);
  if (split.state === 'none' || parseDaily(text).run !== run) return text;
  const block = text.slice(split.content.start, split.content.end);
  const line = /^status:[^\r\n]*/m.exec(block);
  if (line === null) return text;
  const at = split.content.start + line.index;
  return `${text.slice(0, at)}status: ${status}${text.slice(at + line[0].length)}`;
}

/** A section as it stands in the file. */
export interface ReadSection {
  readonly heading: string;
  /** As written, without the heading and without white space around. */
  readonly body: string;
  readonly lines: readonly ReadLine[];
}

/** A daily file as read; what an earlier harness left out is null. */
export interface Daily {
  readonly date: string | null;
  readonly run: string | null;
  readonly job: string | null;
  readonly status: string | null;
  readonly tier: string | null;
  readonly version: number | null;
  readonly sections: readonly ReadSection[];
}

/** Reads a daily file in our form or an older one. Never throws. */
export function parseDaily(text: string): Daily {
  const split = splitFrontmatter(text);
  const yaml =
    split.state === 'none' ? null : parseFrontmatter(text.slice(split.content.start, split.content.end));
  const values = yaml?.ok === true ? yaml.values : {};
  const words = (key: string): string | null => {
    const value = values[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const { version } = values;
  return {
    date: words('date'),
    run: words('run'),
    job: words('job'),
    status: words('status'),
    tier: words('tier'),
    version: typeof version === 'number' ? version : null,
    sections: dailySections(text).map(({ heading, bodyStart, end }) => {
      const body = text.slice(bodyStart, end).trim();
      return { heading, body, lines: body.split(/\r?\n/).flatMap(readLine) };
    }),
  };
}
