import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const VAULTS = join(import.meta.dirname, '../vaults');

export type VaultFiles = Record<string, string>;

/** The texts of a vault's folder; files that are no text are there with what they are as text. */
export function vaultFolder(name: string): VaultFiles {
  const root = join(VAULTS, name);
  const files: VaultFiles = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[relative(root, path).split(sep).join('/')] = readFileSync(path, 'utf8');
  }
  return files;
}

/** A note that no rule has anything against, if something links to it. */
export function goodNote(title: string, body: string): string {
  return `---\ntitle: ${title}\ncreated: 2026-07-01\ntags: [garden]\n---\n\n${body}\n`;
}

/** A vault in which nothing is wrong. */
export const CLEAN_VAULT: Readonly<VaultFiles> = {
  'Home.md': goodNote('Home', 'Where the beds are: [[Beans]] and [[Squash]].'),
  'Beans.md': goodNote('Beans', 'Sown in May, see [[Home]].'),
  'Squash.md': goodNote('Squash', 'Beside the [[Beans]].'),
};
