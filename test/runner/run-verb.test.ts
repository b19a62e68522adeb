import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHAINS } from '../../src/core/chain/chains';
import { ROLES } from '../../src/core/roles/roles';
import { ended, runVault, RUN_NOTES } from './run-vault';

const SOAK = process.env['HERMES_SOAK'] !== undefined;

describe('hermesh run', () => {
  it('runs a first night: sections, commits with trailers, and the person’s work as it was', () => {
    const { repo, hermesh } = runVault();
    repo.write('Home.md', `${RUN_NOTES['Home.md'] ?? ''}half a line`);
    const before = repo.git('status', '--porcelain');
    const { code, out, err } = hermesh('run', 'nightly', '--date', '2026-07-04');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^DISPATCHER +done +Looked at 3 notes/m);
    expect(out).toMatch(/^FIX-AGENT +skipped +comes with the four FIX skills: not part of this version$/m);
    expect(out).toMatch(/^Found +2 findings \(1 error, 1 warning, 0 info\): 2 new, 0 resolved$/m);
    // What it says that it wrote and committed is all that it wrote and committed.
    const files = repo.git('diff', '--name-only', 'HEAD~3', 'HEAD').trim().split('\n');
    expect(/^Wrote +(.*)$/m.exec(out)?.[1]?.split(', ').sort()).toEqual(files.sort());
    const commits = repo.git('log', '-3', '--reverse', '--abbrev=10', '--format=%h').trim().split('\n');
    expect(/^Commits +(.*)$/m.exec(out)?.[1]?.split(', ')).toEqual(commits);

    const memory = repo.read('Logs/memory/2026-07-04.md');
    expect(memory).toMatch(
      /^date: 2026-07-04\nrun: [0-9A-Z]{26}\njob: nightly\nstatus: finished\ntier: daily$/m,
    );
    for (const heading of ['Task Queue', 'DISPATCHER', 'LINT-AGENT'])
      expect(memory).toContain(`\n## ${heading}\n`);
    expect(memory).toContain('Oil the hinges');
    expect(repo.git('log', '-3', '--format=%an %s')).toBe(
      [
        'Hermes Harness Hermes nightly 2026-07-04: finished',
        'Hermes Harness Hermes nightly 2026-07-04: LINT-AGENT',
        'Hermes Harness Hermes nightly 2026-07-04: DISPATCHER',
        '',
      ].join('\n'),
    );
    expect(repo.git('log', '-2', '--format=%(trailers:key=Hermes-Role,valueonly)').trim()).toBe('LINT-AGENT');
    expect(repo.git('status', '--porcelain')).toBe(before);
  });

  it('says each thing on one short line, however much there is to say', () => {
    const { hermesh, repo } = runVault();
    for (let nth = 0; nth < 30; nth++)
      repo.write(`${nth} with a rather long name.md`, `# ${nth}\n\n[[garden.md]] ![[gone ${nth}.png]] TODO`);
    const { out } = hermesh('run', 'nightly');
    expect(out).toMatch(/^DISPATCHER +done +Looked at 33 notes .*…$/m);
    const progress = out.slice(0, out.indexOf('\nFound')).split('\n');
    expect(Math.max(...progress.map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it('replaces no note of the person, whatever the configuration calls it', () => {
    const { hermesh, repo } = runVault();
    const written = repo.read('hermes.yaml');
    repo.write('hermes.yaml', written.replace(/^( *)# *heartbeat: .*$/m, '$1heartbeat: Home.md'));
    const { code, out } = hermesh('run', 'nightly');
    expect(code).toBe(0);
    expect(out).toMatch(/^note: Home\.md was not written: what stands there is no heartbeat; move it away/m);
    expect(repo.read('Home.md')).toBe(RUN_NOTES['Home.md']);
  });

  it('says what hinders it where a file stands in place of its folder, and leaves the file', () => {
    const { hermesh, repo } = runVault({ 'Home.md': 'No properties.', Logs: 'the person’s own' });
    const { code, out, err } = hermesh('run', 'nightly');
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^Halted .*has no heading `## DISPATCHER`; Logs\/memory\/.*\.md was not written: /m);
    expect(repo.read('Logs')).toBe('the person’s own');
    const doctor = hermesh('doctor');
    expect({ code: doctor.code, err: doctor.err }).toEqual({ code: 1, err: '' });
    expect(doctor.out).toMatch(/^fail vault folder +.*\/Logs is no folder$/m);
  });

  it.each(['TZ=', 'TZ=Nowhere/At/All', 'LC_ALL=C'])('bears the surroundings of %s', (setting) => {
    const { env } = runVault();
    const [name = '', value = ''] = setting.split('=');
    const { status, stderr } = spawnSync(process.execPath, [resolve('dist/hermesh.mjs'), 'run', 'nightly'], {
      env: { ...env, [name]: value },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('ends its work where nothing that it says can be written, and fails', () => {
    const { env, repo } = runVault();
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [resolve('dist/hermesh.mjs'), 'run', 'nightly'], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'hermesh: what it says cannot be written: the disk is full (ENOSPC); the work goes on\n',
    });
    expect(repo.read('Logs/heartbeat.md')).toMatch(/^status: finished$/m);
  });

  it('lets no token of the remote’s address into what it says and writes', () => {
    const { hermesh, repo, files } = runVault();
    repo.write('hermes.yaml', repo.read('hermes.yaml').replace('#mode: none', 'mode: git'));
    repo.git('remote', 'add', 'origin', 'http://ada:pass-1@127.0.0.1:1/vault.git?access_token=pass-2');
    const { out, err } = hermesh('run', 'nightly');
    expect(out).toContain('origin cannot be reached');
    for (const text of [out, err, ...Object.values(files())]) expect(text).not.toContain('pass-');
  });

  it('shows a rehearsal without what only programs read', () => {
    const { hermesh } = runVault();
    const { out } = hermesh('run', 'nightly', '--dry-run');
    expect(out).toMatch(/^ {2}create Logs\/hermes\/runs\/[0-9A-Z]{26}\.json \(\+\d+ −0\)$/m);
    expect(out).not.toContain('+++ b/Logs/hermes/');
    expect(out).toContain('+++ b/Logs/memory/');
  });

  it('previews a vault that nobody has claimed, and says how to claim it', () => {
    const { hermesh, files } = runVault(RUN_NOTES, 'unclaimed');
    const before = files();
    const { code, out, err } = hermesh('run', 'nightly');
    expect(code).toBe(0);
    expect(out).toContain('+++ b/Logs/memory/');
    expect(out).toContain('Nothing was written.');
    expect(err).toMatch(
      /^hermesh: nothing was written: this vault has no hermes\.yaml; `hermesh init` .*\n$/,
    );
    expect(files()).toEqual(before);
  });

  it('writes nothing on a dry run, and shows as JSON what it would', () => {
    const { hermesh, files, repo } = runVault();
    const before = files();
    const { code, out } = hermesh('run', 'nightly', '--dry-run', '--json', '--date', '2026-07-04');
    expect(code).toBe(0);
    const said: unknown = JSON.parse(out);
    expect(said).toMatchObject({
      version: 1,
      chain: 'nightly',
      status: 'finished',
      written: false,
      counts: { fresh: 2 },
    });
    expect(said).toHaveProperty('wouldWrite[0].path', `Logs/${new Date().getFullYear()}.md`);
    expect(files()).toEqual(before);
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(hermesh('status').out).toContain('none on this device');
  });

  it('knows a vault from inside by its settings, also where their folder was renamed', () => {
    const { repo, env } = runVault(
      { 'sub/a.md': '', '.my-settings/app.json': '{}', '.my-settings/core-plugins.json': '[]' },
      'unclaimed',
    );
    const { HERMES_VAULT: _, ...bare } = env;
    const at = (cwd: string) =>
      spawnSync(process.execPath, [resolve('dist/hermesh.mjs'), 'status'], {
        cwd,
        env: bare,
        encoding: 'utf8',
      });
    expect(at(join(repo.vault, 'sub')).stdout).toMatch(new RegExp(`^vault +${repo.vault}$`, 'm'));
    const outside = at(repo.folder);
    expect(outside.status).toBe(2);
    expect(outside.stderr).toContain('no vault here');
  });

  it('runs one role alone, and chains whose roles are still to come', () => {
    const { hermesh } = runVault();
    const alone = hermesh('run', 'nightly', '--only', 'lint-agent');
    expect(alone.code).toBe(0);
    expect(alone.out).not.toContain('DISPATCHER');
    for (const chain of ['weekly', 'compact']) {
      const { code, out } = hermesh('run', chain);
      expect(code).toBe(0);
      expect(out).toMatch(/skipped +comes with .*: not part of this version/);
    }
  });

  it('says who is at work when two start at once', async () => {
    const { start, hermesh } = runVault();
    const first = start('run', 'nightly');
    const done = ended(first);
    await new Promise((seen) => first.stdout?.once('data', seen));
    const second = hermesh('run', 'nightly');
    expect(second.code).toBe(3);
    expect(second.out).toBe('');
    expect(second.err).toMatch(
      new RegExp(
        `^hermesh: this vault is being worked on by hermesh run nightly \\(process ${first.pid}, since .*\\n$`,
      ),
    );
    expect(await done).toBe(0);
    expect(hermesh('run', 'nightly').code).toBe(0);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends between files on %s, and is resumed', async (signal) => {
    const { start, hermesh, repo } = runVault();
    const child = start('run', 'nightly');
    const done = ended(child);
    let out = '';
    await new Promise<void>((seen) =>
      child.stdout?.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        // The run is under way as soon as it says its id.
        if (out.startsWith('run ')) seen();
      }),
    );
    child.kill(signal);
    expect(await done).toBe(1);
    const id = /^run ([0-9A-Z]{26})/.exec(out)?.[1] ?? '';
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(repo.read('Logs/heartbeat.md')).toMatch(/^status: interrupted$/m);
    expect(hermesh('status').out).toContain('nightly interrupted');
    const resumed = hermesh('run', 'nightly', '--resume', id);
    expect(resumed.code).toBe(0);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it(
    'says what happened after a kill -9 at any moment, and no file is torn',
    { timeout: 600_000 },
    async () => {
      const times = SOAK ? 60 : 3;
      const { start, hermesh, repo } = runVault();
      const notes = Object.entries(RUN_NOTES);
      const plain = Date.now();
      hermesh('run', 'nightly');
      const whole = Date.now() - plain;
      for (let nth = 0; nth < times; nth++) {
        // Something to say each night.
        repo.write(`New ${nth}.md`, `note ${nth}`);
        const child = start('run', 'nightly');
        const done = ended(child);
        const timer = setTimeout(() => child.kill('SIGKILL'), (whole * (nth + 0.5)) / times);
        const how = await done;
        clearTimeout(timer);
        const next = hermesh('run', 'nightly');
        expect(next.err).toBe('');
        expect(next.code).toBe(0);
        if (how === 'SIGKILL' && /was killed/.test(next.out)) {
          expect(repo.read('Logs/heartbeat.md')).toContain('the process was killed');
        }
        for (const [path, text] of notes) expect(repo.read(path)).toBe(text);
        // All that is ours is committed, and git is whole.
        expect(repo.git('status', '--porcelain', '--untracked-files=all', '--', 'Logs')).toBe('');
        expect(repo.tryGit('fsck', '--strict').code).toBe(0);
      }
    },
  );

  it.each<[string, string[], RegExp]>([
    ['an unknown chain', ['run', 'nigthly'], /unknown chain nigthly; did you mean nightly\?/],
    [
      'an unknown role',
      ['run', 'nightly', '--only', 'LINT'],
      /nightly has no role LINT; did you mean LINT-AGENT\?/,
    ],
    [
      'a role of another chain',
      ['run', 'weekly', '--only', 'LINT-AGENT'],
      /weekly has no role LINT-AGENT; known are/,
    ],
    ['a day that there is not', ['run', 'nightly', '--date', '2026-02-30'], /--date 2026-02-30 is no date/],
    [
      'an unknown run',
      ['run', 'nightly', '--resume', '01J'],
      /there is no run 01J on this device; no run waits for you/,
    ],
    [
      'a run to dismiss that is not there',
      ['run', 'nightly', '--dismiss', 'x'],
      /nothing to dismiss here: this vault has no hermes\.yaml/,
    ],
    ['two ways out at once', ['run', 'nightly', '--resume', 'a', '--dismiss', 'b'], /exclude each other/],
    [
      'a date for a resumed run',
      ['run', 'nightly', '--resume', 'a', '--date', '2026-07-04'],
      /leave --date and --only out/,
    ],
    [
      'a vault that is not there',
      ['run', 'nightly', '--vault', '/no/such/vault'],
      /there is no folder \/no\/such\/vault/,
    ],
    [
      'a vault whose name no disk can hold',
      ['run', 'nightly', '--vault', `/${'x'.repeat(5000)}`],
      /cannot be reached: the name is too long/,
    ],
    [
      'a vault below a file',
      ['run', 'nightly', '--vault', '/etc/passwd/notes'],
      /there is no folder|cannot be reached: a part of its path is a file/,
    ],
    [
      'a vault that is a file',
      ['run', 'nightly', '--vault', '/etc/passwd'],
      /a file stands at \/etc\/passwd/,
    ],
    ['an unknown verb', ['rum'], /unknown verb rum; did you mean run\?/],
    ['an unknown action', ['host', 'clam'], /host knows no clam; did you mean claim\?/],
  ])('refuses %s: exit 2, one line, nothing written', (_, argv, line) => {
    const { hermesh, files } = refusing();
    const before = files();
    const { code, out, err } = hermesh(...argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^hermesh: [^\n]+\n$/);
    expect(err).toMatch(line);
    expect(files()).toEqual(before);
  });

  it.each<[string, string, RegExp]>([
    ['that is no YAML', 'a: [b', /^hermesh: hermes\.yaml line 1: /],
    ['with a typing error', 'version: 1\nlnit: {}\n', /hermes\.yaml line 2: lnit: .*did you mean lint\?/],
    ['with two mistakes', 'version: 1\nx: 1\ny: 2\n', /; and 1 more, which `hermesh doctor` lists\n$/],
    ['with an unknown rule', 'version: 1\nlint:\n  rules:\n    no-such: {}\n', /no-such/],
  ])('refuses a hermes.yaml %s: exit 2, one line, nothing written', (_, text, line) => {
    const { hermesh, files, repo } = refusing();
    repo.write('hermes.yaml', text);
    const before = files();
    const { code, out, err } = hermesh('run', 'nightly');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^[^\n]+\n$/);
    expect(err).toMatch(line);
    expect(files()).toEqual(before);
  });

  it('has a role for every step of every chain', () => {
    const known = ROLES.map(({ name }) => name);
    expect(Object.values(CHAINS).flat().sort()).toEqual([...known].sort());
  });
});

/** A vault in which nothing may be written. */
function refusing(): ReturnType<typeof runVault> {
  return runVault(RUN_NOTES, 'unclaimed');
}
