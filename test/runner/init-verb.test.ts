import { join } from 'node:path';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { host } from '../../runner/cli/verbs/host';
import { init } from '../../runner/cli/verbs/init';
import { defaultConfig } from '../../src/core/config/config';
import { loadConfig } from '../../src/core/config/load-config';
import { callVerb } from '../support/call-verb';
import { filesOf, tempFolder, tempVault } from '../support/temp-vault';

function configOf(vault: string) {
  const outcome = loadConfig(readFileSync(join(vault, 'hermes.yaml'), 'utf8'));
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message);
  return outcome.config;
}

describe('hermesh init', () => {
  it('writes a configuration, owns the vault, sets up three jobs, and says what to do next', async () => {
    const vault = tempVault({ 'A.md': 'a\n' });
    const { code, out, err } = await callVerb(init, vault);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Wrote hermes\.yaml in .*\nOwner: this device, .* \(d_[0-9a-f]{12}\), epoch 1\n/);
    expect(out).toContain('hermesh run nightly --dry-run');
    expect(Object.keys(filesOf(vault))).toEqual(['A.md', 'hermes.yaml']);
    const config = configOf(vault);
    expect(config.host?.device).toMatch(/^d_[0-9a-f]{12}$/);
    expect(config.jobs.map(({ id, schedule }) => `${id}: ${schedule}`)).toEqual([
      'nightly: every day at 02:00',
      'weekly: every sunday at 03:00',
      'compact: 0 4 1,16 * *',
    ]);
    expect({ ...config, host: null, jobs: [] }).toEqual(defaultConfig());
  });

  it('done twice, changes nothing and says so', async () => {
    const vault = tempVault({});
    const state = tempFolder();
    await callVerb(init, vault, [], { state });
    const before = filesOf(vault);
    const { mtimeMs } = statSync(join(vault, 'hermes.yaml'));
    const { code, out } = await callVerb(init, vault, [], { state });
    expect(code).toBe(0);
    expect(out).toMatch(/^Nothing to do: this device/);
    expect(filesOf(vault)).toEqual(before);
    expect(statSync(join(vault, 'hermes.yaml')).mtimeMs).toBe(mtimeMs);
  });

  it.each([
    ['fix:\n  limit: 3 # mine\n', (host: string) => `fix:\n  limit: 3 # mine\n${host}`],
    [
      'host: # nobody\nfix: {limit: 3}\n',
      (host: string) => `host: # nobody\n${host.replace('host:\n', '')}fix: {limit: 3}\n`,
    ],
    ['# empty\r\n', (host: string) => `# empty\r\n${host.replace(/\n/g, '\r\n')}`],
    ['', (host: string) => host],
  ])('adds the host alone to %j', async (text, expected) => {
    const vault = tempVault({ 'hermes.yaml': text });
    const { code, out } = await callVerb(init, vault);
    expect(code).toBe(0);
    expect(out).toMatch(/^Added the host to hermes\.yaml/);
    const { host: written } = configOf(vault);
    const lines = `host:\n  device: ${written?.device}\n  name: ${written?.name}\n  epoch: 1\n`;
    expect(readFileSync(join(vault, 'hermes.yaml'), 'utf8')).toBe(expected(lines));
  });

  it('leaves a vault alone that another device owns', async () => {
    const vault = tempVault({});
    await callVerb(init, vault);
    const before = filesOf(vault);
    const { code, out, err } = await callVerb(init, vault);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /belongs to .* \(d_[0-9a-f]{12}\), epoch 1; nothing was changed\. `hermesh host claim`/,
    );
    expect(filesOf(vault)).toEqual(before);
    await callVerb(host, vault, ['claim']);
    expect(configOf(vault).host?.epoch).toBe(2);
  });

  it('refuses a broken configuration by line, and writes nothing', async () => {
    const vault = tempVault({ 'hermes.yaml': 'fix:\n  limit: lots\n' });
    const { code, err } = await callVerb(init, vault);
    expect(code).toBe(2);
    expect(err).toBe(
      'hermesh: hermes.yaml line 2: fix.limit: `lots` is not a whole number of 1 or more; try 200\n',
    );
    expect(filesOf(vault)).toEqual({ 'hermes.yaml': 'fix:\n  limit: lots\n' });
  });

  it('refuses a folder that is not there', async () => {
    const { code, err } = await callVerb(init, join(tempFolder(), 'gone'));
    expect(code).toBe(2);
    expect(err).toContain('there is no folder');
  });

  it('called by two at once, has one owner', async () => {
    const vault = tempVault({});
    const state = tempFolder();
    const calls = await Promise.allSettled([0, 1, 2].map(() => callVerb(init, vault, [], { state })));
    expect(calls.some((call) => call.status === 'fulfilled' && call.value.code === 0)).toBe(true);
    expect(readFileSync(join(vault, 'hermes.yaml'), 'utf8').match(/^host:/gm)).toHaveLength(1);
  });

  it('does not take a conflict copy of a person for its own', async () => {
    const vault = tempVault({});
    writeFileSync(join(vault, 'hermes.sync-conflict-20260704-020000-ABCDEFG.yaml'), 'host: x\n');
    expect((await callVerb(init, vault)).code).toBe(0);
  });
});
