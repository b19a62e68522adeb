// `npm run nightly`: one night on a fresh copy of the demo vault, and what it found, wrote and committed.
// `npm run nightly -- --vault DIR [options]`: the same on a vault of yours, which `hermesh run nightly` only
// previews until you say `hermesh init` there.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, utimesSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const hermesh = join(root, 'dist/hermesh.mjs');
const args = process.argv.slice(2);

/** Runs a program in the foreground and ends this one with its exit code if it fails. */
function run(program, argv, options = {}) {
  const { status, error } = spawnSync(program, argv, { stdio: 'inherit', ...options });
  if (error) throw error;
  return status ?? 1;
}

function heading(text) {
  process.stdout.write(`\n── ${text}\n`);
}

/** The copy is new, but its notes are not: a night leaves notes alone that someone may still be writing. */
function ageFiles(folder) {
  const lastWeek = new Date(Date.now() - 7 * 86_400_000);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), lastWeek, lastWeek);
  }
}

function demoNight() {
  const vault = join(mkdtempSync(join(tmpdir(), 'hermes-demo-')), 'vault');
  cpSync(join(root, 'test/vaults/demo'), vault, { recursive: true });
  ageFiles(vault);
  const git = (...argv) =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...argv], { cwd: vault });
  const withGit = spawnSync('git', ['--version']).status === 0;
  if (withGit) {
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'The vault as its owner left it');
  }

  heading('hermesh init');
  const initialised = run(process.execPath, [hermesh, 'init', '--vault', vault]);
  if (initialised !== 0) return initialised;
  if (withGit) {
    git('add', '-A');
    git('commit', '-q', '-m', 'Let Hermes keep this vault');
  }
  heading('hermesh run nightly');
  const code = run(process.execPath, [hermesh, 'run', 'nightly', '--vault', vault, ...args]);
  heading('hermesh lint');
  run(process.execPath, [hermesh, 'lint', '--vault', vault]);
  if (withGit) {
    heading('git log --author="Hermes Harness"');
    git('--no-pager', 'log', '--stat', '--format=%h %s', '--author=Hermes Harness');
  }
  process.stdout.write(`\nThe vault of this night: ${vault}\n`);
  return code;
}

process.exitCode = args.includes('--vault')
  ? run(process.execPath, [hermesh, 'run', 'nightly', ...args])
  : demoNight();
