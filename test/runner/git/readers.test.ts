import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { errorCode } from '../../../runner/adapters/system-calls';
import { systemGit } from '../../../runner/adapters/system-git';
import { isoGitReader, type RepositoryFiles } from '../../../src/plugin/adapters/iso-git-reader';
import { gitReaderContract } from '../../support/contracts/git-reader-contract';
import { fixedClock } from '../../support/fixed-clock';
import { memoryStateFs } from '../../support/memory-state-fs';
import { tempRepo } from '../../support/temp-repo';

/** A folder on disk as the app's adapter gives it. */
function filesOnDisk(root: string): RepositoryFiles {
  async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error) ?? '')) return null;
      throw error;
    }
  }
  return {
    read: (file) => orNull(() => readFile(path.join(root, file))),
    list: (folder) => orNull(() => readdir(path.join(root, folder))),
    stat: (file) =>
      orNull(async () => {
        const found = await lstat(path.join(root, file));
        return { folder: found.isDirectory(), size: found.size, mtime: found.mtimeMs };
      }),
  };
}

gitReaderContract('system git', (vault, repo) =>
  systemGit(vault, {
    state: memoryStateFs(),
    clock: fixedClock(),
    env: repo?.env ?? process.env,
    remote: null,
  }),
);
gitReaderContract('isomorphic-git', (vault) => isoGitReader(filesOnDisk(vault), vault));

it('isomorphic-git declines what it would misread', async () => {
  const sha256 = tempRepo({ 'a.md': 'a\n' }, { init: ['--object-format=sha256'] });
  const main = tempRepo({ 'a.md': 'a\n' });
  main.git('worktree', 'add', '-q', path.join(main.folder, 'linked'));
  const folders = [sha256.top, path.join(main.folder, 'linked')];
  for (const folder of folders) {
    const reader = isoGitReader(filesOnDisk(folder), folder);
    expect(await reader.state()).toMatchObject({ kind: 'none', why: 'refused' });
    expect(await reader.headText('a.md')).toBeNull();
  }
});
