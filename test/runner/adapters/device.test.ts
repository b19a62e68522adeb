import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDevice, stateHome } from '../../../runner/adapters/device';
import { StateError } from '../../../src/core/ports';
import { tempFolder, tempVault } from '../../support/temp-vault';

function desk() {
  const base = tempFolder('hermes-state');
  const vault = join(tempFolder('hermes-device'), 'vault');
  mkdirSync(vault);
  return { base, vault, env: { HERMES_STATE_HOME: base } };
}

describe('the identity of a device', () => {
  it('is made once and stays, whichever way the vault is reached', () => {
    const { base, vault, env } = desk();
    const first = openDevice(vault, env);
    expect(first.id).toMatch(/^d_[0-9a-f]{12}$/);
    expect(first.notes).toEqual([]);
    expect(first.stateFolder).toBe(join(base, 'hermes-harness', first.homeId));
    const link = join(base, 'link');
    symlinkSync(vault, link);
    for (const path of [vault, `${vault}/`, link]) expect(openDevice(path, env)).toEqual(first);
    expect(readdirSync(first.stateFolder)).toEqual(['device.json']);
  });

  it('is another for another vault, and leaves nothing in the vault', () => {
    const { vault, env } = desk();
    const other = tempVault({});
    expect(openDevice(other, env).id).not.toBe(openDevice(vault, env).id);
    expect(readdirSync(vault)).toEqual([]);
  });

  it('is new after the vault was moved, and says from where', () => {
    const { vault, env } = desk();
    const before = openDevice(vault, env);
    renameSync(vault, `${vault}-moved`);
    const after = openDevice(`${vault}-moved`, env);
    expect(after.id).not.toBe(before.id);
    expect(after.notes).toEqual([
      `the vault was moved here from ${vault}; this is a new device (there it was ${before.id}), with a state of its own`,
    ]);
    expect(openDevice(`${vault}-moved`, env)).toEqual({ ...after, notes: [] });
    renameSync(`${vault}-moved`, vault);
    expect(openDevice(vault, env)).toEqual(before);
  });

  it('is new for a copy of the vault, without a word', () => {
    const { vault, env } = desk();
    const before = openDevice(vault, env);
    cpSync(vault, `${vault}-copy`, { recursive: true });
    const copy = openDevice(`${vault}-copy`, env);
    expect(copy.id).not.toBe(before.id);
    expect(copy.notes).toEqual([]);
  });

  it('is new where the state came from another machine, which is set aside whole', () => {
    const { vault, env } = desk();
    const there = openDevice(vault, env, 'machine-1');
    writeFileSync(join(there.stateFolder, 'ledger'), 'of machine-1');
    const here = openDevice(vault, env, 'machine-2');
    expect(here.id).not.toBe(there.id);
    expect(here.stateFolder).toBe(there.stateFolder);
    const aside = `${there.stateFolder}.of-${there.id}`;
    expect(here.notes).toEqual([
      `the state in ${there.stateFolder} came from another machine or vault (device ${there.id}); it is set aside in ${aside}, and this is a new device`,
    ]);
    expect(existsSync(join(here.stateFolder, 'ledger'))).toBe(false);
    expect(readFileSync(join(aside, 'ledger'), 'utf8')).toBe('of machine-1');
    expect(openDevice(vault, env, 'machine-2').notes).toEqual([]);
    // And once more, with the same old copy.
    cpSync(aside, `${aside}-again`, { recursive: true });
    renameSync(here.stateFolder, `${here.stateFolder}-away`);
    renameSync(`${aside}-again`, here.stateFolder);
    expect(openDevice(vault, env, 'machine-2').notes[0]).toContain(`${aside}-2`);
  });

  it('is new where its card is damaged, and the state stays', () => {
    const { vault, env } = desk();
    const before = openDevice(vault, env);
    writeFileSync(join(before.stateFolder, 'device.json'), '{"version":1,');
    writeFileSync(join(before.stateFolder, 'ledger'), 'kept');
    const after = openDevice(vault, env);
    expect(after.id).not.toBe(before.id);
    expect(after.notes).toEqual([
      expect.stringMatching(/device\.json was damaged, .* it is a new device now$/),
    ]);
    expect(openDevice(vault, env)).toMatchObject({ id: after.id, notes: [] });
    expect(readdirSync(after.stateFolder).sort()).toEqual(['device.json', 'ledger']);
  });

  it('says which folder cannot be used', () => {
    const { base, vault, env } = desk();
    writeFileSync(join(base, 'hermes-harness'), 'a file');
    expect(() => openDevice(vault, env)).toThrow(StateError);
    expect(() => openDevice(vault, env)).toThrow(join(base, 'hermes-harness'));
  });
});

it('keeps state where the platform keeps it', () => {
  const home = { HOME: '/home/ada' };
  expect(stateHome(home, 'linux')).toBe('/home/ada/.local/state/hermes-harness');
  expect(stateHome(home, 'darwin')).toBe('/home/ada/Library/Application Support/hermes-harness');
  expect(stateHome({ ...home, XDG_STATE_HOME: '/state' }, 'linux')).toBe('/state/hermes-harness');
  expect(stateHome({ ...home, XDG_STATE_HOME: 'relative' }, 'linux')).toBe(
    '/home/ada/.local/state/hermes-harness',
  );
  expect(stateHome({ ...home, XDG_STATE_HOME: '/a', HERMES_STATE_HOME: '/b' }, 'darwin')).toBe(
    '/b/hermes-harness',
  );
});
