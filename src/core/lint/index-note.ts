import type { VaultPath } from '../ports';

/** The folder of a file; empty for the top of the vault. */
export function folderOf(path: VaultPath): VaultPath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** True for `_index.md`, the note that leads through its folder. */
export function isIndexNote(path: VaultPath): boolean {
  return /(^|\/)_index\.md$/i.test(path);
}
