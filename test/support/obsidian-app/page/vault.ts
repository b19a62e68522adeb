import { parentOf, type Disk } from './disk';
import { Events } from './events';
import { TFile, TFolder, type TAbstractFile } from './files';

/** The vault as the app sees it: files and folders outside dot-folders, with events. */
export class Vault extends Events {
  readonly adapter: Disk;
  readonly configDir: string;
  readonly #loaded = new Map<string, TAbstractFile>();
  readonly #cached = new Map<string, { mtime: number; text: string }>();
  readonly #root: TFolder;

  constructor(disk: Disk, configDir: string) {
    super();
    this.adapter = disk;
    this.configDir = configDir;
    this.#root = new TFolder(this, '/');
    this.#loaded.set('/', this.#root);
    for (const path of disk.files.keys()) this.#take(path);
    disk.on('changed', (path: string) => this.#take(path));
    disk.on('renamed', (from: string, to: string) => this.#renamed(from, to));
  }

  getName(): string {
    return this.adapter.getName();
  }

  getRoot(): TFolder {
    return this.#root;
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.#loaded.get(path) ?? null;
  }

  getFileByPath(path: string): TFile | null {
    const file = this.#loaded.get(path);
    return file instanceof TFile ? file : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const folder = this.#loaded.get(path);
    return folder instanceof TFolder ? folder : null;
  }

  getFiles(): TFile[] {
    return [...this.#loaded.values()].filter((file) => file instanceof TFile);
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter((file) => file.extension === 'md');
  }

  async read(file: TFile): Promise<string> {
    return this.adapter.read(file.path);
  }

  async cachedRead(file: TFile): Promise<string> {
    const cached = this.#cached.get(file.path);
    if (cached?.mtime === file.stat.mtime) return cached.text;
    const { mtime } = file.stat;
    const text = await this.adapter.read(file.path);
    this.#cached.set(file.path, { mtime, text });
    return text;
  }

  async readBinary(file: TFile): Promise<ArrayBuffer> {
    return this.adapter.readBinary(file.path);
  }

  async create(path: string, data: string): Promise<TFile> {
    if (await this.adapter.exists(path)) throw new Error('File already exists.');
    if (parentOf(path) !== '' && !this.getFolderByPath(parentOf(path))) {
      throw new Error(`ENOENT: no such file or directory, open '${path}'`);
    }
    await this.adapter.write(path, data);
    const file = this.getFileByPath(path);
    if (!file) throw new Error(`${path} is not loaded`);
    return file;
  }

  async createFolder(path: string): Promise<TFolder> {
    if (await this.adapter.exists(path)) throw new Error('Folder already exists.');
    await this.adapter.mkdir(path);
    return this.#folder(path);
  }

  async modify(file: TFile, data: string): Promise<void> {
    await this.adapter.write(file.path, data);
  }

  async process(file: TFile, change: (data: string) => string): Promise<string> {
    return this.adapter.process(file.path, change);
  }

  async delete(file: TAbstractFile): Promise<void> {
    await this.adapter.remove(file.path);
  }

  async rename(file: TAbstractFile, to: string): Promise<void> {
    await this.adapter.rename(file.path, to);
  }

  #take(path: string): void {
    if (path.split('/').some((part) => part.startsWith('.'))) return;
    const known = this.getFileByPath(path);
    const onDisk = this.adapter.files.get(path);
    if (!onDisk) {
      if (known) this.#forget(known);
      return;
    }
    const file = known ?? new TFile(this, path);
    file.stat = { ctime: onDisk.ctime, mtime: onDisk.mtime, size: onDisk.bytes.length };
    if (known) {
      this.trigger('modify', file);
      return;
    }
    this.#attach(file);
    this.trigger('create', file);
  }

  #forget(file: TFile): void {
    this.#loaded.delete(file.path);
    this.#detach(file);
    this.trigger('delete', file);
  }

  #renamed(from: string, to: string): void {
    const file = this.getFileByPath(from);
    if (!file) return;
    this.#loaded.delete(from);
    this.#detach(file);
    file.rename(to);
    this.#attach(file);
    this.trigger('rename', file, from);
  }

  #attach(file: TAbstractFile): void {
    const parent = this.#folder(parentOf(file.path));
    file.parent = parent;
    parent.children.push(file);
    this.#loaded.set(file.path, file);
  }

  #detach(file: TAbstractFile): void {
    const siblings = file.parent?.children;
    const at = siblings?.indexOf(file) ?? -1;
    if (at >= 0) siblings?.splice(at, 1);
  }

  #folder(path: string): TFolder {
    if (path === '') return this.#root;
    const known = this.#loaded.get(path);
    if (known instanceof TFolder) return known;
    const folder = new TFolder(this, path);
    this.#attach(folder);
    return folder;
  }
}
