import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What Obsidian calls its settings folder unless the person renames it. */
const USUAL = '.obsidian';

/**
 * Name of the vault's folder of Obsidian settings. Only the app knows a renamed one for sure; from outside it is the
 * only folder with a dot in front that holds an `app.json`. Where that says nothing, it is the usual one.
 */
export function settingsFolder(root: string): string {
  if (existsSync(join(root, USUAL))) return USUAL;
  const [only, another] = dotFoldersWith(root, ['app.json']);
  return only !== undefined && another === undefined ? only : USUAL;
}

/**
 * Whether Obsidian has opened this folder as a vault, whatever its settings folder is called. Other programs have an
 * `app.json` as well: of a renamed folder a second file is asked for that Obsidian makes in every vault.
 */
export function isObsidianVault(folder: string): boolean {
  return (
    existsSync(join(folder, USUAL)) || dotFoldersWith(folder, ['app.json', 'core-plugins.json']).length === 1
  );
}

function dotFoldersWith(root: string, files: readonly string[]): readonly string[] {
  return dotFolders(root).filter((name) => files.every((file) => existsSync(join(root, name, file))));
}

/** A folder that may not be listed has none: whoever reads the vault says what is wrong with it. */
function dotFolders(root: string): readonly string[] {
  try {
    return readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.startsWith('.'))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
