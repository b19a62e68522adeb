import type { FileManager, MetadataCache as AppMetadataCache, Vault as AppVault } from 'obsidian';
import { Disk } from './page/disk';
import { FileManager as StandInFileManager } from './page/file-manager';
import { MetadataCache } from './page/metadata-cache';
import { Vault } from './page/vault';

/** The stand-in's vault without its page, typed as the app's: what the plugin uses of it is there. */
export interface OpenVault {
  readonly disk: Disk;
  readonly vault: AppVault;
  readonly fileManager: FileManager;
  readonly metadataCache: AppMetadataCache;
}

/** For tests of adapters: a vault with these files. */
export function openVault(files: Readonly<Record<string, string | Uint8Array>>): OpenVault {
  const disk = new Disk();
  for (const [path, content] of Object.entries(files)) disk.put(path, content);
  const vault = new Vault(disk, '.obsidian');
  return {
    disk,
    vault: vault as unknown as AppVault,
    fileManager: new StandInFileManager(vault) as unknown as FileManager,
    metadataCache: new MetadataCache(vault) as unknown as AppMetadataCache,
  };
}
