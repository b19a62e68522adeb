import type { VaultPath } from '../ports';
import { foldName } from '../text/fold-name';
import type { Resolution } from './vault-index';

const MD = '.md';
/** What Obsidian lists without «Detect all file extensions» (Obsidian help, «Accepted file formats»). */
const KNOWN_EXTENSIONS = new Set(
  (
    'md canvas base pdf avif bmp gif jpeg jpg png svg webp ' + 'flac m4a mp3 ogg wav webm 3gp mkv mov mp4 ogv'
  ).split(' '),
);

/** A file that a link can lead to. */
export interface TableFile {
  readonly path: VaultPath;
  /** `foldName(path)`. */
  readonly folded: string;
  /** The answer that leads here. */
  readonly resolution: Extract<Resolution, { readonly status: 'resolved' }>;
}

/** The files of a vault as link resolution looks them up: by folded name and by folded path. */
export interface FileTable {
  /**
   * Files whose last segment folds to `name`, extension and all; only if there are none, those that it folds to with
   * `.md` behind. Sorted by folded path.
   */
  named(name: string): readonly TableFile[];
  /** Files whose whole path folds to `path`: more than one where names differ in case or Unicode form only. */
  at(path: string): readonly TableFile[];
  /** What a search among many files of one name found, by question: a vault may hold thousands of `_index.md`. */
  readonly found: Map<string, readonly TableFile[]>;
  /** Where paths lead, as links write them, from whatever note: most links are written more than once. */
  readonly anywhere: Map<string, Resolution>;
}

const NONE: readonly TableFile[] = [];

/** Everything after the last dot of the last segment, lower case; empty if there is none. */
export function extensionOf(path: VaultPath): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(dot + 1).toLowerCase() : '';
}

export function isNotePath(path: VaultPath): boolean {
  return path.endsWith(MD) || extensionOf(path) === 'md';
}

/** The folder part without its last slash; empty for the vault's root. */
export function folderOf(path: VaultPath): VaultPath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/**
 * Whether Obsidian has the file in its index: nothing in or under a name with a leading dot, and unknown extensions
 * only with «Detect all file extensions». Excluded files (`userIgnoreFilters`) stay targets.
 */
export function isLinkTarget(path: VaultPath, showUnsupportedFiles: boolean): boolean {
  if (path.startsWith('.') || path.includes('/.')) return false;
  return showUnsupportedFiles || isNotePath(path) || KNOWN_EXTENSIONS.has(extensionOf(path));
}

/** Looks up the link targets among `paths`. */
export function fileTable(paths: Iterable<VaultPath>, showUnsupportedFiles: boolean): FileTable {
  // Notes are kept without their `.md`, so that most links are looked up as they are written.
  const notes = new Map<string, TableFile[]>();
  const others = new Map<string, TableFile[]>();
  const byPath = new Map<string, TableFile[]>();
  for (const path of paths) {
    if (!isLinkTarget(path, showUnsupportedFiles)) continue;
    const folded = foldName(path);
    const file: TableFile = { path, folded, resolution: { status: 'resolved', target: path } };
    append(byPath, folded, file);
    const name = folded.slice(folded.lastIndexOf('/') + 1);
    if (name.endsWith(MD)) append(notes, name.slice(0, -MD.length), file);
    else append(others, name, file);
  }
  for (const groups of [notes, others])
    for (const files of groups.values()) if (files.length > 1) files.sort(byFolded);
  return {
    named(name) {
      const exact = name.endsWith(MD) ? notes.get(name.slice(0, -MD.length)) : others.get(name);
      return exact ?? notes.get(name) ?? NONE;
    },
    at: (path) => byPath.get(path) ?? NONE,
    found: new Map(),
    anywhere: new Map(),
  };
}

/** Those of `files`, which are sorted by folded path, that lie in the folder or under it. */
export function filesUnder(files: readonly TableFile[], folder: string): readonly TableFile[] {
  const start = firstFrom(files, `${folder}/`);
  // `0` is the character behind `/`.
  return files.slice(start, firstFrom(files, `${folder}0`, start));
}

/** Index of the first file whose folded path is `path` or sorts behind it. */
function firstFrom(files: readonly TableFile[], path: string, from = 0): number {
  let low = from;
  let high = files.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((files[middle]?.folded ?? '') < path) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byFolded(a: TableFile, b: TableFile): number {
  return a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0;
}

function append(lists: Map<string, TableFile[]>, key: string, file: TableFile): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [file]);
  else list.push(file);
}
