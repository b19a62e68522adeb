import { constants } from 'node:fs';
import type { RestoreOutcome, VaultPath, WriteOutcome } from '../../src/core/ports';
import { isBeginningOf, isTornWrite } from '../../src/core/vault/torn-write';
import { readStable } from './read-note';
import type { SystemCalls } from './system-calls';
import { errorCode, errorMeaning, syncFolder, writeAll } from './system-calls';
import type { VaultPlaces } from './vault-places';
import { folderOf, printableName } from './vault-places';
import {
  CHANGED,
  makeFolders,
  nameOf,
  parentOf,
  refusal,
  removeFolders,
  unlinked,
  writable,
} from './writable-place';

const EDIT_FLAGS = constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** What stands there is compared whole, however large it has become. */
const NO_LIMIT = { largestNote: Number.MAX_SAFE_INTEGER, zeroBlocksMeanCloud: false };

const DONE = { ok: true } as const;

/** The writing half of a vault on a local disk. Every call looks anew where the path leads. */
export interface NoteWriter {
  overwrite(path: VaultPath, expected: string, text: string): WriteOutcome;
  create(path: VaultPath, text: string): WriteOutcome;
  remove(path: VaultPath, expected: string): WriteOutcome;
  move(from: VaultPath, to: VaultPath, expected: string): WriteOutcome;
  restore(path: VaultPath, before: string | null, after: string | null): RestoreOutcome;
}

export function noteWriter(calls: SystemCalls, places: VaultPlaces): NoteWriter {
  const overwrite = (path: VaultPath, expected: string, text: string): WriteOutcome =>
    guarded(path, () => {
      const place = writable(places, path);
      if (!place.ok) return place.outcome;
      const fd = calls.openSync(place.absolute, EDIT_FLAGS);
      try {
        const now = readStable(calls, fd, NO_LIMIT);
        const before = Buffer.from(expected);
        if (!now.ok || !now.bytes.equals(before)) return CHANGED;
        replaceBytes(calls, fd, before, Buffer.from(text));
        // An editor that saves by renaming has put another file here meanwhile; ours is nobody's then.
        const standing = calls.statSync(place.absolute, { throwIfNoEntry: false });
        return standing?.ino === calls.fstatSync(fd).ino ? DONE : CHANGED;
      } finally {
        calls.closeSync(fd);
      }
    });

  const create = (path: VaultPath, text: string): WriteOutcome =>
    guarded(path, () => {
      const made = makeFolders(calls, places, folderOf(path));
      try {
        if (!made.place.ok) return refusal(made.place);
        const absolute = `${made.place.absolute === '/' ? '' : made.place.absolute}/${nameOf(path)}`;
        createFile(calls, absolute, Buffer.from(text));
        return DONE;
      } catch (error) {
        removeFolders(calls, made.created);
        if (errorCode(error) === 'EEXIST') return CHANGED;
        throw error;
      }
    });

  const remove = (path: VaultPath, expected: string): WriteOutcome =>
    guarded(path, () => {
      const place = unlinked(calls, places, path);
      if (!place.ok) return place.outcome;
      if (!holds(calls, place.absolute, expected)) return CHANGED;
      calls.unlinkSync(place.absolute);
      syncFolder(calls, parentOf(place.absolute));
      return DONE;
    });

  const move = (from: VaultPath, to: VaultPath, expected: string): WriteOutcome =>
    guarded(from, () => {
      const source = unlinked(calls, places, from);
      if (!source.ok) return source.outcome;
      if (!holds(calls, source.absolute, expected)) return CHANGED;
      const made = makeFolders(calls, places, folderOf(to));
      try {
        if (!made.place.ok) return refusal(made.place);
        const target = `${made.place.absolute === '/' ? '' : made.place.absolute}/${nameOf(to)}`;
        if (!moveFile(calls, source.absolute, target)) {
          removeFolders(calls, made.created);
          return CHANGED;
        }
        syncFolder(calls, parentOf(target));
        syncFolder(calls, parentOf(source.absolute));
        return DONE;
      } catch (error) {
        removeFolders(calls, made.created);
        throw error;
      }
    });

  const restore = (path: VaultPath, before: string | null, after: string | null): RestoreOutcome => {
    try {
      const wanted = before === null ? null : Buffer.from(before);
      const place = writable(places, path);
      if (!place.ok && place.outcome !== CHANGED) return restored(place.outcome);
      const now = place.ok ? bytesOf(calls, place.absolute) : null;
      if (now === 'at-work') return CHANGED;
      if (now === null || !place.ok) {
        if (before === null) return { ok: true, did: 'nothing' };
        if (after !== null) return CHANGED;
        return restored(create(path, before));
      }
      if (wanted?.equals(now) === true) return { ok: true, did: 'nothing' };
      const written = after === null ? null : Buffer.from(after);
      const ours =
        wanted !== null && written !== null
          ? isTornWrite(now, wanted, written)
          : isBeginningOf(now, written ?? wanted ?? Buffer.alloc(0));
      if (!ours) return CHANGED;
      if (wanted === null) {
        calls.unlinkSync(place.absolute);
        syncFolder(calls, parentOf(place.absolute));
      } else {
        const fd = calls.openSync(place.absolute, EDIT_FLAGS);
        try {
          replaceBytes(calls, fd, now, wanted);
        } finally {
          calls.closeSync(fd);
        }
      }
      return { ok: true, did: 'restored' };
    } catch (error) {
      return { ok: false, why: 'failed', message: failure(path, error) };
    }
  };

  return { overwrite, create, remove, move, restore };
}

