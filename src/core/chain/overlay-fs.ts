import type {
  Clock,
  FileEntry,
  FileStat,
  ReadOutcome,
  RestoreOutcome,
  StateFs,
  VaultFs,
  VaultListing,
  VaultPath,
  WriteOutcome,
} from '../ports';

interface Written {
  readonly text: string;
  readonly stat: FileStat;
}

/** One file that a rehearsal would have written; null is «no such file». */
export interface RehearsedFile {
  readonly path: VaultPath;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * A vault in which everything can be written and nothing is: reads see the real files with the writes laid over
 * them. A dry run is the same night on such a vault.
 */
export class OverlayVaultFs implements VaultFs {
  private readonly written = new Map<VaultPath, Written | null>();

  constructor(
    private readonly base: VaultFs,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<VaultListing> {
    const below = await this.base.list();
    const files = below.files.filter(({ path }) => !this.written.has(path));
    for (const [path, file] of this.written) {
      if (file !== null && !isHidden(path)) files.push(entryOf(path, file.stat));
    }
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { files, problems: below.problems.filter(({ path }) => !this.written.has(path)) };
  }

  async stat(path: VaultPath): Promise<FileStat | null> {
    const over = this.written.get(path);
    return over === undefined ? this.base.stat(path) : (over?.stat ?? null);
  }

  async read(path: VaultPath): Promise<ReadOutcome> {
    const over = this.written.get(path);
    if (over === undefined) return this.base.read(path);
    return over === null ? { ok: false, problem: null } : { ok: true, ...over };
  }

  async overwrite(path: VaultPath, expected: string, text: string): Promise<WriteOutcome> {
    const now = await this.read(path);
    if (!now.ok || now.text !== expected) return { ok: false, why: 'changed' };
    this.put(path, text, now.stat);
    return { ok: true };
  }

  async create(path: VaultPath, text: string): Promise<WriteOutcome> {
    if ((await this.stat(path)) !== null) return { ok: false, why: 'changed' };
    this.put(path, text, null);
    return { ok: true };
  }

  async remove(path: VaultPath, expected: string): Promise<WriteOutcome> {
    const now = await this.read(path);
    if (!now.ok || now.text !== expected) return { ok: false, why: 'changed' };
    this.written.set(path, null);
    return { ok: true };
  }

  async move(from: VaultPath, to: VaultPath, expected: string): Promise<WriteOutcome> {
    const now = await this.read(from);
    if (!now.ok || now.text !== expected || (await this.stat(to)) !== null) {
      return { ok: false, why: 'changed' };
    }
    this.put(to, now.text, now.stat);
    this.written.set(from, null);
    return { ok: true };
  }

  async restore(path: VaultPath, before: string | null, after: string | null): Promise<RestoreOutcome> {
    const now = await this.read(path);
    const text = now.ok ? now.text : null;
    if (text === before) return { ok: true, did: 'nothing' };
    if (text !== after) return { ok: false, why: 'changed' };
    if (before === null) this.written.set(path, null);
    else this.put(path, before, now.ok ? now.stat : null);
    return { ok: true, did: 'restored' };
  }

  /** What would have been written, sorted by path; files that end as they began are left out. */
  async rehearsed(): Promise<readonly RehearsedFile[]> {
    const files: RehearsedFile[] = [];
    for (const [path, file] of this.written) {
      const below = await this.base.read(path);
      const before = below.ok ? below.text : null;
      const after = file?.text ?? null;
      if (before !== after) files.push({ path, before, after });
    }
    return files.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  private put(path: VaultPath, text: string, before: FileStat | null): void {
    const now = this.clock.now();
    this.written.set(path, {
      text,
      stat: {
        size: utf8Length(text),
        mtime: now,
        ctime: now,
        birthtime: before?.birthtime ?? now,
        inode: before?.inode ?? 0,
      },
    });
  }
}

/** The device's state with writes laid over it that nobody will see again. */
export class OverlayStateFs implements StateFs {
  private readonly written = new Map<string, Uint8Array | null>();

  constructor(private readonly base: StateFs) {}

  async read(key: string): Promise<Uint8Array | null> {
    const over = this.written.get(key);
    return over === undefined ? this.base.read(key) : over;
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    this.written.set(key, bytes);
  }

  async remove(key: string): Promise<void> {
    this.written.set(key, null);
  }

  async list(prefix: string): Promise<readonly string[]> {
    const below = await this.base.list(prefix);
    const keys = below.filter((key) => !this.written.has(key));
    for (const [key, bytes] of this.written) if (bytes !== null && key.startsWith(prefix)) keys.push(key);
    return keys.sort();
  }
}

function entryOf(path: VaultPath, stat: FileStat): FileEntry {
  return { path, ...stat };
}

/** Dot-files and what lies in dot-folders are never listed. */
function isHidden(path: VaultPath): boolean {
  return path.split('/').some((segment) => segment.startsWith('.'));
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
