import type { Dirent, Stats } from 'node:fs';
import type { FileEntry, FileProblem, FileStat, VaultListing, VaultPath } from '../../src/core/ports';
import type { SystemCalls } from './system-calls';
import { errorCode, errorMeaning } from './system-calls';
import type { VaultPlaces } from './vault-places';
import { hasControlCharacter, printableName } from './vault-places';

export function fileStat(stats: Stats): FileStat {
  return {
    size: stats.size,
    mtime: stats.mtimeMs,
    ctime: stats.ctimeMs,
    birthtime: stats.birthtimeMs === 0 ? null : stats.birthtimeMs,
    inode: stats.ino,
  };
}

/** Written out: a spread costs as much as the system call. */
function fileEntry(path: VaultPath, stats: Stats): FileEntry {
  return {
    path,
    size: stats.size,
    mtime: stats.mtimeMs,
    ctime: stats.ctimeMs,
    birthtime: stats.birthtimeMs === 0 ? null : stats.birthtimeMs,
    inode: stats.ino,
  };
}

/** `.Note.md.icloud` stands for a `Note.md` that iCloud keeps elsewhere. */
const ICLOUD = /^\.(.+)\.icloud$/;

/** Name under which iCloud leaves a file's placeholder. */
export function icloudName(name: string): string {
  return `.${name}.icloud`;
}

const IF_THERE = { throwIfNoEntry: false } as const;
const WITH_TYPES = { withFileTypes: true } as const;

/**
 * Lists every file outside dot-folders, sorted by path, with what could not be listed. One `readdir` a folder and
 * one `lstat` a file, which is as little as it can be.
 *
 * A link to a file is a file, wherever it ends (reading it says so if that is outside). A link to a folder is not
 * followed: Obsidian ignores links from one folder of the vault to another (its help, "Symbolic links and
 * junctions"), because each note would be there twice, and nothing outside the vault is ours.
 */
export function walkVault(calls: SystemCalls, places: VaultPlaces): VaultListing {
  const files: FileEntry[] = [];
  const problems: FileProblem[] = [];
  const problem = (path: VaultPath, kind: FileProblem['kind'], message: string) =>
    problems.push({ path: printableName(path), kind, message });

  const addFile = (path: VaultPath, absolute: string) => {
    const stats = calls.lstatSync(absolute, IF_THERE);
    if (stats !== undefined) {
      const entry = fileEntry(path, stats);
      files.push(entry);
      // A file without blocks may be in the cloud: reading it needs a closer look.
      if (stats.isFile() && (stats.blocks > 0 || stats.size === 0)) places.walked.set(path, entry);
    } else if (path.includes('\ufffd'))
      problem(path, 'unreadable', 'has a name that is not valid UTF-8; rename it');
  };

  const addLink = (path: VaultPath, absolute: string) => {
    let stats: Stats | undefined;
    try {
      stats = calls.statSync(absolute, IF_THERE);
    } catch (error) {
      if (errorCode(error) === 'ELOOP') problem(path, 'symlink-loop', 'leads in a circle, by symbolic links');
      else problem(path, 'unreadable', `cannot be reached: ${errorMeaning(error)}`);
      return;
    }
    if (stats === undefined) problem(path, 'unreadable', 'is a symbolic link to something that is not there');
    else if (stats.isFile()) files.push(fileEntry(path, stats));
    else if (stats.isDirectory()) linkedFolder(path, absolute);
  };

  const linkedFolder = (path: VaultPath, absolute: string) => {
    const target = calls.realpathSync(absolute);
    if (!places.isInside(target)) {
      problem(
        path,
        'symlink-outside',
        `leads out of the vault by a symbolic link, to ${printableName(target)}`,
      );
    } else if (`${absolute}/`.startsWith(target === '/' ? '/' : `${target}/`)) {
      problem(
        path,
        'symlink-loop',
        'is a symbolic link to a folder that holds it; its notes are served once',
      );
    }
  };

  const walk = (prefix: string, folder: string) => {
    let entries: Dirent[];
    try {
      entries = calls.readdirSync(folder, WITH_TYPES);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') {
        problem(prefix.slice(0, -1), 'unreadable', `is a folder that cannot be read: ${errorMeaning(error)}`);
      }
      return;
    }
    places.trustFolder(prefix.slice(0, -1));
    for (const { entry, key } of inPathOrder(entries)) {
      const name = entry.name;
      const path = prefix + key;
      if (name.startsWith('.')) {
        const placeholder = ICLOUD.exec(name)?.[1];
        const isThere = entries.some((other) => other.name === placeholder);
        if (placeholder !== undefined && !isThere && entry.isFile())
          addFile(prefix + placeholder, `${folder}/${name}`);
      } else if (hasControlCharacter(name)) {
        problem(
          prefix + name,
          'name-with-control-character',
          'has a control character in its name; rename it',
        );
      } else if (entry.isFile()) addFile(path, `${folder}/${name}`);
      else if (entry.isDirectory()) walk(path, `${folder}/${name}`);
      else if (entry.isSymbolicLink()) addLink(path, `${folder}/${name}`);
      else problem(path, 'unreadable', 'is neither a file nor a folder; it is passed over');
    }
  };

  places.forget();
  walk('', places.root === '/' ? '' : places.root);
  return { files, problems };
}

/** Entries in the order of their whole paths: a folder's name counts with the `/` that follows it. */
function inPathOrder(entries: readonly Dirent[]): { readonly entry: Dirent; readonly key: string }[] {
  return entries
    .map((entry) => ({ entry, key: pathKey(entry) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

function pathKey(entry: Dirent): string {
  if (entry.isDirectory()) return `${entry.name}/`;
  if (!entry.name.startsWith('.')) return entry.name;
  // Where the placeholder stands, the note itself counts.
  return ICLOUD.exec(entry.name)?.[1] ?? entry.name;
}
