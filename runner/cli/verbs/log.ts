import { homeZone } from '../../../src/core/home';
import { LOG_TYPES, eventsOfFile, parseEventLog, type ReadEvent } from '../../../src/core/logs/event-log';
import { localTime } from '../../../src/core/logs/local-time';
import type { VaultPath } from '../../../src/core/ports';
import { openHome, type OpenedHome } from '../../open-home';
import { askedPaths } from '../lint/asked-paths';
import { printable } from '../printable';
import { didYouMean } from '../nearest';
import { UsageError, type Verb } from '../verb';

/** Entries shown unless more are asked for. */
const SHOWN = 100;

export const log: Verb = {
  name: 'log',
  summary: 'Show what happened, to the vault or to one file',
  details: `Reads the event log (Logs/YYYY.md). For a file, renames that the log records are followed; for a folder, \
everything below it. Oldest first. What was written there by hand or by other programs is left out.`,
  examples: [
    { command: 'hermesh log', does: `the last ${SHOWN} entries` },
    { command: 'hermesh log Notes/Idea.md', does: 'what happened to one file' },
    { command: 'hermesh log --date 2026-07-04', does: 'one day; 2026-07 is a month, 2026 a year' },
    { command: 'hermesh log --type fix --json', does: 'entries of one type, as JSON' },
  ],
  json: true,
  configure(command) {
    command
      .argument('[path]', 'a file or folder (default: the whole vault)')
      .option('--date <date>', 'only this day, month or year')
      .option('--type <type>', 'only entries of this type')
      .option('--all', `every entry, not only the last ${SHOWN}`);
  },
  async run(call) {
    const { terminal, common, options } = call;
    const date = dateOption(options['date']);
    const home = await openHome(call);
    const { events, problems } = await readLogs(home);
    for (const problem of problems) terminal.err(`hermesh: ${problem}\n`);
    const type = typeOption(options['type'], events);
    const path = await pathArgument(home, call.args[0], terminal.cwd, events);
    const zone = homeZone(home);
    const found = about(events, path).filter(
      (event) =>
        (type === null || event.type === type) &&
        (date === null || localTime(event.at, zone).date.startsWith(date)),
    );
    const shown = options['all'] === true || common.json ? found : found.slice(-SHOWN);
    if (common.json) {
      const entries = shown.map((event) => ({ ...event, at: new Date(event.at).toISOString() }));
      terminal.out(`${JSON.stringify({ version: 1, path, events: entries }, null, 2)}\n`);
      return 0;
    }
    if (shown.length < found.length)
      terminal.err(`hermesh: ${found.length - shown.length} older entries are left out; --all shows them\n`);
    if (found.length === 0) {
      const of = path === null ? '' : ` about ${path}`;
      terminal.out(
        `The log holds nothing${of}${date === null ? '' : ` of ${date}`}${type === null ? '' : ` of type ${type}`}\n`,
      );
    }
    terminal.out(listing(shown, zone, path));
    return 0;
  },
};

function dateOption(given: unknown): string | null {
  if (given === undefined) return null;
  const text = typeof given === 'string' ? given : '';
  const whole = /^\d{4}(-\d\d(-\d\d)?)?$/.test(text) ? `${text}-01-01`.slice(0, 10) : '';
  const at = Date.parse(`${whole}T00:00:00Z`);
  if (whole === '' || Number.isNaN(at) || !new Date(at).toISOString().startsWith(whole))
    throw new UsageError(`there is no date ${text}; write 2026-07-04, 2026-07 or 2026`);
  return text;
}

function typeOption(given: unknown, events: readonly ReadEvent[]): string | null {
  if (given === undefined) return null;
  const type = typeof given === 'string' ? given : '';
  const known = [...new Set<string>([...LOG_TYPES, ...events.map((event) => event.type)])];
  if (known.includes(type)) return type;
  throw new UsageError(`unknown type ${type}; ${didYouMean(type, known)}`);
}

/** Every entry of every year, oldest first, and one line for each log that could not be read. */
async function readLogs(
  home: OpenedHome,
): Promise<{ readonly events: readonly ReadEvent[]; readonly problems: readonly string[] }> {
  const events: ReadEvent[] = [];
  const problems: string[] = [];
  const folder = `${home.config.paths.log}/`;
  const listing = await home.fs.list();
  for (const { path } of listing.files) {
    if (!path.startsWith(folder) || !/^\d{4}\.md$/.test(path.slice(folder.length))) continue;
    const file = await home.fs.read(path);
    if (file.ok) events.push(...parseEventLog(file.text));
    else if (file.problem !== null) problems.push(`${path} ${file.problem.message}`);
  }
  return { events: events.sort((a, b) => a.at - b.at), problems };
}

/** Files that are gone live on in the log. */
async function pathArgument(
  home: OpenedHome,
  given: string | undefined,
  cwd: string,
  events: readonly ReadEvent[],
): Promise<VaultPath | null> {
  if (given === undefined) return null;
  const standing = (await home.fs.list()).files.map(({ path }) => path);
  const logged = events.flatMap(({ path, to }) => [path, to].filter((name) => name !== null));
  return askedPaths([given], { root: home.root, cwd, known: [...standing, ...logged] })[0] ?? null;
}

function about(events: readonly ReadEvent[], path: VaultPath | null): readonly ReadEvent[] {
  if (path === null) return events;
  const below = `${path}/`;
  const inFolder = events.filter(
    (event) => event.path?.startsWith(below) === true || event.to?.startsWith(below) === true,
  );
  return inFolder.length > 0 ? inFolder : eventsOfFile(events, path);
}

/** A heading for each day and run, and an indented line for each entry. */
function listing(events: readonly ReadEvent[], zone: string, asked: VaultPath | null): string {
  const lines: string[] = [];
  let heading = '';
  const widest = Math.max(0, ...events.map((event) => event.type.length));
  for (const event of events) {
    const { date, time } = localTime(event.at, zone);
    const title = event.run === null ? date : `${date}  run ${event.run}`;
    if (title !== heading) lines.push(...(heading === '' ? [] : ['']), printable(title));
    heading = title;
    const moved = event.to === null ? '' : ` → ${event.to}`;
    const place =
      event.path === null || (event.path === asked && moved === '') ? '' : `${event.path}${moved}  `;
    const by = event.role === null ? '' : `  (${event.role})`;
    lines.push(printable(`  ${time}  ${event.type.padEnd(widest)}  ${place}${event.text}${by}`));
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
