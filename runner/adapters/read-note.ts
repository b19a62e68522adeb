import { isAscii, isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import type { FileProblem, FileProblemKind, ReadOutcome, VaultPath } from '../../src/core/ports';
import type { SystemCalls } from './system-calls';
import { errorCode, errorMeaning } from './system-calls';
import type { VaultPlaces } from './vault-places';
import { folderOf, printableName } from './vault-places';
import { fileStat, icloudName } from './walk-vault';

/** Larger than any note a person wrote; reading such a file by accident would cost the night its memory. */
export const LARGEST_NOTE = 32 * 1024 * 1024;

/** A file that an editor is saving right now is whole a moment later. */
const TRIES = 3;

export interface ReadOptions {
  /** Bytes; larger files are reported, not read. */
  readonly largestNote: number;
  /**
   * True on macOS: a file with a size and no blocks is one that the cloud keeps elsewhere, and reading it would
   * fetch it. On Linux the same is a sparse file, and some file systems count no blocks at all.
   */
  readonly zeroBlocksMeanCloud: boolean;
}

export type BytesOutcome =
  | { readonly ok: true; readonly bytes: Buffer; readonly stats: Stats }
  | { readonly ok: false; readonly kind: FileProblemKind; readonly message: string };

/** Reads a note as text, exactly: bytes that are no UTF-8 are a problem, never a replacement character. */
export function readNote(
  calls: SystemCalls,
  places: VaultPlaces,
  path: VaultPath,
  options: ReadOptions,
): ReadOutcome {
  const fail = (kind: FileProblemKind, message: string): ReadOutcome => ({
    ok: false,
    problem: { path: printableName(path), kind, message },
  });

  const quick = readAtOnce(calls, places, path, options);
  if (quick !== null) return quick;
  let fd: number | null = null;
  try {
    const place = openForReading(calls, places, path);
    if (!place.ok) return place.outcome;
    fd = place.fd;
    const read = readStable(calls, fd, options);
    if (!read.ok) return fail(read.kind, read.message);
    const text = decode(read.bytes);
    if (text === null) return fail('invalid-utf8', 'is no valid UTF-8 text; it is left as it is');
    if (text.startsWith('\0') && /^\0+$/.test(text)) {
      return fail(
        'cloud-placeholder',
        'holds nothing but zero bytes: a placeholder, or a file lost in a crash',
      );
    }
    return { ok: true, text, stat: fileStat(read.stats) };
  } catch (error) {
    return fail('unreadable', `cannot be read: ${errorMeaning(error)}`);
  } finally {
    if (fd !== null) calls.closeSync(fd);
  }
}

/**
 * Nearly every note is a plain file at rest, and Node reads such a file in one call, in half the time. If it still
 * looks afterwards as the walk met it, it did not change in between. Null for all that needs a closer look: also for
 * a text with replacement characters, which may stand for bytes that are no UTF-8.
 */
function readAtOnce(
  calls: SystemCalls,
  places: VaultPlaces,
  path: VaultPath,
  options: ReadOptions,
): ReadOutcome | null {
  const met = places.walked.get(path);
  if (met === undefined || met.size > options.largestNote) return null;
  const place = places.locate(path);
  if (!place.ok) return null;
  try {
    const text = calls.readTextSync(place.absolute);
    const now = calls.lstatSync(place.absolute);
    const same = now.mtimeMs === met.mtime && now.size === met.size && now.ino === met.inode && now.isFile();
    if (!same || Buffer.byteLength(text) !== now.size) return null;
    return text.includes('\ufffd') || text.startsWith('\0') ? null : { ok: true, text, stat: met };
  } catch {
    // The closer look meets the same error and says what it means.
    return null;
  }
}

function isInCloud(stats: Stats, options: ReadOptions): boolean {
  return options.zeroBlocksMeanCloud && stats.blocks === 0 && stats.size > 0;
}

type Opened =
  { readonly ok: true; readonly fd: number } | { readonly ok: false; readonly outcome: ReadOutcome };

/** `O_NONBLOCK`, so that a named pipe does not hold the night; `O_NOFOLLOW`, so that links are followed knowingly. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

function openForReading(calls: SystemCalls, places: VaultPlaces, path: VaultPath): Opened {
  let place = places.locate(path);
  if (place.ok) {
    try {
      return { ok: true, fd: calls.openSync(place.absolute, READ_FLAGS) };
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') place = { ok: false, why: 'missing' };
      else if (code !== 'ELOOP' && code !== 'EMLINK') throw error;
      else {
        place = places.follow(path);
        if (place.ok) return { ok: true, fd: calls.openSync(place.absolute, READ_FLAGS) };
      }
    }
  }
  if (place.why === 'refused') return { ok: false, outcome: { ok: false, problem: place.problem } };
  return { ok: false, outcome: { ok: false, problem: placeholderProblem(calls, places, path) } };
}

function placeholderProblem(calls: SystemCalls, places: VaultPlaces, path: VaultPath): FileProblem | null {
  const folder = folderOf(path);
  const name = folder === '' ? path : path.slice(folder.length + 1);
  const place = places.locate(`${folder === '' ? '' : `${folder}/`}${icloudName(name)}`);
  if (!place.ok || calls.lstatSync(place.absolute, { throwIfNoEntry: false }) === undefined) return null;
  return {
    path: printableName(path),
    kind: 'cloud-placeholder',
    message: 'is kept in iCloud, not on this disk',
  };
}

/** The file's bytes as they stood at one moment, or why there is no such moment. */
export function readStable(calls: SystemCalls, fd: number, options: ReadOptions): BytesOutcome {
  let before = calls.fstatSync(fd);
  if (!before.isFile()) return { ok: false, kind: 'unreadable', message: 'is not a file' };
  if (isInCloud(before, options)) {
    return { ok: false, kind: 'cloud-placeholder', message: 'is kept in the cloud, not on this disk' };
  }
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (before.size > options.largestNote) return tooLarge(before.size, options.largestNote);
    const bytes = readUpTo(calls, fd, before.size + 1);
    const after = calls.fstatSync(fd);
    if (bytes.length === after.size && after.size === before.size && after.mtimeMs === before.mtimeMs) {
      return { ok: true, bytes, stats: after };
    }
    before = after;
  }
  return { ok: false, kind: 'changed-while-reading', message: 'was being written while we read it' };
}

function tooLarge(size: number, limit: number): BytesOutcome {
  const megabytes = (bytes: number) => Math.ceil(bytes / (1024 * 1024));
  const message = `is too large for a note: ${megabytes(size)} MB, and ${megabytes(limit)} MB are read at most`;
  return { ok: false, kind: 'too-large', message };
}

/** Reused by every read of a small file; larger files get a buffer of their own. */
const SCRATCH = Buffer.allocUnsafeSlow(256 * 1024);

/** The first `limit` bytes, or all if there are fewer. The result is valid until the next call. */
function readUpTo(calls: SystemCalls, fd: number, limit: number): Buffer {
  const buffer = limit <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafeSlow(limit);
  let length = 0;
  while (length < limit) {
    const got = calls.readSync(fd, buffer, length, limit - length, length);
    if (got === 0) break;
    length += got;
    // All that `fstat` spoke of is here; a longer file shows in the next `fstat`.
    if (length === limit - 1) break;
  }
  return buffer.subarray(0, length);
}

/** The text whose UTF-8 form is exactly `bytes` (BOM kept), or null if there is none. */
function decode(bytes: Buffer): string | null {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : null;
}
