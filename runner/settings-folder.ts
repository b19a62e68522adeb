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
  const found = readdirSync(root, { withFileTypes: true }).filter(
    (entry) =>
      entry.isDirectory() && entry.name.startsWith('.') && existsSync(join(root, entry.name, 'app.json')),
  );
  const [only] = found;
  return found.length === 1 && only !== undefined ? only.name : USUAL;
}
