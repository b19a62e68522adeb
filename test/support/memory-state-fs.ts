import type { StateFs } from '../../src/core/ports';
import { StateError } from '../../src/core/ports';

export interface MemoryStateFs extends StateFs {
  /** While set, every write fails with this message, as on a full disk. */
  failWrites: string | null;
}

/** The device's state in this process. */
export function memoryStateFs(): MemoryStateFs {
  const stored = new Map<string, Uint8Array>();
  const state: MemoryStateFs = {
    failWrites: null,
    read: async (key) => stored.get(key)?.slice() ?? null,
    write: async (key, bytes) => {
      if (state.failWrites !== null) throw new StateError(state.failWrites);
      stored.set(key, bytes.slice());
    },
    remove: async (key) => void stored.delete(key),
    list: async (prefix) => [...stored.keys()].filter((key) => key.startsWith(prefix)).sort(),
  };
  return state;
}
