import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { GitError } from '../../src/core/ports';
import type { GitRunner } from './run-git';

/** A private folder for the time of `work`. */
export async function withScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hermes-harness-git-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `ours` with the change from `base` to `theirs` merged in; null where both touch the same lines. */
export async function mergeChange(
  git: GitRunner,
  ours: Buffer,
  base: Buffer,
  theirs: Buffer,
): Promise<Buffer | null> {
  if (ours.equals(base)) return theirs;
  if (theirs.equals(base) || ours.equals(theirs)) return ours;
  // git merge-file takes a file with a NUL in it for binary and refuses it.
  if ([ours, base, theirs].some((bytes) => bytes.includes(0))) return null;
  return withScratchFolder(async (folder) => {
    const names = { ours, base, theirs };
    for (const [name, bytes] of Object.entries(names)) await writeFile(path.join(folder, name), bytes);
    const result = await git.run([
      'merge-file',
      '-p',
      '-q',
      ...Object.keys(names).map((name) => path.join(folder, name)),
    ]);
    if (result.code === 0) return result.stdout;
    // The exit code counts conflicts, up to 127; above that git failed.
    if (result.code > 127) throw new GitError(`git merge-file: ${result.stderr.trim()}`);
    return null;
  });
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
