import { array, boolean, literal, nullable, number, object, enum as oneOf, string, type output } from 'zod';
import type { Config } from '../config/config';
import type { VaultPath } from '../ports';

/** The newest format that this program writes and reads. */
const RUN_SUMMARY_VERSION = 1;

/** Bytes of diff that a summary carries at most, as UTF-8. */
const DIFF_LIMIT = 200_000;

const instant = number();
const count = number().int().min(0);

const verdict = object({
  passed: boolean(),
  checks: array(object({ name: string(), faults: array(string()) })),
  /** What people or sync changed meanwhile. */
  notes: array(string()),
  milliseconds: number(),
});

const section = object({
  summary: string(),
  lines: array(object({ type: string(), text: string() })),
});

const step = object({
  role: string(),
  outcome: oneOf(['waiting', 'running', 'done', 'quiet', 'skipped', 'failed']),
  /** Why it was skipped or failed. */
  reason: nullable(string()),
  started_at: nullable(instant),
  ended_at: nullable(instant),
  verdict: nullable(verdict),
  section: nullable(section),
  files: array(
    object({
      path: string(),
      change: oneOf(['created', 'modified', 'deleted', 'moved']),
      /** Where it was moved to. */
      to: nullable(string()),
    }),
  ),
  commit: nullable(string()),
  tokens: nullable(object({ input: count, output: count })),
  cost_usd: nullable(number().min(0)),
});

const runSummary = object({
  version: literal(RUN_SUMMARY_VERSION),
  /** ULID. */
  run: string(),
  chain: string(),
  /** Local date that names the memory file. */
  date: string(),
  device: string(),
  status: oneOf(['running', 'finished', 'halted', 'interrupted', 'dismissed']),
  /** Why it halted or broke off. */
  reason: nullable(string()),
  started_at: instant,
  ended_at: nullable(instant),
  steps: array(step),
  /** What the run found and did at its start, and what it left alone. */
  notes: array(string()),
  counts: object({
    errors: count,
    warnings: count,
    infos: count,
    fresh: count,
    resolved: count,
    changed: count,
  }),
  /** Unified diff of what the run changed in the person's notes. */
  diff: object({ text: string(), /** Part of it was left out. */ cut: boolean() }),
});

/** All that other devices know of a run: `Logs/hermes/runs/<run>.json`, rewritten after each role. Instants in ms. */
export type RunSummary = output<typeof runSummary>;

/** What the file of a run turned out to be. */
export type ParsedRunSummary =
  | { readonly kind: 'read'; readonly summary: RunSummary }
  /** A newer version of the harness wrote it. */
  | { readonly kind: 'newer'; readonly message: string }
  | { readonly kind: 'damaged'; readonly message: string };

/** The folder of all run summaries. */
export function runSummaryFolder(config: Pick<Config, 'paths'>): VaultPath {
  return `${config.paths.machine}/runs`;
}

/** The summary of one run: `Logs/hermes/runs/<run>.json`. */
export function runSummaryPath(config: Pick<Config, 'paths'>, run: string): VaultPath {
  return `${runSummaryFolder(config)}/${run}.json`;
}

/** JSON with a line a value, so that git and people can compare two of them. */
export function renderRunSummary(summary: RunSummary): string {
  return `${JSON.stringify(summary, null, 1)}\n`;
}

/** Reads a run summary. Never throws. */
export function parseRunSummary(text: string): ParsedRunSummary {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'damaged', message: 'the run summary is no JSON (is it still being synced?)' };
  }
  const version = object({ version: number() }).safeParse(value);
  if (version.success && version.data.version > RUN_SUMMARY_VERSION)
    return { kind: 'newer', message: 'a newer version of Hermes Harness wrote this run; update this one' };
  const parsed = runSummary.safeParse(value);
  if (parsed.success) return { kind: 'read', summary: parsed.data };
  const where = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  return {
    kind: 'damaged',
    message: `the run summary is not in its form at ${where === '' ? 'its top' : where}`,
  };
}

/** Bytes of one UTF-16 unit in UTF-8; the halves of a pair add up to four. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}

/** The diff up to `DIFF_LIMIT`, cut at the end of a line. */
export function limitDiff(diff: string, limit: number = DIFF_LIMIT): RunSummary['diff'] {
  let bytes = 0;
  let lineEnd = 0;
  for (let at = 0; at < diff.length; at++) {
    bytes += bytesOf(diff.charCodeAt(at));
    if (bytes > limit) return { text: diff.slice(0, lineEnd), cut: true };
    if (diff[at] === '\n') lineEnd = at + 1;
  }
  return { text: diff, cut: false };
}

/** Which of the summaries go when `keep` stay: the oldest. Files that no run wrote are not ours to remove. */
export function summariesToDrop(paths: readonly VaultPath[], keep: number): readonly VaultPath[] {
  const ours = paths.filter((path) => /(^|\/)[0-7][0-9A-HJKMNP-TV-Z]{25}\.json$/.test(path)).sort();
  return ours.slice(0, Math.max(0, ours.length - keep));
}