function restored(outcome: WriteOutcome): RestoreOutcome {
  if (outcome.ok) return { ok: true, did: 'restored' };
  if (outcome.why === 'changed') return CHANGED;
  return { ok: false, why: 'failed', message: outcome.message };
}

/**
 * Puts `after` where `before` stands, without ever shortening the file first. A grown file's new end is written
 * first: that is where a full disk shows, and taking it back is one `ftruncate`.
 *
 * @throws the system's error, after putting `before` back as far as the disk allows
 */
function replaceBytes(calls: SystemCalls, fd: number, before: Buffer, after: Buffer): void {
  try {
    if (after.length > before.length) writeAll(calls, fd, after, before.length, after.length);
    writeAll(calls, fd, after, 0, Math.min(before.length, after.length));
    if (after.length < before.length) calls.ftruncateSync(fd, after.length);
    calls.fsyncSync(fd);
  } catch (error) {
    try {
      if (calls.fstatSync(fd).size > before.length) calls.ftruncateSync(fd, before.length);
      writeAll(calls, fd, before, 0, before.length);
      calls.fsyncSync(fd);
    } catch {
      // The disk takes nothing any more. The first error says so; the original is in the undo store, and the next
      // start puts it back.
    }
    throw error;
  }
}

function createFile(calls: SystemCalls, absolute: string, bytes: Buffer): void {
  const fd = calls.openSync(absolute, CREATE_FLAGS, 0o666);
  try {
    writeAll(calls, fd, bytes, 0, bytes.length);
    calls.fsyncSync(fd);
  } catch (error) {
    calls.unlinkSync(absolute);
    throw error;
  } finally {
    calls.closeSync(fd);
  }
  syncFolder(calls, parentOf(absolute));
}

/** False if something else stands at the target. Linking first, because a rename would overwrite it. */
function moveFile(calls: SystemCalls, from: string, to: string): boolean {
  try {
    calls.linkSync(from, to);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return renameCase(calls, from, to);
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK') throw error;
    // A file system without hard links (exFAT, some network drives).
    if (calls.lstatSync(to, { throwIfNoEntry: false }) !== undefined) return false;
    calls.renameSync(from, to);
    return true;
  }
  calls.unlinkSync(from);
  return true;
}

/** Where case does not count, `Note.md` «exists» if `note.md` does: the same file under another spelling. */
function renameCase(calls: SystemCalls, from: string, to: string): boolean {
  const listed = calls.readdirSync(parentOf(to), { withFileTypes: true });
  if (listed.some((entry) => entry.name === to.slice(to.lastIndexOf('/') + 1))) return false;
  if (calls.lstatSync(from).ino !== calls.lstatSync(to).ino) return false;
  calls.renameSync(from, to);
  return true;
}

function holds(calls: SystemCalls, absolute: string, expected: string): boolean {
  const now = bytesOf(calls, absolute);
  return now !== null && now !== 'at-work' && now.equals(Buffer.from(expected));
}

/** A copy of the file's bytes; null if it is not there, `at-work` if somebody is writing it (or it is no file). */
function bytesOf(calls: SystemCalls, absolute: string): Buffer | 'at-work' | null {
  let fd: number;
  try {
    fd = calls.openSync(absolute, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const read = readStable(calls, fd, NO_LIMIT);
    return read.ok ? Buffer.from(read.bytes) : 'at-work';
  } finally {
    calls.closeSync(fd);
  }
}

function guarded(path: VaultPath, write: () => WriteOutcome): WriteOutcome {
  try {
    return write();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return CHANGED;
    const why = code === 'EACCES' || code === 'EPERM' || code === 'ENAMETOOLONG' ? 'read-only' : 'failed';
    return { ok: false, why, message: failure(path, error) };
  }
}

function failure(path: VaultPath, error: unknown): string {
  return `${printableName(path)} could not be written: ${errorMeaning(error)}`;
}
