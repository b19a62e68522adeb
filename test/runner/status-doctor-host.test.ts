import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { otherWriters } from '../../runner/cli/doctor/other-writers';
import { ended, runVault, RUN_NOTES, type RunVault } from './run-vault';
import { tempFolder } from '../support/temp-vault';

interface Check {
  readonly check: string;
  readonly level: string;
  readonly message: string;
  readonly remedy: string | null;
}

/** What doctor says of one thing. */
function checkOf({ hermesh }: RunVault, name: string): Check | undefined {
  const said: unknown = JSON.parse(hermesh('doctor', '--json').out);
  const { checks } = said as { checks: readonly Check[] };
  return checks.find(({ check }) => check === name);
}

describe('hermesh status', () => {
  it('tells owner, last run, findings and queue, and as JSON the same', () => {
    const { hermesh } = runVault();
    expect(hermesh('status').out).toMatch(/findings +not known before the first night/);
    hermesh('run', 'nightly');
    const { code, out } = hermesh('status');
    expect(code).toBe(0);
    expect(out).toMatch(/^owner +this device, epoch 1$/m);
    expect(out).toMatch(/^last run +nightly finished /m);
    expect(out).toMatch(/^findings +1 error, 1 warning, 0 info$/m);
    expect(out).toMatch(/^queue +1 open: Oil the hinges$/m);
    const said: unknown = JSON.parse(hermesh('status', '--json').out);
    expect(said).toMatchObject({
      version: 1,
      owner: { kind: 'ours', epoch: 1 },
      lastRun: { chain: 'nightly', status: 'finished' },
      findings: { errors: 1, warnings: 1, infos: 0 },
      heartbeat: { stale: false, status: 'finished' },
      queue: ['Oil the hinges'],
      waiting: [],
      lockedBy: null,
    });
  });

  it('says that the heartbeat is stale, and who is at work', async () => {
    const { hermesh, repo, start } = runVault();
    hermesh('run', 'nightly');
    const beat = join(repo.vault, 'Logs/heartbeat.md');
    writeFileSync(
      beat,
      readFileSync(beat, 'utf8').replace(/^updated: .*$/m, 'updated: 2026-01-01T02:00:00Z'),
    );
    expect(hermesh('status').out).toMatch(/^heartbeat +2026-01-01T02:00:00Z, STALE/m);
    const child = start('run', 'nightly');
    const done = ended(child);
    await new Promise((seen) => child.stdout?.once('data', seen));
    expect(hermesh('status').out).toMatch(
      new RegExp(`^busy +hermesh run nightly \\(process ${child.pid}`, 'm'),
    );
    expect(await done).toBe(0);
  });
});

describe('hermesh host', () => {
  it('claims an unclaimed vault, and takes one over with a higher epoch, touching nothing else', () => {
    const { hermesh, repo, env } = runVault(RUN_NOTES, 'unclaimed');
    expect(hermesh('host', 'show').out).toContain('owner   none');
    repo.write('hermes.yaml', '# mine\nversion: 1 # keep\nlint: { exclude: [] }\n');
    const { code, out } = hermesh('host', 'claim');
    expect(code).toBe(0);
    expect(out).toContain('owner   this device, epoch 1');
    const claimed = repo.read('hermes.yaml');
    expect(claimed).toMatch(/^# mine\nversion: 1 # keep\nlint: \{ exclude: \[\] \}\n/);
    expect(hermesh('host', 'claim').code).toBe(0);
    expect(repo.read('hermes.yaml')).toBe(claimed);

    repo.write('hermes.yaml', claimed.replace(/d_[0-9a-f]{12}/, 'd_000000000000'));
    const preview = hermesh('run', 'nightly');
    expect(preview.err).toMatch(
      /nothing was written: this vault belongs to .* \(d_000000000000\); `hermesh host claim`/,
    );
    expect(hermesh('host', 'claim').out).toContain('epoch 2');
    const said: unknown = JSON.parse(hermesh('host', 'show', '--json').out);
    expect(said).toMatchObject({ vault: env['HERMES_VAULT'], owner: { kind: 'ours', epoch: 2 } });
  });
});

describe('hermesh doctor', () => {
  it('finds a well-kept home well', () => {
    const vault = runVault();
    vault.hermesh('run', 'nightly');
    const before = vault.files();
    const { code, out } = vault.hermesh('doctor');
    expect(code).toBe(0);
    expect(out).not.toMatch(/^(fail|warn)/m);
    expect(vault.files()).toEqual(before);
  });

  it('lists every mistake in a broken hermes.yaml and still checks the rest', () => {
    const vault = runVault();
    vault.repo.write('hermes.yaml', 'version: 1\nlnit: {}\nchain: { keep_runs: lots }\n');
    const { code, out } = vault.hermesh('doctor');
    expect(code).toBe(1);
    expect(out.match(/^fail configuration/gm)).toHaveLength(2);
    expect(out).toMatch(/^ok {3}node/m);
    expect(out).toMatch(/→ mend that line/);
  });

  it('names sync conflicts, a repository that is busy, a halted run, and a state folder open to others', () => {
    const vault = runVault();
    vault.repo.write('Home.sync-conflict-20260612-081502-K7QX3LM.md', 'x');
    expect(checkOf(vault, 'sync conflicts')).toMatchObject({ level: 'warn' });
    vault.repo.git('checkout', '-q', '--detach');
    expect(checkOf(vault, 'repository')).toMatchObject({ level: 'warn' });
    expect(checkOf(vault, 'repository')?.message).toContain('HEAD is on no branch');
    const folder = checkOf(vault, 'state folder')?.message ?? '';
    chmodSync(folder, 0o755);
    expect(checkOf(vault, 'state folder')).toMatchObject({
      level: 'warn',
      remedy: `chmod go-rwx '${folder}'`,
    });
  });

  it('warns of another program that writes the same files at night', () => {
    const bin = tempFolder();
    const program = (listing: string) => {
      writeFileSync(join(bin, 'crontab'), `#!/bin/sh\ncat <<'EOF'\n${listing}\nEOF\n`);
      chmodSync(join(bin, 'crontab'), 0o755);
      return otherWriters({ PATH: `${bin}:/usr/bin:/bin` });
    };
    expect(program('# 0 2 * * * AgentStack/Hermes/run.sh\n0 3 * * * backup')).toMatchObject({ level: 'ok' });
    expect(
      program('0 3 * * * backup\n0 2 * * * python3 ~/vault/AgentStack/Hermes/dispatcher.py'),
    ).toMatchObject({
      level: 'warn',
      message: expect.stringMatching(
        /^your crontab, line 2 starts the earlier harness: 0 2 \* \* \*/,
      ) as string,
    });
    mkdirSync(join(bin, 'empty'));
    expect(otherWriters({ PATH: join(bin, 'empty') })).toMatchObject({ level: 'ok' });
  });
});
