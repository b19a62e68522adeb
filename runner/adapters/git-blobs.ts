import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../../src/core/ports';
import type { GitRunner } from './run-git';
import { withScratchFolder } from './scratch-folder';

/** The id that git gives these bytes as a blob, in a repository whose ids are as long as `like`. */
export function blobId(bytes: Buffer, like: string): string {
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${String(bytes.length)}\0`)
    .update(bytes)
    .digest('hex');
}

/** Reads blobs by id. */
export async function readBlobs(git: GitRunner, ids: Iterable<string>): Promise<Map<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return blobs;
  const output = await git.output(['cat-file', '--batch'], { input: `${wanted.join('\n')}\n` });
  let at = 0;
  for (const id of wanted) {
    const end = output.indexOf(0x0a, at);
    const [, type, size] = output.toString('latin1', at, end).split(' ');
    if (type !== 'blob' || size === undefined) {
      throw new GitError(`git has lost object ${id}; run git fsck in the repository`);
    }
    blobs.set(id, output.subarray(end + 1, end + 1 + Number(size)));
    at = end + 1 + Number(size) + 1;
  }
  return blobs;
}

/** Stores the blobs; each then has the id that `blobId` gives. */
export async function storeBlobs(git: GitRunner, blobs: ReadonlyMap<string, Buffer>): Promise<void> {
  if (blobs.size === 0) return;
  await withScratchFolder(async (folder) => {
    const names: string[] = [];
    for (const bytes of blobs.values()) {
      const name = path.join(folder, String(names.length));
      await writeFile(name, bytes);
      names.push(name);
    }
    const output = await git.output(['hash-object', '-w', '--no-filters', '--stdin-paths'], {
      input: `${names.join('\n')}\n`,
    });
    const ids = output.toString('latin1').trim().split('\n');
    const wrong = [...blobs.keys()].find((id, i) => ids[i] !== id);
    if (wrong !== undefined) throw new GitError(`git stored other bytes than it was given for ${wrong}`);
  });
}
