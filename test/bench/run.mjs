// `npm run bench [-- --sizes 1000,10000,100000] [--rounds N]`: ratios measured in one run, floor and product
// interleaved, medians. Prints a table; a row that misses its bound is marked, and the exit code is 1.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seededVault } from './seeded-vault.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const hermesh = join(here, '../../dist/hermesh.mjs');
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '1000,10000,100000' }, rounds: { type: 'string' } },
});
const data = join(here, '.data');
mkdirSync(data, { recursive: true });
const state = mkdtempSync(join(tmpdir(), 'hermes-bench-'));
const peakFile = join(state, 'peak');
const environment = {
  ...process.env,
  XDG_STATE_HOME: join(state, 'state'),
  XDG_CONFIG_HOME: join(state, 'config'),
  NO_COLOR: '1',
  BENCH_PEAK_FILE: peakFile,
};

/** Wall time in ms and peak memory in MB of one whole process; `codes` are the exit codes that count as success. */
function measure(argv, codes = [0]) {
  const start = process.hrtime.bigint();
  const { status, error, stderr } = spawnSync(process.execPath, argv, {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (error) throw error;
  if (!codes.includes(status)) throw new Error(`node ${argv.join(' ')} ended with ${status}: ${stderr}`);
  return ms;
}

const measuredPeak = () => Number(readFileSync(peakFile, 'utf8')) / 1024;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const rows = [];

function row(what, ms, base, bound, peak) {
  const ratio = ms / base;
  const missed = bound !== undefined && ratio > bound;
  rows.push({
    what,
    'median ms': Math.round(ms),
    ratio: ratio.toFixed(2),
    bound: bound === undefined ? '' : `≤ ${bound}`,
    'peak MB': peak === undefined ? '' : Math.round(peak),
    '': missed ? 'MISSED' : '',
  });
  if (missed) process.exitCode = 1;
}

function startUp(rounds) {
  const bare = [];
  const version = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(measure(['-e', '0']));
    version.push(measure([hermesh, '--version']));
  }
  row('node -e 0', median(bare), median(bare));
  row('hermesh --version', median(version), median(bare), 1.6);
}

/** Appends a line to 20 notes, dated so that nothing about them is younger than the cache. */
function changeTwenty(vault, round) {
  const notes = readdirSync(vault, { recursive: true })
    .filter((path) => path.endsWith('.md'))
    .sort();
  const when = new Date(Date.UTC(2026, 1, 1, 0, 0, round));
  for (let nth = 0; nth < 20; nth++) {
    const path = join(vault, notes[Math.floor((nth * notes.length) / 20)]);
    appendFileSync(path, `Round ${round}: one more line.\n`);
    utimesSync(path, when, when);
  }
}

function lintRows(count, rounds) {
  const vault = seededVault(data, count, 1);
  const lint = ['--import', join(here, 'peak-memory.mjs'), hermesh, 'lint', '--json', '--vault', vault];
  const times = { floor: [], cold: [], changed: [], unchanged: [] };
  let peak = 0;
  measure([join(here, 'floor.mjs'), vault]);
  for (let round = 0; round < rounds; round++) {
    times.floor.push(measure([join(here, 'floor.mjs'), vault]));
    rmSync(environment.XDG_STATE_HOME, { recursive: true, force: true });
    times.cold.push(measure(lint, [0, 1]));
    peak = Math.max(peak, measuredPeak());
    times.floor.push(measure([join(here, 'floor.mjs'), vault]));
    changeTwenty(vault, (Date.now() % 86_400) + round);
    times.changed.push(measure(lint, [0, 1]));
    times.floor.push(measure([join(here, 'floor.mjs'), vault]));
    times.unchanged.push(measure(lint, [0, 1]));
  }
  const floor = median(times.floor);
  const bound = count === 10_000 ? { cold: 8, changed: 3.5, unchanged: 3 } : {};
  row(`${count} notes: floor`, floor, floor);
  row(`${count} notes: lint, cold`, median(times.cold), floor, bound.cold, peak);
  row(`${count} notes: lint, 20 changed`, median(times.changed), floor, bound.changed);
  row(`${count} notes: lint, nothing changed`, median(times.unchanged), floor, bound.unchanged);
  if (peak > 1200) {
    process.exitCode = 1;
    rows.push({ what: `${count} notes: peak memory over 1.2 GB`, '': 'MISSED' });
  }
  return median(times.cold) / count;
}

try {
  startUp(15);
  const sizes = values.sizes.split(',').map(Number);
  const perNote = sizes.map((count) => lintRows(count, Number(values.rounds ?? (count > 20_000 ? 3 : 7))));
  if (perNote.length > 1) {
    const [first, ...larger] = perNote.slice(-2);
    const growth = Math.max(...larger) / first;
    if (growth > 1.5) process.exitCode = 1;
    rows.push({
      what: 'cold time per note, largest vault against the next',
      ratio: growth.toFixed(2),
      bound: '≤ 1.5',
      '': growth > 1.5 ? 'MISSED' : '',
    });
  }
  console.table(rows);
} finally {
  rmSync(state, { recursive: true, force: true });
}
