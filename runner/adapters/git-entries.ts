import { createHash } from 'node:crypto';
import { GitError } from '../../src/core/ports';
import type { Repository } from './git-repository';
import type { LineEndRule } from './git-line-ends';
import { lastWords, oneLine, zeroSeparated, type GitCall, type GitRunner } from './run-git';

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
    input: joined(paths.map((path) => `./${path}`)),
  });
  if (result.code > 1) throw new GitError(`git check-ignore: ${lastWords(result.stderr)}`);
  return new Set(zeroSeparated(result.stdout).map((path) => path.slice(2)));
}

/** How git stores a path: with which line ends, or with bytes other than the note's. */
export interface StorageRule extends LineEndRule {
  /** The attribute that makes git store other bytes than the note's; null if none does. */
  readonly converter: string | null;
}

/** The storage rule of each path. */
export async function storageRules(
  git: GitRunner,
  paths: readonly string[],
): Promise<(path: string) => StorageRule> {
  const names = ['text', 'crlf', 'eol', 'filter', 'ident', 'working-tree-encoding'];
  const [attributes, setting] = await Promise.all([
    git.output(['check-attr', '-z', '--stdin', ...names], { input: joined(paths) }),
    git.run(['config', '--get', 'core.autocrlf']),
  ]);
  const autocrlf = autocrlfValue(setting.code === 0 ? oneLine(setting.stdout) : 'false');
  const values = new Map<string, string>();
  const fields = zeroSeparated(attributes);
  for (let i = 0; i + 2 < fields.length; i += 3) {
    values.set(`${fields[i + 1] ?? ''}\0${fields[i] ?? ''}`, fields[i + 2] ?? '');
  }
  return (path) => {
    const value = (name: string): string => values.get(`${name}\0${path}`) ?? 'unspecified';
    const converter = ['filter', 'ident', 'working-tree-encoding'].find(
      (name) => !['unspecified', 'unset'].includes(value(name)),
    );
    return {
      text: value('text'),
      crlf: value('crlf'),
      eol: value('eol'),
      autocrlf,
      converter: converter === undefined ? null : `${converter}=${value(converter)}`,
    };
  };
}

function autocrlfValue(setting: string): 'true' | 'input' | 'false' {
  const word = setting.toLowerCase();
  if (word === 'input') return 'input';
  return ['true', 'yes', 'on', '1', ''].includes(word) ? 'true' : 'false';
}

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

/** The path as git spells it: on macOS it keeps composed names (core.precomposeunicode), whatever the disk lists. */
export function gitSpelling(path: string): string {
  return process.platform === 'darwin' ? path.normalize('NFC') : path;
}

/** `path` below the vault's folder; null if it is outside. */
export function vaultPathOf({ prefix }: Repository, path: string): string | null {
  return path.startsWith(prefix) ? path.slice(prefix.length) : null;
}

function joined(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}
