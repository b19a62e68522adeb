// Applies edits to a vault and prints what came of it, and the vault as it can be read afterwards.
// Usage: apply-edits.mjs ROOT STATE < edits.json
import { readFileSync } from 'node:fs';
import { nodeVaultFs } from '../../../runner/adapters/node-vault-fs';
import type { FileEdit } from '../../../src/core/vault/changeset';
import { applyOnDisk } from '../killed-apply';

const [root = '', state = ''] = process.argv.slice(2);
const edits = JSON.parse(readFileSync(0, 'utf8')) as FileEdit[];
const outcome = await applyOnDisk(root, state, edits);

const vault = nodeVaultFs(root);
const { files, problems } = await vault.list();
const found: Record<string, string> = {};
const unread = [...problems];
for (const { path } of files) {
  const read = await vault.read(path);
  if (read.ok) found[path] = read.text;
  else if (read.problem !== null) unread.push(read.problem);
}
process.stdout.write(JSON.stringify({ outcome, files: found, problems: unread }));
