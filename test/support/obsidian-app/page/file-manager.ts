import type { TAbstractFile } from './files';
import type { Vault } from './vault';

export class FileManager {
  constructor(private readonly vault: Vault) {}

  async trashFile(file: TAbstractFile): Promise<void> {
    await this.vault.delete(file);
  }

  async renameFile(file: TAbstractFile, to: string): Promise<void> {
    await this.vault.rename(file, to);
  }
}
