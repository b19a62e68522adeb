import type { VaultPath } from '../ports';
import { foldName } from '../text/fold-name';
import type { Ref } from '../text/note-facts';
import type { FileTable, TableFile } from './file-table';
import { filesUnder, folderOf } from './file-table';
import type { Resolution } from './vault-index';

const UNRESOLVED: Resolution = { status: 'unresolved' };
const EXTERNAL: Resolution = { status: 'external' };
/** From so many files of one name on, what was found is remembered, for at most so many questions. */
const MANY = 32;
const REMEMBERED = 50_000;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** The part of a link before its first `#`: a path, empty for a link into the note itself. */
export function linkPath(link: Ref['link']): string {
  const hash = link.indexOf('#');
  return hash === -1 ? link : link.slice(0, hash);
}

/**
 * What `ref` leads to from the note at `source`, in the order that Obsidian was seen to follow (recorded app data of
 * obsidian-tasks; console probes in pvliesdonk/markdown-vault-mcp#1350 and #1358): an exact vault path wins; else files
 * whose path ends with the link, those under the source's own folder first, then the shortest path. Markdown links
 * are vault-wide too. Aliases and folders never resolve. Where Obsidian's own choice is a matter of chance, or not
 * known, the answer is `ambiguous`.
 */
export function resolveLink(
  table: FileTable,
  ref: Pick<Ref, 'link' | 'syntax'>,
  source: VaultPath,
): Resolution {
  const path = linkPath(ref.link);
  if (path === '') return { status: 'resolved', target: source };
  if (ref.syntax === 'markdown' && SCHEME.test(path)) return EXTERNAL;
  const found = resolvePath(table, foldName(path), source);
  const trimmed = path.trim();
  // `[[Note |alias]]`: the space in front of the pipe is no part of the name.
  return found === UNRESOLVED && trimmed !== path && trimmed !== ''
    ? resolvePath(table, foldName(trimmed), source)
    : found;
}

function resolvePath(table: FileTable, path: string, source: VaultPath): Resolution {
  if (path.startsWith('/')) return oneOf(exact(table, path.slice(1)));
  if (path.startsWith('./') || path.startsWith('../')) {
    const absolute = joinRelative(foldName(folderOf(source)), path);
    return absolute === null ? UNRESOLVED : oneOf(exact(table, absolute));
  }
  const name = lastSegment(path);
  if (name === '') return UNRESOLVED;
  // The full name comes first: `[[photo.png]]` means the picture, though a note `photo.png.md` stands beside it.
  const candidates = table.named(name);
  const [first] = candidates;
  if (first === undefined) return UNRESOLVED;
  if (candidates.length === 1 && name === path) return first.resolution;
  const isWhole = lastSegment(first.folded) === name;
  return among(table, candidates, isWhole ? path : `${path}.md`, source);
}

/** `candidates` are all files named like the last segment of `path`. */
function among(
  table: FileTable,
  candidates: readonly TableFile[],
  path: string,
  source: VaultPath,
): Resolution {
  const atRoot = table.at(path);
  if (atRoot.length > 0) return oneOf(atRoot);
  const aligned = nearest(table, candidates, `/${path}`, source);
  if (!path.includes('/')) return oneOf(aligned);
  // Whether `[[b/Note]]` may mean `ab/Note.md` is not known: sure is only what both readings agree on.
  const unaligned = nearest(table, candidates, path, source);
  const isSure = unaligned.length === aligned.length && unaligned.every((file, at) => file === aligned[at]);
  return isSure ? oneOf(aligned) : ambiguous([...new Set([...aligned, ...unaligned])]);
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function exact(table: FileTable, path: string): readonly TableFile[] {
  const files = table.at(path);
  return files.length > 0 ? files : table.at(`${path}.md`);
}

/** The candidates ending with `suffix` that Obsidian prefers from `source`: several if it has no preference. */
function nearest(
  table: FileTable,
  candidates: readonly TableFile[],
  suffix: string,
  source: VaultPath,
): readonly TableFile[] {
  const folder = foldName(folderOf(source));
  const own = folder === '' ? [] : remember(table, folder, filesUnder(candidates, folder), suffix);
  return own.length > 0 ? own : remember(table, '', candidates, suffix);
}

/** `shortest` among the files of one folder, kept where there are many of them. */
function remember(
  table: FileTable,
  folder: string,
  files: readonly TableFile[],
  suffix: string,
): readonly TableFile[] {
  if (files.length < MANY) return shortest(files, suffix);
  const question = `${folder}\n${suffix}`;
  const known = table.found.get(question);
  if (known !== undefined) return known;
  const found = shortest(files, suffix);
  if (table.found.size >= REMEMBERED) table.found.clear();
  table.found.set(question, found);
  return found;
}

function shortest(files: readonly TableFile[], suffix: string): readonly TableFile[] {
  let best: TableFile[] = [];
  let length = Infinity;
  for (const file of files) {
    if (file.folded.length > length || !file.folded.endsWith(suffix)) continue;
    if (file.folded.length < length) best = [];
    length = file.folded.length;
    best.push(file);
  }
  return best;
}

function oneOf(files: readonly TableFile[]): Resolution {
  const [first] = files;
  if (first === undefined) return UNRESOLVED;
  return files.length === 1 ? first.resolution : ambiguous(files);
}

function ambiguous(files: readonly TableFile[]): Resolution {
  return { status: 'ambiguous', candidates: files.map((file) => file.path).sort() };
}

/** `null` if the path climbs out of the vault. */
function joinRelative(folder: string, path: string): string | null {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of path.split('/')) {
    if (segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}
