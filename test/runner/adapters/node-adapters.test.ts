import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeHash } from '../../../runner/adapters/node-hash';
import { nodeStateFs } from '../../../runner/adapters/node-state-fs';
import { nodeVaultFs } from '../../../runner/adapters/node-vault-fs';
import { systemClock } from '../../../runner/adapters/system-clock';
import { systemRandom } from '../../../runner/adapters/system-random';
import { StateError } from '../../../src/core/ports';
import { stateFsContract } from '../../support/contracts/state-fs-contract';
import { vaultFsContract } from '../../support/contracts/vault-fs-contract';
import { memoryStateFs } from '../../support/memory-state-fs';
import { memoryVaultFs } from '../../support/memory-vault-fs';
import { tempFolder, tempVault } from '../../support/temp-vault';

vaultFsContract('a folder on disk', async (files) => {
  const root = tempVault(files);
  const at = (path: string) => join(root, path);
  return {
    vault: nodeVaultFs(root),
    peek: async (path) => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : null),
    put: async (path, bytes) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), bytes);
    },
  };
});

vaultFsContract('a vault in memory', async (files) => {
  const vault = memoryVaultFs(files);
  return {
    vault,
    peek: async (path) => vault.snapshot()[path] ?? null,
    put: async (path, bytes) => vault.put(path, bytes),
  };
});

stateFsContract('a folder on disk', async () => nodeStateFs(join(tempFolder(), 'not', 'there', 'yet')));
stateFsContract('a map in memory', async () => memoryStateFs());

it('keeps the state to its owner, and its names inside the folder', async () => {
  const folder = join(tempFolder(), 'state');
  const state = nodeStateFs(folder);
  await state.write('a/secret', Uint8Array.of(1));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'a/secret')).mode & 0o777).toBe(0o600);
  for (const key of ['../x', '/x', 'a//b', '', 'a/..', '.hidden', 'a/']) {
    await expect(state.write(key, Uint8Array.of(1))).rejects.toThrow(StateError);
  }
});

it('says where and why the state cannot be written', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'a'), 'a file where a folder should be');
  const state = nodeStateFs(folder);
  await expect(state.write('a/b', Uint8Array.of(1))).rejects.toThrow(
    `writing a/b in ${folder} failed: a part of its path is a file, not a folder (ENOTDIR)`,
  );
  expect(await state.read('a/b')).toBeNull();
});

it('hashes, tells the time and rolls dice as the system does', () => {
  expect(nodeHash.sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(nodeHash.sha256('ü')).toBe(nodeHash.sha256(Uint8Array.of(0xc3, 0xbc)));
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000);
  expect(new Intl.DateTimeFormat('en', { timeZone: systemClock.zone() }).resolvedOptions().timeZone).not.toBe(
    '',
  );
  expect(systemRandom.bytes(16)).toHaveLength(16);
  expect(systemRandom.bytes(16)).not.toEqual(systemRandom.bytes(16));
});
