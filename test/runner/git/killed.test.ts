import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemGit } from '../../../runner/adapters/system-git';
import type { Git } from '../../../src/core/ports';
import { builtProgram } from '../../support/built-program';
import { fixedClock } from '../../support/fixed-clock';
import { lines, request, setLine, TempRepo, tempRepo } from '../../support/temp-repo';
import { tempFolder } from '../../support/temp-vault';

const SOAK = process.env['HERMES_SOAK'] !== undefined;
const LIMIT = SOAK ? 1_200_000 : 120_000;

/** `before`: the process dies and the git it was about to run never runs; `during`: git outlives it and ends. */
type Moment = 'before' | 'during';

interface Stage {
  /** Made anew for each death by copying. */
  readonly template: TempRepo;
  /** `pull`, or a commit request as JSON. */
  readonly action: string;
  /** What was noted is finished by `recover` alone; else doing it again finishes it. */
  readonly mendsAlone: boolean;
  act(git: Git): Promise<unknown>;
}

/** A copy of a stage's folder, with the repository, the state and the remote in it. */
function copyOf(stage: Stage): TempRepo {
  const folder = tempFolder('hermes-killed');
  cpSync(stage.template.folder, folder, { recursive: true, preserveTimestamps: true });
  const repo = new TempRepo(
    folder,
    path.join(folder, path.relative(stage.template.folder, stage.template.top)),
  );
  const remote = path.join(folder, 'remote.git');
  if (existsSync(remote)) repo.git('remote', 'set-url', 'origin', remote);
  // The copies have other inodes.
  repo.git('update-index', '-q', '--refresh', '--unmerged');
  return repo;
}

function ours(repo: TempRepo): Git {
  return systemGit(repo.vault, { state: repo.state, clock: fixedClock(), env: repo.env, remote: 'origin' });
}

/** Runs the stage's action in a process that dies at one step; gives how many steps were made. */
async function dieAt(
  repo: TempRepo,
  stage: Stage,
  program: string,
  at: number,
  moment: Moment,
): Promise<number> {
  const bin = path.join(repo.folder, 'bin');
  const counter = path.join(repo.folder, 'steps');
  mkdirSync(bin);
  writeFileSync(counter, '');
  const real = repo.env['PATH'] ?? '';
  const wrapper = [
    '#!/bin/sh',
    `PATH='${real}'; export PATH`,
    `printf x >> '${counter}'`,
    `if [ "$(wc -c < '${counter}')" -eq ${String(at)} ]; then`,
    '  kill -9 $PPID',
    moment === 'during' ? '  git "$@" > /dev/null 2>&1' : '',
    `  : > '${counter}.ended'`,
    '  exit 1',
    'fi',
    'exec git "$@"',
    '',
  ];
  writeFileSync(path.join(bin, 'git'), wrapper.join('\n'), { mode: 0o755 });
  const run = spawnSync(
    process.execPath,
    [program, repo.vault, repo.stateDir, counter, String(at), stage.action],
    { env: { ...repo.env, PATH: `${bin}:${real}`, TMPDIR: repo.folder }, encoding: 'utf8' },
  );
  if (run.signal === 'SIGKILL') {
    // Where a git was the step, it ends after its caller.
    while (!existsSync(`${counter}.ended`)) await new Promise((resolve) => setTimeout(resolve, 2));
  } else {
    expect(run.stderr).toBe('');
  }
  return readFileSync(counter).length;
}

/** All that a person could see of the repository, with times and our own files' names left out. */
function seen(repo: TempRepo): unknown {
  const gitDir = path.resolve(repo.top, repo.git('rev-parse', '--git-dir').trim());
  return {
    head: repo.head(),
    branch: repo.git('symbolic-ref', 'HEAD'),
    index: repo.git('ls-files', '-s'),
    status: repo.git('status', '--porcelain'),
    staged: repo.git('diff', '--cached'),
    unstaged: repo.git('diff'),
    worktrees: repo.git('worktree', 'list').split('\n').length,
    leftovers: readdirSync(gitDir).filter((name) => /hermes|lock/.test(name)),
    note: readdirSync(repo.stateDir, { recursive: true }).filter((name) =>
      String(name).endsWith('pending.json'),
    ),
    fsck: repo.git('fsck', '--strict', '--no-dangling'),
  };
}

