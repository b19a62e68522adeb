import * as git from 'isomorphic-git';
import { GitError, type GitReader, type GitState } from '../../core/ports';
import { findObstacle, UNDER_WAY } from '../../core/vault/git-obstacle';
import { filePatch, type FileVersion } from './git-patch';

/** The vault's folder, for reading. Paths are `/`-separated and start below it (`.git/HEAD`); '' is the folder. */
export interface RepositoryFiles {
  /** Null: no such file. */
  read(path: string): Promise<Uint8Array | null>;
  /** Names in a folder; null: no such folder. */
  list(path: string): Promise<readonly string[] | null>;
  /** Null: nothing stands there. `mtime` in milliseconds. */
  stat(path: string): Promise<{ folder: boolean; size: number; mtime: number } | null>;
}

/** What isomorphic-git is told the vault's folder is. */
const ROOT = '/vault';

/**
 * Reads a repository without a git program: isomorphic-git, which is given no way to write (two writers corrupted an
 * index when tried, and it honours no lock). `name` is how messages call the folder. The repository must be the
 * vault's own: what lies above the vault's folder is out of reach in the app.
 */
export function isoGitReader(files: RepositoryFiles, name: string): GitReader {
  const at = { fs: { promises: readOnly(files) }, dir: ROOT };
  // Pack indexes are parsed once for all calls.
  const cache = {};

  async function whyNot(): Promise<Extract<GitState, { kind: 'none' }> | null> {
    const none = (
      why: 'no-repository' | 'refused',
      message: string,
    ): Extract<GitState, { kind: 'none' }> => ({
      kind: 'none',
      why,
      message,
    });
    const folder = await files.stat('.git');
    if (folder === null)
      return none('no-repository', `${name} is in no git work tree: the vault is served without history`);
    if (!folder.folder) {
      return none(
        'refused',
        `${name} is a linked work tree or a submodule: its history can be read by the runner only`,
      );
    }
    const config = await files.read('.git/config');
    const settings = config === null ? '' : new TextDecoder().decode(config);
    // isomorphic-git would misread these without a word.
    const unknown = /^\s*(objectformat\s*=\s*sha256|refstorage\s*=\s*reftable)\s*$/im.exec(settings);
    if (unknown !== null) {
      return none(
        'refused',
        `the repository is of a kind that only the runner can read (${unknown[1] ?? ''})`,
      );
    }
    return null;
  }

  async function state(): Promise<GitState> {
    const none = await whyNot();
    if (none !== null) return none;
    const branch = (await git.currentBranch({ ...at, fullname: true })) ?? null;
    const commit = await resolved('HEAD');
    let underWay = null;
    for (const one of UNDER_WAY) {
      if (underWay === null && (await files.stat(`.git/${one.file}`)) !== null) underWay = one;
    }
    const lock = '.git/index.lock';
    const obstacle = findObstacle({
      top: name,
      branch,
      commit,
      underWay,
      unmerged: null,
      indexLock: (await files.stat(lock)) === null ? null : `${name}/${lock}`,
    });
    return { kind: 'repository', branch, commit, obstacle };
  }

  async function resolved(ref: string): Promise<string | null> {
    return unlessMissing(() => git.resolveRef({ ...at, ref }));
  }

  return {
    state: () => named(state),
    headText: (path) =>
      named(async () => {
        if ((await whyNot()) !== null) return null;
        const oid = await resolved('HEAD');
        if (oid === null) return null;
        const found = await unlessMissing(() => git.readBlob({ ...at, cache, oid, filepath: path }));
        return found === null ? null : utf8Text(found.blob);
      }),
    showCommit: (commit) =>
      named(async () => {
        if (!/^[0-9a-f]{40}$/.test(commit) || (await whyNot()) !== null) return null;
        const read = await unlessMissing(() => git.readCommit({ ...at, cache, oid: commit }));
        if (read === null || read.oid !== commit) return null;
        return changesBetween(read.commit.parent[0] ?? null, commit);
      }),
  };

  async function changesBetween(parent: string | null, commit: string): Promise<string> {
    const trees = [...(parent === null ? [] : [parent]), commit].map((ref) => git.TREE({ ref }));
    const patches: { path: string; patch: string }[] = [];
    await git.walk({
      ...at,
      cache,
      trees,
      map: async (path, entries): Promise<unknown> => {
        const after = entries.at(-1) ?? null;
        const before = parent === null ? null : (entries[0] ?? null);
        const [oldId, newId] = [await before?.oid(), await after?.oid()];
        // Null: git.walk does not go into this folder.
        const sameMode = (await before?.mode()) === (await after?.mode());
        if (path !== '.' && oldId === newId && sameMode) return null;
        const [oldFile, newFile] = [await version(before), await version(after)];
        if (oldFile !== null || newFile !== null) {
          patches.push({ path, patch: filePatch(path, oldFile, newFile) });
        }
        return undefined;
      },
    });
    return patches
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ patch }) => patch)
      .join('');
  }
}

/** A file of one side of the walk; null for a folder, a submodule, or nothing. */
async function version(entry: git.WalkerEntry | null): Promise<FileVersion | null> {
  if (entry === null || (await entry.type()) !== 'blob') return null;
  const mode = (await entry.mode()).toString(8).padStart(6, '0');
  return { id: await entry.oid(), mode, bytes: (await entry.content()) ?? new Uint8Array() };
}

function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // No UTF-8: not the text of a note.
    return null;
  }
}

/** Null where git has no such thing, or something of another type. */
async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof git.Errors.NotFoundError || error instanceof git.Errors.ObjectTypeError) return null;
    throw error;
  }
}

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitError) throw error;
    throw new GitError(
      `the repository cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** A file system as isomorphic-git wants one, that refuses to change anything. */
function readOnly(files: RepositoryFiles): git.PromiseFsClient['promises'] {
  const below = (path: string): string => path.slice(ROOT.length).replace(/^\/+/, '');
  const missing = (path: string): Error =>
    Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
  const refuse = (): Promise<never> => Promise.reject(new GitError('the app only reads the repository'));

  async function stat(path: string): Promise<object> {
    const found = await files.stat(below(path));
    if (found === null) throw missing(path);
    return {
      isFile: () => !found.folder,
      isDirectory: () => found.folder,
      isSymbolicLink: () => false,
      size: found.size,
      mtimeMs: found.mtime,
      ctimeMs: found.mtime,
    };
  }

  return {
    // isomorphic-git asks once without a path, to see whether a promise comes back.
    async readFile(
      path: string = ROOT,
      options?: string | { encoding?: string },
    ): Promise<Uint8Array | string> {
      const bytes = await files.read(below(path));
      if (bytes === null) throw missing(path);
      const encoding = typeof options === 'string' ? options : options?.encoding;
      return encoding === undefined ? bytes : new TextDecoder().decode(bytes);
    },
    async readdir(path: string): Promise<readonly string[]> {
      const names = await files.list(below(path));
      if (names === null) throw missing(path);
      return names;
    },
    stat,
    lstat: stat,
    readlink: refuse,
    writeFile: refuse,
    unlink: refuse,
    mkdir: refuse,
    rmdir: refuse,
    symlink: refuse,
  };
}
