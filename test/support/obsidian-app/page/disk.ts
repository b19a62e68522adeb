import { Events } from './events';

interface DiskFile {
  bytes: Uint8Array;
  ctime: number;
  mtime: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function copy(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/**
 * The folder under the vault, dot-folders included, in memory; also the app's `DataAdapter` over it. Every call
 * takes `latency` milliseconds. `changed` is triggered with the path, whoever wrote.
 */
export class Disk extends Events {
  readonly files = new Map<string, DiskFile>();
  readonly folders = new Set<string>();
  latency = 0;
  /** Paths that cannot be read, as after a permission error. */
  readonly unreadable = new Set<string>();
  /** Calls of reading methods so far. */
  reads = 0;
  #now = Date.UTC(2026, 6, 4, 9);

  getName(): string {
    return 'Demo vault';
  }

  async exists(path: string): Promise<boolean> {
    await this.#wait();
    return this.files.has(path) || this.folders.has(path);
  }

  async stat(path: string): Promise<{
    type: 'file' | 'folder';
    ctime: number;
    mtime: number;
    size: number;
  } | null> {
    await this.#wait();
    const file = this.files.get(path);
    if (file) return { type: 'file', ctime: file.ctime, mtime: file.mtime, size: file.bytes.length };
    return this.folders.has(path) ? { type: 'folder', ctime: 0, mtime: 0, size: 0 } : null;
  }

  async list(path: string): Promise<{ files: string[]; folders: string[] }> {
    await this.#wait();
    const inside = (name: string): boolean => parentOf(name) === (path === '/' ? '' : path);
    return { files: [...this.files.keys()].filter(inside), folders: [...this.folders].filter(inside) };
  }

  async read(path: string): Promise<string> {
    return decoder.decode(await this.readBinary(path));
  }

  async readBinary(path: string): Promise<ArrayBuffer> {
    await this.#wait();
    this.reads += 1;
    if (this.unreadable.has(path)) throw new Error(`EACCES: permission denied, open '${path}'`);
    return copy(this.#need(path).bytes);
  }

  async write(path: string, data: string, options?: { mtime?: number }): Promise<void> {
    await this.writeBinary(path, copy(encoder.encode(data)), options);
  }

  async writeBinary(path: string, data: ArrayBuffer, options?: { mtime?: number }): Promise<void> {
    await this.#wait();
    this.put(path, new Uint8Array(data), options?.mtime);
  }

  async process(path: string, change: (data: string) => string): Promise<string> {
    await this.#wait();
    const before = decoder.decode(this.#need(path).bytes);
    const after = change(before);
    if (after !== before) this.put(path, encoder.encode(after));
    return after;
  }

  async mkdir(path: string): Promise<void> {
    await this.#wait();
    this.#addFolders(path);
  }

  async remove(path: string): Promise<void> {
    await this.#wait();
    this.#need(path);
    this.take(path);
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#wait();
    const file = this.#need(from);
    if (this.files.has(to)) throw new Error(`Destination file already exists: ${to}`);
    if (parentOf(to) !== '' && !this.folders.has(parentOf(to))) {
      throw new Error(`ENOENT: no such file or directory, rename '${from}' -> '${to}'`);
    }
    this.files.delete(from);
    this.files.set(to, file);
    this.trigger('renamed', from, to);
  }

  /** Writes at once, as another program does. */
  put(path: string, data: string | Uint8Array, mtime?: number): void {
    this.#now += 1000;
    const bytes = typeof data === 'string' ? encoder.encode(data) : data;
    const old = this.files.get(path);
    this.#addFolders(parentOf(path));
    this.files.set(path, { bytes, ctime: old?.ctime ?? this.#now, mtime: mtime ?? this.#now });
    this.trigger('changed', path);
  }

  /** Removes at once, as another program does. */
  take(path: string): void {
    if (this.files.delete(path)) this.trigger('changed', path);
  }

  text(path: string): string | null {
    const file = this.files.get(path);
    return file ? decoder.decode(file.bytes) : null;
  }

  #need(path: string): DiskFile {
    const file = this.files.get(path);
    if (!file) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
    return file;
  }

  #addFolders(path: string): void {
    for (let folder = path; folder !== ''; folder = parentOf(folder)) this.folders.add(folder);
  }

  async #wait(): Promise<void> {
    const { latency } = this;
    if (latency > 0) await new Promise((done) => setTimeout(done, latency));
    else await Promise.resolve();
  }
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}
