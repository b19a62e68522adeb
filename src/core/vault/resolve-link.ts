import type { VaultPath } from '../ports';
import { foldName } from '../text/fold-name';
import type { Ref } from '../text/note-facts';
import type { FileTable, TableFile } from './file-table';
import { folderOf } from './file-table';
import type { Resolution } from './vault-index';

const UNRESOLVED: Resolution = { status: 'unresolved' };
const EXTERNAL: Resolution = { status: 'external' };
/** From so many files of one name on, an answer is remembered; at most so many answers are. */
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
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === '') return UNRESOLVED;
  // The full name first: `[[photo.png]]` means the picture, though a note `photo.png.md` stands beside it.
  const full = table.named(name);
  if (full.length > 0) return among(table, full, path, source);
  const notes = table.named(`${name}.md`);
  return notes.length > 0 ? among(table, notes, `${path}.md`, source) : UNRESOLVED;
}

/** `candidates` are all files named like the last segment of `path`. */
function among(
  table: FileTable,
  candidates: readonly TableFile[],
  path: string,
  source: VaultPath,
): Resolution {
  const [only] = candidates;
  if (candidates.length === 1 && only?.folded === path) return { status: 'resolved', target: only.path };
  const atRoot = table.at(path);
  if (atRoot.length > 0) return oneOf(atRoot);
  if (candidates.length < MANY) return closest(candidates, path, source);
  const question = `${folderOf(source)}\n${path}`;
  const known = table.answers.get(question);
  if (known !== undefined) return known;
  const answer = closest(candidates, path, source);
  if (table.answers.size >= REMEMBERED) table.answers.clear();
  table.answers.set(question, answer);
  return answer;
}

function exact(table: FileTable, path: string): readonly TableFile[] {
  const files = table.at(path);
  return files.length > 0 ? files : table.at(`${path}.md`);
}

/** The files ending with `path`, narrowed to those that Obsidian prefers from `source`. */
function closest(candidates: readonly TableFile[], path: string, source: VaultPath): Resolution {
  const own = `${foldName(folderOf(source))}/`;
  const aligned = preferred(candidates, `/${path}`, own);
  if (!path.includes('/')) return oneOf(aligned);
  // Whether `[[b/Note]]` may mean `ab/Note.md` is not known: sure is only what both readings agree on.
  const loose = preferred(candidates, path, own);
  const sure = loose.length === aligned.length && loose.every((file, at) => file === aligned[at]);
  return sure ? oneOf(aligned) : oneOf(union(aligned, loose), 'ambiguous');
}

function preferred(candidates: readonly TableFile[], suffix: string, own: string): readonly TableFile[] {
  let best: TableFile[] = [];
  let bestOwn = false;
  for (const file of candidates) {
    if (!file.folded.endsWith(suffix)) continue;
    const isOwn = own === '/' || file.folded.startsWith(own);
    const first = best[0];
    if (first === undefined || (isOwn && !bestOwn)) {
      best = [file];
      bestOwn = isOwn;
    } else if (isOwn === bestOwn) {
      const difference = file.folded.length - first.folded.length;
      if (difference < 0) best = [file];
      else if (difference === 0) best.push(file);
    }
  }
  return best;
}

function oneOf(files: readonly TableFile[], atLeast?: 'ambiguous'): Resolution {
  const [first] = files;
  if (first === undefined) return UNRESOLVED;
  if (files.length === 1 && atLeast === undefined) return { status: 'resolved', target: first.path };
  return { status: 'ambiguous', candidates: files.map((file) => file.path).sort() };
}

function union(some: readonly TableFile[], others: readonly TableFile[]): readonly TableFile[] {
  return [...new Set([...some, ...others])];
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
