import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A real folder that is gone when the test has finished. The path has no symbolic link in it. */
export function tempFolder(name = 'hermes-test'): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  // Folders that a test has made unreadable would stop the removal.
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  // A child with another uid must get in.
  chmodSync(folder, 0o755);
  return folder;
}

/** A temporary folder that holds `files` (path to text or bytes). */
export function tempVault(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = tempFolder('hermes-vault');
  for (const [path, content] of Object.entries(files)) {
    const absolute = join(root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
  }
  return root;
}

/** Path to text of every file in the folder, sorted by path; symbolic links and dot-files included, `.git` not. */
export function filesOf(root: string): Record<string, string> {
  const found: [string, string][] = [];
  const walk = (folder: string, prefix: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === '.git') continue;
      if (entry.isDirectory()) walk(join(folder, entry.name), `${prefix}${entry.name}/`);
      else if (entry.isFile())
        found.push([prefix + entry.name, readFileSync(join(folder, entry.name), 'utf8')]);
    }
  };
  walk(root, '');
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
