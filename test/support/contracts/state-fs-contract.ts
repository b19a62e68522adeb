import { describe, expect, it } from 'vitest';
import type { StateFs } from '../../../src/core/ports';

/** What every adapter for the device's state promises; `make` gives an empty one. */
export function stateFsContract(name: string, make: () => Promise<StateFs>): void {
  describe(`${name} keeps the contract of a device's state`, () => {
    it('gives back the bytes, whole and anew each time', async () => {
      const state = await make();
      expect(await state.read('a/b.json')).toBeNull();
      const bytes = Uint8Array.from({ length: 9_000 }, (_, i) => i % 251);
      await state.write('a/b.json', bytes);
      expect(await state.read('a/b.json')).toEqual(bytes);
      await state.write('a/b.json', Uint8Array.of(1));
      expect(await state.read('a/b.json')).toEqual(Uint8Array.of(1));
      await state.write('empty', new Uint8Array());
      expect(await state.read('empty')).toEqual(new Uint8Array());
    });

    it('lists keys by prefix, sorted', async () => {
      const state = await make();
      for (const key of ['b', 'a/2', 'a/1', 'a/x/1', 'ab/1']) await state.write(key, Uint8Array.of(1));
      expect(await state.list('a/')).toEqual(['a/1', 'a/2', 'a/x/1']);
      expect(await state.list('a')).toEqual(['a/1', 'a/2', 'a/x/1', 'ab/1']);
      expect(await state.list('a/x')).toEqual(['a/x/1']);
      expect(await state.list('')).toEqual(['a/1', 'a/2', 'a/x/1', 'ab/1', 'b']);
      expect(await state.list('none/')).toEqual([]);
    });

    it('removes, also what is not there', async () => {
      const state = await make();
      await state.write('k', Uint8Array.of(1));
      await state.remove('k');
      await state.remove('k');
      expect(await state.read('k')).toBeNull();
      expect(await state.list('')).toEqual([]);
    });
  });
}
