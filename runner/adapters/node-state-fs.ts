import type { StateFs } from '../../src/core/ports';
import { StateError } from '../../src/core/ports';
import type { SystemCalls } from './system-calls';
import { errorCode, errorMeaning, syncFolder, systemCalls, writeAll } from './system-calls';

/** Half-written files; a crash may leave one behind, the next write from a new process takes it away. */
const UNFINISHED = '.unfinished';

/** Longer than any write takes. */
const DAY = 24 * 60 * 60 * 1000;

/** Dots, so long as no segment begins with one: keys become file names. */
const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/** The device's state in a folder that only its owner may read (mode 0700), made at the first write. */
export function nodeStateFs(folder: string, calls: SystemCalls = systemCalls): StateFs {
  let swept = false;
  let count = 0;

  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new StateError(`${JSON.stringify(key)} is no name for a state file`);
    return `${folder}/${key}`;
  };
  const failing = <T>(what: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof StateError) throw error;
      throw new StateError(`${what} in ${folder} failed: ${errorMeaning(error)}`, { cause: error });
    }
  };
  const sweep = (unfinished: string) => {
    if (swept) return;
    swept = true;
    for (const entry of calls.readdirSync(unfinished, { withFileTypes: true })) {
      const path = `${unfinished}/${entry.name}`;
      const stats = calls.lstatSync(path, { throwIfNoEntry: false });
      if (stats !== undefined && Date.now() - stats.mtimeMs > DAY) calls.unlinkSync(path);
    }
  };

  return {
    read: async (key) =>
      failing(`reading ${key}`, () => {
        const path = pathOf(key);
        let fd: number;
        try {
          fd = calls.openSync(path, 'r');
        } catch (error) {
          const code = errorCode(error);
          if (code === 'ENOENT' || code === 'ENOTDIR') return null;
          throw error;
        }
        try {
          return readWhole(calls, fd);
        } finally {
          calls.closeSync(fd);
        }
      }),

    write: async (key, bytes) =>
      failing(`writing ${key}`, () => {
        const path = pathOf(key);
        const unfinished = `${folder}/${UNFINISHED}`;
        makeFolder(calls, unfinished);
        sweep(unfinished);
        const parent = path.slice(0, path.lastIndexOf('/'));
        makeFolder(calls, parent);
        const temporary = `${unfinished}/${process.pid}-${Date.now()}-${count++}`;
        const fd = calls.openSync(temporary, 'wx', 0o600);
        try {
          try {
            writeAll(calls, fd, bytes, 0, bytes.length);
            calls.fsyncSync(fd);
          } finally {
            calls.closeSync(fd);
          }
          calls.renameSync(temporary, path);
        } catch (error) {
          calls.unlinkSync(temporary);
          throw error;
        }
        syncFolder(calls, parent);
      }),

    remove: async (key) =>
      failing(`removing ${key}`, () => {
        try {
          calls.unlinkSync(pathOf(key));
        } catch (error) {
          if (errorCode(error) !== 'ENOENT') throw error;
        }
      }),

    list: async (prefix) =>
      failing('listing', () => {
        // Only the folder that the prefix names can hold such keys.
        const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
        const keys: string[] = [];
        collectKeys(calls, folder, start, keys);
        return keys.filter((key) => key.startsWith(prefix)).sort();
      }),
  };
}

function collectKeys(calls: SystemCalls, folder: string, prefix: string, keys: string[]): void {
  let entries;
  try {
    entries = calls.readdirSync(`${folder}/${prefix}`, { withFileTypes: true });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return;
    throw error;
  }
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) collectKeys(calls, folder, `${prefix}${entry.name}/`, keys);
    else if (entry.isFile()) keys.push(prefix + entry.name);
  }
}

function readWhole(calls: SystemCalls, fd: number): Uint8Array {
  const bytes = new Uint8Array(calls.fstatSync(fd).size);
  let length = 0;
  while (length < bytes.length) {
    const got = calls.readSync(fd, bytes, length, bytes.length - length, length);
    if (got === 0) break;
    length += got;
  }
  return bytes.subarray(0, length);
}

/** Makes the folder with its parents, durable; those that stand already cost one call. */
function makeFolder(calls: SystemCalls, folder: string): void {
  if (calls.statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  const parent = folder.slice(0, folder.lastIndexOf('/'));
  if (parent !== '') makeFolder(calls, parent);
  try {
    calls.mkdirSync(folder, 0o700);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  syncFolder(calls, parent === '' ? '/' : parent);
}
