import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VaultFs } from '../../../src/core/ports';

export interface VaultUnderTest {
  readonly vault: VaultFs;
  /** Text of a file as somebody else sees it, past the adapter; null if it is not there. */
  readonly peek: (path: string) => Promise<string | null>;
  /** Puts bytes there as another program would. */
  readonly put: (path: string, bytes: Uint8Array) => Promise<void>;
}

/** What every vault adapter promises; `make` gives a fresh vault with these files. */
export function vaultFsContract(
  name: string,
  make: (files: Readonly<Record<string, string>>) => Promise<VaultUnderTest>,
): void {
  const utf8 = new TextEncoder();
  const textOf = async (vault: VaultFs, path: string) => {
    const read = await vault.read(path);
    return read.ok ? read.text : null;
  };

  describe(`${name} keeps the contract of a vault`, () => {
    it('lists what stands outside dot-folders, in the order of paths', async () => {
      const { vault } = await make({
        'b.md': '1',
        'a/z.md': '22',
        'a-b.md': '',
        'a/b/c.md': '',
        'A.md': '',
        'a.md': '',
        'é.md': '',
        'pic.png': '',
        '.hidden.md': '',
        '.config/x.md': '',
        'a/.deep/x.md': '',
      });
      const { files, problems } = await vault.list();
      expect(problems).toEqual([]);
      expect(files.map(({ path }) => path)).toEqual([
        'A.md',
        'a-b.md',
        'a.md',
        'a/b/c.md',
        'a/z.md',
        'b.md',
        'pic.png',
        'é.md',
      ]);
      expect(files.find(({ path }) => path === 'a/z.md')?.size).toBe(2);
    });

    it('reads texts exactly: BOM, line ends, no line end, nothing at all', async () => {
      const files = { 'bom.md': '\ufeffx\r\n', 'mac.md': 'a\rb', 'none.md': 'ü🙂', 'empty.md': '' };
      const { vault } = await make(files);
      for (const [path, text] of Object.entries(files)) expect(await textOf(vault, path)).toBe(text);
      await vault.list();
      for (const [path, text] of Object.entries(files)) expect(await textOf(vault, path)).toBe(text);
    });

    it('sees what others write after it has listed and read', async () => {
      const { vault, put } = await make({ 'a/n.md': 'one', 'rep\ufffdaced.md': '\ufffd is a character too' });
      await vault.list();
      expect(await textOf(vault, 'a/n.md')).toBe('one');
      await put('a/n.md', utf8.encode('two'));
      expect(await textOf(vault, 'a/n.md')).toBe('two');
      await put('a/n.md', Uint8Array.of(0xf0, 0x9f, 0x98));
      expect((await vault.read('a/n.md')).ok).toBe(false);
      expect(await textOf(vault, 'rep\ufffdaced.md')).toBe('\ufffd is a character too');
    });

    it('reads any text back exactly', async () => {
      const { vault, peek } = await make({ 'n.md': '' });
      let standing = '';
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
          expect(await vault.overwrite('n.md', standing, text)).toEqual({ ok: true });
          standing = text;
          expect(await textOf(vault, 'n.md')).toBe(text);
          expect(await peek('n.md')).toBe(text);
        }),
        { numRuns: 40 },
      );
    });

    it('serves a dot-file by name, and says null of what is not there', async () => {
      const { vault } = await make({ '.hidden/x.md': 'h' });
      expect(await textOf(vault, '.hidden/x.md')).toBe('h');
      expect(await vault.read('gone.md')).toEqual({ ok: false, problem: null });
      expect(await vault.stat('gone.md')).toBeNull();
      expect((await vault.stat('.hidden/x.md'))?.size).toBe(1);
    });

    it('reports what is no UTF-8 and never overwrites it', async () => {
      const { vault, put, peek } = await make({});
      await put('bad.md', Uint8Array.of(0x61, 0xff, 0x62));
      const read = await vault.read('bad.md');
      expect(read).toMatchObject({ ok: false, problem: { path: 'bad.md', kind: 'invalid-utf8' } });
      expect(await vault.overwrite('bad.md', 'a\ufffdb', 'new')).toEqual({ ok: false, why: 'changed' });
      expect(await peek('bad.md')).toBe('a\ufffdb');
    });

    it('overwrites only what is as expected', async () => {
      const { vault, put, peek } = await make({ 'n.md': 'old text' });
      expect(await vault.overwrite('n.md', 'old text', 'new')).toEqual({ ok: true });
      expect(await peek('n.md')).toBe('new');
      expect(await vault.overwrite('n.md', 'new', 'much longer than it was')).toEqual({ ok: true });
      expect(await peek('n.md')).toBe('much longer than it was');
      await put('n.md', utf8.encode('by hand'));
      expect(await vault.overwrite('n.md', 'much longer than it was', 'x')).toEqual({
        ok: false,
        why: 'changed',
      });
      expect(await peek('n.md')).toBe('by hand');
      expect(await vault.overwrite('gone.md', 'x', 'y')).toEqual({ ok: false, why: 'changed' });
      expect(await peek('gone.md')).toBeNull();
    });

    it('creates with folders, and never over something', async () => {
      const { vault, peek } = await make({ 'a.md': 'a' });
      expect(await vault.create('x/y/z.md', 'new')).toEqual({ ok: true });
      expect(await peek('x/y/z.md')).toBe('new');
      expect(await vault.create('a.md', 'b')).toEqual({ ok: false, why: 'changed' });
      expect(await peek('a.md')).toBe('a');
      expect((await vault.list()).files.map(({ path }) => path)).toEqual(['a.md', 'x/y/z.md']);
    });

    it('removes and moves only what is as expected', async () => {
      const { vault, peek } = await make({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' });
      expect(await vault.remove('a.md', 'other')).toEqual({ ok: false, why: 'changed' });
      expect(await vault.remove('a.md', 'a')).toEqual({ ok: true });
      expect(await peek('a.md')).toBeNull();
      expect(await vault.move('b.md', 'c.md', 'b')).toEqual({ ok: false, why: 'changed' });
      expect(await vault.move('b.md', 'new/d.md', 'other')).toEqual({ ok: false, why: 'changed' });
      expect(await vault.move('b.md', 'new/d.md', 'b')).toEqual({ ok: true });
      expect([await peek('b.md'), await peek('c.md'), await peek('new/d.md')]).toEqual([null, 'c', 'b']);
    });

    it('takes back what it wrote, and nothing that somebody edited', async () => {
      const { vault, put, peek } = await make({ 'n.md': 'before', 'made.md': 'made' });
      expect(await vault.restore('n.md', 'before', 'after')).toEqual({ ok: true, did: 'nothing' });
      await vault.overwrite('n.md', 'before', 'after, and longer');
      expect(await vault.restore('n.md', 'before', 'after, and longer')).toEqual({
        ok: true,
        did: 'restored',
      });
      expect(await peek('n.md')).toBe('before');
      await put('n.md', utf8.encode('edited by hand'));
      expect(await vault.restore('n.md', 'before', 'after')).toEqual({ ok: false, why: 'changed' });
      expect(await peek('n.md')).toBe('edited by hand');

      expect(await vault.restore('made.md', null, 'made')).toEqual({ ok: true, did: 'restored' });
      expect(await vault.restore('made.md', null, 'made')).toEqual({ ok: true, did: 'nothing' });
      expect(await peek('made.md')).toBeNull();
      expect(await vault.restore('back/again.md', 'deleted', null)).toEqual({ ok: true, did: 'restored' });
      expect(await peek('back/again.md')).toBe('deleted');
    });

    it('refuses paths that leave the vault', async () => {
      const { vault } = await make({ 'a.md': 'a' });
      for (const path of ['../a.md', '/etc/hostname', 'x/../../a.md', '', './a.md', 'a.md/']) {
        expect((await vault.read(path)).ok).toBe(false);
        expect(await vault.stat(path)).toBeNull();
        expect((await vault.create(path, 'x')).ok).toBe(false);
        expect((await vault.overwrite(path, 'a', 'x')).ok).toBe(false);
      }
    });
  });
}
