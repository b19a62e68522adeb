import { GitError } from '../../src/core/ports';
import { lastWords, zeroSeparated, zeroTerminated, type GitCall, type GitRunner } from './run-git';

/** An entry of HEAD's tree. */
export interface TreeEntry {
  readonly mode: string;
  readonly oid: string;
}

/** An entry of the index, with the flags that a rewrite of the entry would lose. */
export interface IndexEntry extends TreeEntry {
  readonly assumeUnchanged: boolean;
  readonly skipWorktree: boolean;
}

/** Modes of files that are neither symbolic links nor submodules. */
export const PLAIN_FILE_MODES: ReadonlySet<string> = new Set(['100644', '100755']);

/** A command line holds 128 kB at least; paths are handed over in portions below that. */
const PORTION = 60_000;

function* portions(paths: readonly string[]): Generator<readonly string[]> {
  let portion: string[] = [];
  let size = 0;
  for (const path of paths) {
    const length = Buffer.byteLength(path) + 1;
    if (size + length > PORTION && portion.length > 0) {
      yield portion;
      portion = [];
      size = 0;
    }
    portion.push(path);
    size += length;
  }
  if (portion.length > 0) yield portion;
}

/** `path` and every folder above it, up to the top. */
export function withFolders(path: string): string[] {
  const all = [path];
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    all.push(path.slice(0, slash));
  }
  return all;
}

/** What `commit` holds at the given paths and at the folders above them. */
export async function treeEntries(
  git: GitRunner,
  commit: string,
  paths: readonly string[],
): Promise<Map<string, TreeEntry>> {
  const found = new Map<string, TreeEntry>();
  for (const some of portions([...new Set(paths.flatMap(withFolders))])) {
    const output = await git.output(['ls-tree', '-z', '-t', '--full-tree', commit, '--', ...some]);
    for (const record of zeroSeparated(output)) {
      const [mode = '', , oid = ''] = record.slice(0, record.indexOf('\t')).split(' ');
      found.set(record.slice(record.indexOf('\t') + 1), { mode, oid });
    }
  }
  return found;
}

/** What the index holds at the given paths. */
export async function indexEntries(
  git: GitRunner,
  paths: readonly string[],
  call: GitCall = {},
): Promise<Map<string, IndexEntry>> {
  const wanted = new Set(paths);
  const found = new Map<string, IndexEntry>();
  for (const some of portions([...wanted])) {
    const output = await git.output(['ls-files', '-z', '-s', '-v', '--', ...some], call);
    for (const record of zeroSeparated(output)) {
      const path = record.slice(record.indexOf('\t') + 1);
      if (!wanted.has(path)) continue;
      const [tag = '', mode = '', oid = ''] = record.slice(0, record.indexOf('\t')).split(' ');
      found.set(path, {
        mode,
        oid,
        // git-ls-files(1), -v: lower case for assume-unchanged; -t: S for skip-worktree.
        assumeUnchanged: tag !== tag.toUpperCase(),
        skipWorktree: tag.toUpperCase() === 'S',
      });
    }
  }
  return found;
}

/** Those of the paths that git ignores; a path it tracks is not ignored. */
export async function ignoredPaths(git: GitRunner, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  // check-ignore knows no literal pathspecs, but nothing that begins with a dot is magic to it.
  const result = await git.run(['check-ignore', '-z', '--stdin'], {
    env: { GIT_LITERAL_PATHSPECS: '0' },
    input: zeroTerminated(paths.map((path) => `./${path}`)),
  });
  if (result.code > 1) throw new GitError(`git check-ignore: ${lastWords(result.stderr)}`);
  return new Set(zeroSeparated(result.stdout).map((path) => path.slice(2)));
}

/** The path as git spells it: on macOS it keeps composed names (core.precomposeunicode), whatever the disk lists. */
export function gitSpelling(path: string): string {
  return process.platform === 'darwin' ? path.normalize('NFC') : path;
}