/** Kills the action at every step (a twentieth of them without HERMES_SOAK), and mends. */
async function dieEverywhere(stage: Stage): Promise<void> {
  const program = builtProgram('git-action', tempFolder());
  const untouched = seen(copyOf(stage));
  const whole = copyOf(stage);
  const steps = await dieAt(whole, stage, program, 0, 'before');
  const done = seen(whole);
  expect(done).not.toEqual(untouched);
  expect(done).toMatchObject({ leftovers: [], note: [], fsck: '' });

  const moments: readonly (readonly [number, Moment])[] = Array.from({ length: steps * 2 }, (_, i) => [
    Math.floor(i / 2) + 1,
    i % 2 === 0 ? 'before' : 'during',
  ]);
  let mended = 0;
  for (const [at, moment] of moments.filter((_, i) => SOAK || i % 20 === 7)) {
    const repo = copyOf(stage);
    await dieAt(repo, stage, program, at, moment);
    const git = ours(repo);
    const noted = (await repo.state.read('git/pending.json')) !== null;
    const said = await git.recover();
    const after = seen(repo);
    const where = `died ${moment} step ${String(at)} of ${String(steps)}: ${said.join(' ')}`;
    expect(said.length > 0, where).toBe(noted);
    if (noted && stage.mendsAlone) expect(after, where).toEqual(done);
    else expect([untouched, done], where).toContainEqual(after);
    if (noted) mended++;
    // Doing it again leads to the same end, whatever was done already.
    await stage.act(git);
    expect(seen(repo), where).toEqual(done);
    expect(await git.recover()).toEqual([]);
  }
  expect(mended).toBeGreaterThan(0);
}

describe('kill -9 at any step, and the next start makes it whole', { timeout: LIMIT }, () => {
  it('of a commit beside half-staged work', async () => {
    const template = tempRepo({ 'a.md': lines(), 'b.md': lines(), 'gone.md': 'gone\n' });
    template.edit('a.md', setLine(3, 'staged'));
    template.git('add', 'a.md');
    template.edit('a.md', setLine(25, 'unstaged'));
    const edits = [template.edit('a.md', setLine(14, 'fixed')), template.edit('b.md', setLine(14, 'fixed'))];
    rmSync(path.join(template.vault, 'gone.md'));
    template.write('Logs/2026.md', 'log\n');
    const commit = request(
      ...edits,
      { path: 'gone.md', before: 'gone\n', after: null, own: false },
      { path: 'Logs/2026.md', before: null, after: 'log\n', own: true },
    );
    await dieEverywhere({
      template,
      action: JSON.stringify(commit),
      mendsAlone: true,
      act: (git) => git.commit(commit),
    });
  });

  it('of a pull that puts our commits on top of what came in', async () => {
    const template = tempRepo({ 'a.md': lines(), 'b.md': lines(), 'c.md': lines(), 'old.md': 'old\n' });
    const bare = path.join(template.folder, 'remote.git');
    template.git('clone', '-q', '--bare', template.top, bare);
    template.git('remote', 'add', 'origin', bare);
    await ours(template).commit(request(template.edit('a.md', setLine(5, 'fixed'))));
    await ours(template).commit(request(template.edit('b.md', setLine(5, 'fixed'))));
    const laptop = new TempRepo(template.folder, path.join(template.folder, 'laptop'));
    template.git('clone', '-q', bare, laptop.top);
    laptop.edit('a.md', setLine(20, 'laptop'));
    laptop.git('mv', 'old.md', 'new name.md');
    laptop.commitAll('Laptop');
    laptop.git('push', '-q');
    template.edit('c.md', setLine(3, 'staged'));
    template.git('add', 'c.md');
    template.edit('c.md', setLine(25, 'unstaged'));
    await dieEverywhere({ template, action: 'pull', mendsAlone: false, act: (git) => git.pull() });
  });
});
