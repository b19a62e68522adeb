import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { object, record, string } from 'zod';
import { nodeVaultFs } from '../../runner/adapters/node-vault-fs';
import { scan } from '../../src/core/text/scan';
import { buildIndex } from '../../src/core/vault/build-index';

const folder = new URL('obsidian-cache/', import.meta.url);
const recording = object({
  filePath: string(),
  fileContents: string(),
  resolveLinkToPath: record(string(), string().nullable()),
});
const recordings = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => recording.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))
  .filter(({ resolveLinkToPath }) => Object.keys(resolveLinkToPath).length > 0);

const demo = fileURLToPath(new URL('../vaults/tasks-demo', import.meta.url));

describe('links of the recorded notes lead where the app went', async () => {
  const index = await buildIndex(nodeVaultFs(demo), { showUnsupportedFiles: false });

  it.each(recordings)('$filePath', ({ filePath, fileContents, resolveLinkToPath }) => {
    const targets = scan(fileContents)
      .refs()
      .map((ref): [string, string | null] => {
        const resolution = index.resolve(ref, filePath);
        return [ref.link, resolution.status === 'resolved' ? resolution.target : null];
      });
    expect(Object.fromEntries(targets)).toEqual(resolveLinkToPath);
  });

  it.each(recordings)('$filePath, by the recorded link texts', ({ filePath, resolveLinkToPath }) => {
    for (const [link, target] of Object.entries(resolveLinkToPath))
      for (const syntax of ['wikilink', 'markdown'] as const)
        expect(index.resolve({ link, syntax }, filePath)).toEqual(
          target === null ? { status: 'unresolved' } : { status: 'resolved', target },
        );
  });
});
