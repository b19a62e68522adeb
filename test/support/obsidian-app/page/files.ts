import type { Vault } from './vault';

export class TAbstractFile {
  parent: TFolder | null = null;
  name: string;

  constructor(
    readonly vault: Vault,
    public path: string,
  ) {
    this.name = path.slice(path.lastIndexOf('/') + 1);
  }
}

export class TFolder extends TAbstractFile {
  readonly children: TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === '/';
  }
}

export class TFile extends TAbstractFile {
  basename = '';
  extension = '';
  stat = { ctime: 0, mtime: 0, size: 0 };

  constructor(vault: Vault, path: string) {
    super(vault, path);
    this.rename(path);
  }

  rename(path: string): void {
    this.path = path;
    this.name = path.slice(path.lastIndexOf('/') + 1);
    const dot = this.name.lastIndexOf('.');
    this.extension = dot > 0 ? this.name.slice(dot + 1).toLowerCase() : '';
    this.basename = dot > 0 ? this.name.slice(0, dot) : this.name;
  }
}
