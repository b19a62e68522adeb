import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitError } from '../../src/core/ports';
import { lastWords, type GitRunner } from './run-git';
import { withScratchFolder } from './scratch-folder';

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
    if (result.code > 127) throw new GitError(`git merge-file: ${lastWords(result.stderr)}`);
    return null;
  });
}
