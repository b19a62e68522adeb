import type {
  FileEntry,
  FileProblem,
  FileStat,
  RestoreOutcome,
  VaultFs,
  WriteOutcome,
} from '../../src/core/ports';
import { isBeginningOf, isTornWrite } from '../../src/core/vault/torn-write';

export type VaultMethod = keyof VaultFs;

/** Seen before each call: return an outcome to give instead, or change the vault first, as a person would. */
export type Interception = (call: {
  readonly method: VaultMethod;
  readonly path: string;
}) => WriteOutcome | undefined;

export interface MemoryVaultFs extends VaultFs {
  /** Puts a text there as a person would: no questions asked, a new mtime. */
  put(path: string, content: string | Uint8Array): void;
  /** Removes the file as a person would. */
  drop(path: string): void;
  /** Path to text of everything that stands, sorted by path. */
  snapshot(): Record<string, string>;
  /** Time of the last change, for notes that are too fresh; `Date` is never asked. */
  time: number;
  intercept: Interception | null;
  /** Listed as they are. */
  readonly problems: FileProblem[];
}

interface Stored {
  readonly bytes: Uint8Array;
  readonly stat: FileStat;
}

/** A vault that lives in this process. `files` maps paths to texts (or bytes, for what is no UTF-8). */
export function memoryVaultFs(files: Readonly<Record<string, string | Uint8Array>> = {}): MemoryVaultFs {
  const stored = new Map<string, Stored>();
  const encoder = new TextEncoder();
  let inodes = 0;

  const store = (path: string, content: string | Uint8Array) => {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    const old = stored.get(path)?.stat;
    const stat: FileStat = {
      size: bytes.length,
      mtime: vault.time,
      ctime: vault.time,
      birthtime: old?.birthtime ?? vault.time,
      inode: old?.inode ?? ++inodes,
    };
    stored.set(path, { bytes, stat });
  };
  const holds = (path: string, text: string) => {
    const now = stored.get(path);
    return now !== undefined && sameBytes(now.bytes, encoder.encode(text));
  };
  const writing = (method: VaultMethod, path: string, work: () => WriteOutcome): WriteOutcome =>
    vault.intercept?.({ method, path }) ?? work();
  const changed: WriteOutcome = { ok: false, why: 'changed' };
  const done: WriteOutcome = { ok: true };

  const vault: MemoryVaultFs = {
    time: Date.UTC(2026, 0, 1),
    intercept: null,
    problems: [],
    put: store,
    drop: (path) => void stored.delete(path),
    snapshot: () =>
      Object.fromEntries(
        sortedPaths(stored.keys()).map((path) => [
          path,
          new TextDecoder('utf-8', { ignoreBOM: true }).decode(stored.get(path)?.bytes),
        ]),
      ),

    list: async () => {
      const visible = [...stored.keys()].filter(
        (path) => !path.split('/').some((part) => part.startsWith('.')),
      );
      const entries = sortedPaths(visible).flatMap((path): FileEntry[] => {
        const file = stored.get(path);
        return file === undefined ? [] : [{ path, ...file.stat }];
      });
      return { files: entries, problems: [...vault.problems] };
    },
    stat: async (path) => stored.get(path)?.stat ?? null,
    read: async (path) => {
      vault.intercept?.({ method: 'read', path });
      const file = stored.get(path);
      if (file === undefined) return { ok: false, problem: null };
      try {
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file.bytes);
        return { ok: true, text, stat: file.stat };
      } catch {
        return { ok: false, problem: { path, kind: 'invalid-utf8', message: 'is no valid UTF-8 text' } };
      }
    },
    overwrite: async (path, expected, text) =>
      writing('overwrite', path, () => {
        if (!holds(path, expected)) return changed;
        store(path, text);
        return done;
      }),
    create: async (path, text) =>
      writing('create', path, () => {
        if (!staysBelow(path))
          return { ok: false, why: 'read-only', message: `${path} does not lie in the vault` };
        if (stored.has(path)) return changed;
        store(path, text);
        return done;
      }),
    remove: async (path, expected) =>
      writing('remove', path, () => {
        if (!holds(path, expected)) return changed;
        stored.delete(path);
        return done;
      }),
    move: async (from, to, expected) =>
      writing('move', from, () => {
        const file = stored.get(from);
        if (file === undefined || stored.has(to) || !holds(from, expected)) return changed;
        stored.delete(from);
        stored.set(to, file);
        return done;
      }),
    restore: async (path, before, after) => {
      const refused = vault.intercept?.({ method: 'restore', path });
      if (refused?.ok === false && refused.why !== 'changed') {
        return { ok: false, why: 'failed', message: refused.message };
      }
      const now = stored.get(path)?.bytes ?? null;
      const wanted = before === null ? null : encoder.encode(before);
      const written = after === null ? null : encoder.encode(after);
      const result = judge(now, wanted, written);
      if (result.ok && result.did === 'restored') {
        if (before === null) stored.delete(path);
        else store(path, before);
      }
      return result;
    },
  };
  for (const [path, content] of Object.entries(files)) store(path, content);
  return vault;
}

function judge(
  now: Uint8Array | null,
  wanted: Uint8Array | null,
  written: Uint8Array | null,
): RestoreOutcome {
  const nothing = { ok: true, did: 'nothing' } as const;
  const restored = { ok: true, did: 'restored' } as const;
  const changed = { ok: false, why: 'changed' } as const;
  if (now === null) return wanted === null ? nothing : written === null ? restored : changed;
  if (wanted !== null && sameBytes(now, wanted)) return nothing;
  const whole = written ?? wanted;
  if (wanted !== null && written !== null) return isTornWrite(now, wanted, written) ? restored : changed;
  return whole !== null && isBeginningOf(now, whole) ? restored : changed;
}

function staysBelow(path: string): boolean {
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function sortedPaths(paths: Iterable<string>): string[] {
  return [...paths].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
