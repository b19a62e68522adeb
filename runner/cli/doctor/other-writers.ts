import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ok, warn, type CheckResult } from './check';

const CHECK = 'other writers';

/** Paths and names of the earlier harness, whose cron job writes the same files at night. */
const EARLIER_HARNESS = /AgentStack\/Hermes|dispatcher\.py/;

const SYSTEM_TABLES = [
  '/etc/crontab',
  '/etc/cron.d',
  '/etc/cron.hourly',
  '/etc/cron.daily',
  '/etc/cron.weekly',
];

interface CronTable {
  readonly name: string;
  readonly text: string;
}

/** The person's own table; empty if they have none or this machine has no cron. */
function ownTable(env: NodeJS.ProcessEnv): readonly CronTable[] {
  const listed = spawnSync('crontab', ['-l'], { env, encoding: 'utf8', timeout: 5000 });
  return listed.status === 0 ? [{ name: 'your crontab', text: listed.stdout }] : [];
}

/** A file's text; null if this user may not read it. */
function readable(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function systemTables(): readonly CronTable[] {
  return SYSTEM_TABLES.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return [];
    const files = stats.isDirectory() ? listed(path).map((name) => join(path, name)) : [path];
    return files.flatMap((file) => {
      const text = readable(file);
      return text === null ? [] : [{ name: file, text }];
    });
  });
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Warns of cron lines that start the earlier harness: two programs would write tonight's files. */
export function otherWriters(env: NodeJS.ProcessEnv): CheckResult {
  for (const { name, text } of [...ownTable(env), ...systemTables()]) {
    const lines = text.split('\n');
    const at = lines.findIndex((line) => !/^\s*#/.test(line) && EARLIER_HARNESS.test(line));
    if (at < 0) continue;
    return warn(
      CHECK,
      `${name}, line ${at + 1} starts the earlier harness: ${(lines[at] ?? '').trim()}`,
      'take that line out, or two programs write the same memory, log and heartbeat',
    );
  }
  return ok(CHECK, 'no cron job of an earlier harness');
}
