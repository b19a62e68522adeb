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
const REMEMBERED = 200_000;
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
  const known = table.anywhere.get(path);
  if (known !== undefined) return known;
  const found = resolveWritten(table, path, source);
  if (found.anywhere) {
    if (table.anywhere.size >= REMEMBERED) table.anywhere.clear();
    table.anywhere.set(path, found.resolution);
  }
  return found.resolution;
}

/** What a path leads to, and whether that holds for links from every note. */
interface Found {
  readonly resolution: Resolution;
  readonly anywhere: boolean;
}

function resolveWritten(table: FileTable, path: string, source: VaultPath): Found {
  const found = resolvePath(table, foldName(path), source);
  if (found.resolution !== UNRESOLVED) return found;
  const trimmed = path.trim();
  if (trimmed === path || trimmed === '') return found;
  // `[[Note |alias]]`: the space in front of the pipe is no part of the name.
  const second = resolvePath(table, foldName(trimmed), source);
  return { resolution: second.resolution, anywhere: found.anywhere && second.anywhere };
}

function resolvePath(table: FileTable, path: string, source: VaultPath): Found {
  if (path.startsWith('/')) return { resolution: oneOf(exact(table, path.slice(1))), anywhere: true };
  if (path.startsWith('./') || path.startsWith('../')) {
    const absolute = joinRelative(foldName(folderOf(source)), path);
    const resolution = absolute === null ? UNRESOLVED : oneOf(exact(table, absolute));
    return { resolution, anywhere: false };
  }
  const name = lastSegment(path);
  // The full name comes first: `[[photo.png]]` means the picture, though a note `photo.png.md` stands beside it.
  const candidates = name === '' ? [] : table.named(name);
  const [first] = candidates;
  if (first === undefined) return { resolution: UNRESOLVED, anywhere: true };
  if (candidates.length === 1 && name === path) return { resolution: first.resolution, anywhere: true };
  const isWhole = lastSegment(first.folded) === name;
  const whole = isWhole ? path : `${path}.md`;
  const atRoot = table.at(whole);
  if (atRoot.length > 0) return { resolution: oneOf(atRoot), anywhere: true };
  return { resolution: among(table, candidates, whole, source), anywhere: false };
}

/** `candidates` are all files named like the last segment of `path`; none of them is `path` as a whole. */
function among(
  table: FileTable,
  candidates: readonly TableFile[],
  path: string,
  source: VaultPath,
): Resolution {
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
export function joinRelative(folder: string, path: string): string | null {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of path.split('/')) {
    if (segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}
