import type { VaultFs } from '../../src/core/ports';
import { LARGEST_NOTE, readNote } from './read-note';
import type { ReadOptions } from './read-note';
import type { SystemCalls } from './system-calls';
import { systemCalls } from './system-calls';
import { vaultPlaces } from './vault-places';
import { fileStat, walkVault } from './walk-vault';
import { noteWriter } from './write-note';

export interface NodeVaultOptions extends Partial<ReadOptions> {
  readonly calls?: SystemCalls;
}

/**
 * A vault in a folder of a local disk. The methods are asynchronous by contract and do their work in synchronous
 * calls before they return.
 *
 * Between comparing a note with `expected` and writing it lie a few microseconds in which an editor could save: no
 * file system call closes that gap. An editor that saves by renaming is noticed (`changed`); one that writes in
 * place at that very moment is not.
 *
 * @throws Error if `root` is no folder that can be reached
 */
export function nodeVaultFs(root: string, options: NodeVaultOptions = {}): VaultFs {
  const calls = options.calls ?? systemCalls;
  const reading: ReadOptions = {
    largestNote: options.largestNote ?? LARGEST_NOTE,
    zeroBlocksMeanCloud: options.zeroBlocksMeanCloud ?? process.platform === 'darwin',
  };
  const places = vaultPlaces(calls, root);
  const writer = noteWriter(calls, places);
  return {
    list: async () => walkVault(calls, places),
    stat: async (path) => {
      const place = places.follow(path);
      const stats = place.ok ? calls.statSync(place.absolute, { throwIfNoEntry: false }) : undefined;
      return stats?.isFile() === true ? fileStat(stats) : null;
    },
    read: async (path) => readNote(calls, places, path, reading),
    overwrite: async (path, expected, text) => writer.overwrite(path, expected, text),
    create: async (path, text) => writer.create(path, text),
    remove: async (path, expected) => writer.remove(path, expected),
    move: async (from, to, expected) => writer.move(from, to, expected),
    restore: async (path, before, after) => writer.restore(path, before, after),
  };
}
