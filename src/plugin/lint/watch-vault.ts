import type { App, Component } from 'obsidian';
import { isNotePath } from '../../core/vault/file-table';
import type { VaultPath } from '../../core/ports';

/**
 * Tells of each file that was made, changed, moved or removed, until `owner` is unloaded. Of a note's text the metadata
 * cache tells, once it has read it. Call when the layout is ready: before that the app announces every file as new.
 */
export function watchVault(app: App, owner: Component, changed: (path: VaultPath) => void): void {
  const { vault, metadataCache } = app;
  owner.registerEvent(metadataCache.on('changed', (file) => changed(file.path)));
  const unlessNote = (path: VaultPath): void => {
    if (!isNotePath(path)) changed(path);
  };
  owner.registerEvent(vault.on('modify', (file) => unlessNote(file.path)));
  owner.registerEvent(vault.on('create', (file) => changed(file.path)));
  owner.registerEvent(vault.on('delete', (file) => changed(file.path)));
  owner.registerEvent(
    vault.on('rename', (file, from) => {
      changed(from);
      changed(file.path);
    }),
  );
}
