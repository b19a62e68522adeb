import { describe, expect, it, vi } from 'vitest';
import { obsidianVaultFs } from '../../../src/plugin/adapters/obsidian-vault-fs';
import { vaultFsContract } from '../../support/contracts/vault-fs-contract';
import { openVault } from '../../support/obsidian-app/open-vault';

vi.mock('obsidian', async () => import('../../support/obsidian-app/page/obsidian'));

vaultFsContract('the vault through the app', async (files) => {
  const { disk, vault, fileManager } = openVault(files);
  return Promise.resolve({
    vault: obsidianVaultFs(vault, fileManager),
    peek: async (path) => Promise.resolve(disk.text(path)),
    put: async (path, bytes) => Promise.resolve(disk.put(path, bytes)),
  });
});

describe('the vault through the app', () => {
  it('says the creation date that the app keeps', async () => {
    const { disk, vault, fileManager } = openVault({ 'a.md': 'a' });
    const fs = obsidianVaultFs(vault, fileManager);
    const before = await fs.stat('a.md');
    disk.put('a.md', 'b');
    const after = await fs.stat('a.md');
    expect(after?.birthtime).toBe(before?.birthtime);
    expect(after?.mtime).toBeGreaterThan(before?.mtime ?? Infinity);
    expect(after?.inode).toBe(0);
  });

  it('checks the text inside the write: an edit that came in between is kept', async () => {
    const { disk, vault, fileManager } = openVault({ 'a.md': 'planned from this' });
    const process = vault.process.bind(vault);
    vault.process = async (file, change) => {
      disk.put('a.md', 'typed meanwhile');
      return process(file, change);
    };
    const fs = obsidianVaultFs(vault, fileManager);
    expect(await fs.overwrite('a.md', 'planned from this', 'ours')).toEqual({ ok: false, why: 'changed' });
    expect(disk.text('a.md')).toBe('typed meanwhile');
  });

  it('leaves files with a control character in their name out, and says so', async () => {
    const { vault, fileManager } = openVault({ 'a\nb.md': '', 'c.md': '' });
    const { files, problems } = await obsidianVaultFs(vault, fileManager).list();
    expect(files.map(({ path }) => path)).toEqual(['c.md']);
    expect(problems).toMatchObject([{ path: '"a\\nb.md"', kind: 'name-with-control-character' }]);
  });

  it('takes for control characters what the runner takes for such on a disk', async () => {
    const { vault, fileManager } = openVault({ 'a\u0085b.md': '', 'c.md': '' });
    const { files } = await obsidianVaultFs(vault, fileManager).list();
    expect(files.map(({ path }) => path)).toEqual(['c.md']);
  });

  it('says why a file cannot be read or written', async () => {
    const { disk, vault, fileManager } = openVault({ 'a.md': 'a' });
    const fs = obsidianVaultFs(vault, fileManager);
    disk.unreadable.add('a.md');
    expect(await fs.read('a.md')).toMatchObject({
      ok: false,
      problem: { kind: 'unreadable', message: expect.stringContaining('permission denied') as string },
    });
    vault.process = async () => Promise.reject(new Error('ENOSPC: no space left on device'));
    expect(await fs.overwrite('a.md', 'a', 'b')).toEqual({
      ok: false,
      why: 'failed',
      message: 'ENOSPC: no space left on device',
    });
  });

  it.each([
    ['a write that was emptied first and then filled', 'new te'],
    ['a write that had not begun to be filled', ''],
  ])('takes back %s', async (_name, torn) => {
    const { disk, vault, fileManager } = openVault({ 'a.md': torn });
    const fs = obsidianVaultFs(vault, fileManager);
    expect(await fs.restore('a.md', 'the old text', 'new text')).toEqual({ ok: true, did: 'restored' });
    expect(disk.text('a.md')).toBe('the old text');
  });

  it('takes back a write that was cut off inside a character', async () => {
    const { disk, vault, fileManager } = openVault({});
    disk.put('a.md', new TextEncoder().encode('new ü').slice(0, -1));
    const fs = obsidianVaultFs(vault, fileManager);
    expect(await fs.restore('a.md', 'old', 'new ü')).toEqual({ ok: true, did: 'restored' });
    expect(disk.text('a.md')).toBe('old');
  });
});
