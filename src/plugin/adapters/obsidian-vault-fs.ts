import { normalizePath, type FileManager, type Stat, type TFile, type Vault } from 'obsidian';
import type {
  FileEntry,
  FileProblem,
  FileStat,
  ReadOutcome,
  RestoreOutcome,
  VaultFs,
  VaultListing,
  VaultPath,
  WriteOutcome,
} from '../../core/ports';
import { folderOf } from '../../core/vault/file-table';
import { judgeRestore } from './unfinished-write';

const CHANGED: WriteOutcome = { ok: false, why: 'changed' };
const DONE: WriteOutcome = { ok: true };
const OUTSIDE = { ok: false, why: 'failed', message: 'is no path inside the vault' } as const;

/** What stands there is not what was expected: leaves a write, `Vault.process` included, without writing. */
class TextChanged extends Error {
  override readonly name = 'TextChanged';
}

/**
 * The vault through the app. Notes go through `Vault`, so that editors and the metadata cache follow; dot-files, which
 * the app does not list, through its adapter. Moves and removals go through `FileManager`: links follow, and the
 * person's choice of trash holds.
 */
export function obsidianVaultFs(vault: Vault, fileManager: FileManager): VaultFs {
  const { adapter } = vault;

  async function ensureFolder(path: VaultPath): Promise<void> {
    const folder = folderOf(path);
    if (folder === '' || (await adapter.exists(folder))) return;
    if (isHidden(folder)) await adapter.mkdir(folder);
    else await vault.createFolder(folder);
  }

  async function holds(path: VaultPath, expected: string): Promise<boolean> {
    const now = await read(path);
    return now.ok && now.text === expected;
  }

  async function read(path: VaultPath): Promise<ReadOutcome> {
    if (!isInside(path)) return { ok: false, problem: null };
    try {
      const known = await adapter.stat(path);
      if (known?.type !== 'file') return { ok: false, problem: null };
      const bytes = await adapter.readBinary(path);
      const text = decode(bytes);
      if (text === null) return { ok: false, problem: invalidUtf8(path) };
      return { ok: true, text, stat: statOf(known) };
    } catch (error) {
      return { ok: false, problem: unreadable(path, error) };
    }
  }

  return {
    list(): Promise<VaultListing> {
      return Promise.resolve(listVault(vault));
    },

    async stat(path): Promise<FileStat | null> {
      const stat = isInside(path) ? await adapter.stat(path) : null;
      return stat?.type === 'file' ? statOf(stat) : null;
    },

    read,

    async overwrite(path, expected, text): Promise<WriteOutcome> {
      const swap = (now: string): string => {
        if (now !== expected) throw new TextChanged();
        return text;
      };
      // The app reads U+FFFD for bytes that are no UTF-8; only the bytes tell which it was.
      if (expected.includes('\ufffd') && !(await holds(path, expected))) return CHANGED;
      const file = vault.getFileByPath(path);
      return written(async () => {
        if (file) await vault.process(file, swap);
        else if (isInside(path) && (await adapter.exists(path))) await adapter.process(path, swap);
        else throw new TextChanged();
      });
    },

    async create(path, text): Promise<WriteOutcome> {
      if (!isInside(path)) return OUTSIDE;
      return written(async () => {
        if (await adapter.exists(path)) throw new TextChanged();
        await ensureFolder(path);
        if (isHidden(path)) await adapter.write(path, text);
        else await vault.create(normalizePath(path), text);
      });
    },

    async remove(path, expected): Promise<WriteOutcome> {
      if (!(await holds(path, expected))) return CHANGED;
      const file = vault.getFileByPath(path);
      return written(async () => {
        if (file) await fileManager.trashFile(file);
        else await adapter.remove(path);
      });
    },

    async move(from, to, expected): Promise<WriteOutcome> {
      if (!isInside(to)) return OUTSIDE;
      if (!(await holds(from, expected))) return CHANGED;
      const file = vault.getFileByPath(from);
      return written(async () => {
        if (await adapter.exists(to)) throw new TextChanged();
        await ensureFolder(to);
        if (file) await fileManager.renameFile(file, normalizePath(to));
        else await adapter.rename(from, to);
      });
    },

    async restore(path, before, after): Promise<RestoreOutcome> {
      if (!isInside(path)) return { ok: false, why: 'failed', message: OUTSIDE.message };
      const encode = (text: string | null): Uint8Array | null =>
        text === null ? null : new TextEncoder().encode(text);
      try {
        const now = (await adapter.exists(path)) ? new Uint8Array(await adapter.readBinary(path)) : null;
        const judged = judgeRestore(now, encode(before), encode(after));
        if (!judged.ok || judged.did === 'nothing') return judged;
        const file = vault.getFileByPath(path);
        if (before !== null) {
          if (file) await vault.modify(file, before);
          else if (now === null && !isHidden(path)) {
            await ensureFolder(path);
            await vault.create(normalizePath(path), before);
          } else await adapter.write(path, before);
        } else if (file) await fileManager.trashFile(file);
        else await adapter.remove(path);
        return judged;
      } catch (error) {
        return { ok: false, why: 'failed', message: messageOf(error) };
      }
    },
  };
}

/** What `VaultFs.list` gives, at once: the app keeps the list in memory. */
export function listVault(vault: Vault): VaultListing {
  const files: FileEntry[] = [];
  const problems: FileProblem[] = [];
  for (const file of vault.getFiles()) {
    if (isHidden(file.path)) continue;
    if (hasControlCharacter(file.path)) problems.push(controlCharacter(file.path));
    else files.push(entryOf(file));
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), problems };
}

/** The app calls the creation date `ctime`; it knows no inode and no time of the last status change. */
export function entryOf(file: TFile): FileEntry {
  return { path: file.path, ...statOf({ ...file.stat, type: 'file' }) };
}

function statOf(stat: Stat): FileStat {
  return { size: stat.size, mtime: stat.mtime, ctime: stat.mtime, birthtime: stat.ctime, inode: 0 };
}

async function written(write: () => Promise<void>): Promise<WriteOutcome> {
  try {
    await write();
    return DONE;
  } catch (error) {
    if (error instanceof TextChanged) return CHANGED;
    return { ok: false, why: 'failed', message: messageOf(error) };
  }
}

/** Keeps a BOM; null if the bytes are no UTF-8. */
function decode(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The app's adapter would follow `..` out of the vault. */
function isInside(path: VaultPath): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function isHidden(path: VaultPath): boolean {
  return path.startsWith('.') || path.includes('/.');
}

/** C0 and C1 controls and DEL, as on a disk. */
function hasControlCharacter(path: VaultPath): boolean {
  return /\p{Cc}/u.test(path);
}

function invalidUtf8(path: VaultPath): FileProblem {
  return {
    path,
    kind: 'invalid-utf8',
    message: 'is no valid UTF-8 text; it is left as it is',
  };
}

function unreadable(path: VaultPath, error: unknown): FileProblem {
  return { path, kind: 'unreadable', message: `cannot be read: ${messageOf(error)}` };
}

function controlCharacter(path: VaultPath): FileProblem {
  return {
    path: JSON.stringify(path),
    kind: 'name-with-control-character',
    message: 'has a control character in its name; rename it to have it looked at',
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
