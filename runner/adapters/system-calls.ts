import * as fs from 'node:fs';

/**
 * The system calls that the vault and state adapters make. Synchronous on purpose: on a local disk a call takes
 * microseconds, and a trip through the thread pool costs ten times as much. Handed in so that a test can cut a
 * process off between any two of them.
 */
export type SystemCalls = Pick<
  typeof fs,
  | 'closeSync'
  | 'fstatSync'
  | 'fsyncSync'
  | 'ftruncateSync'
  | 'linkSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readSync'
  | 'readdirSync'
  | 'renameSync'
  | 'rmdirSync'
  | 'statSync'
  | 'unlinkSync'
  | 'writeSync'
> & {
  realpathSync(path: string): string;
  readTextSync(path: string): string;
};

/** Node copies its defaults at each call that names the encoding alone. */
const AS_TEXT = { encoding: 'utf8', flag: 'r' } as const;

export const systemCalls: SystemCalls = {
  ...fs,
  realpathSync: (path) => fs.realpathSync.native(path),
  readTextSync: (path) => fs.readFileSync(path, AS_TEXT),
};

/** Code of a failed system call (`ENOENT`), or `null` for any other error. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'not permitted (the file may be locked or belong to somebody else)',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reported an error',
  EMFILE: 'this process has too many files open',
  ENFILE: 'the system has too many files open',
  ELOOP: 'symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long for this file system',
  ENOENT: 'it is not there',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EBUSY: 'it is in use by the system',
};

/** What went wrong, as words a person understands, with the system's own code behind. */
export function errorMeaning(error: unknown): string {
  const code = errorCode(error);
  if (code === null) return error instanceof Error ? error.message : String(error);
  const meaning = MEANINGS[code];
  return meaning === undefined ? code : `${meaning} (${code})`;
}

/** Flushes the folder itself, so that a name just made or removed survives a power cut. */
export function syncFolder(calls: SystemCalls, folder: string): void {
  const fd = calls.openSync(folder, 'r');
  try {
    calls.fsyncSync(fd);
  } catch (error) {
    // Some network and FUSE file systems cannot flush a folder; there is nothing better to do on them.
    const code = errorCode(error);
    if (code !== 'EINVAL' && code !== 'ENOTSUP' && code !== 'EBADF') throw error;
  } finally {
    calls.closeSync(fd);
  }
}

/** Writes all bytes from `position` on; a short write is continued. */
export function writeAll(calls: SystemCalls, fd: number, bytes: Uint8Array, from: number, to: number): void {
  let at = from;
  while (at < to) at += calls.writeSync(fd, bytes, at, to - at, at);
}
