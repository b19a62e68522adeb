import type { FileProblem, FileStat, VaultPath } from '../../src/core/ports';
import type { SystemCalls } from './system-calls';
import { errorCode, errorMeaning } from './system-calls';

/** Where a vault path really lies, all symbolic links followed, or why it may not be touched. */
export type Place =
  | { readonly ok: true; readonly absolute: string }
  | { readonly ok: false; readonly why: 'missing' }
  | { readonly ok: false; readonly why: 'refused'; readonly problem: FileProblem };

export interface VaultPlaces {
  /** The vault's folder with all symbolic links followed. */
  readonly root: string;
  /** True for the root and for what lies below it. `absolute` is a real path. */
  isInside(absolute: string): boolean;
  /** The file's real folder plus its name; the name itself may still be a symbolic link. */
  locate(path: VaultPath): Place;
  /** Follows the last link as well and refuses what ends outside the vault. */
  follow(path: VaultPath): Place;
  /** Notes that this folder of the vault is what it seems: no link on the way. Spares `locate` a call per file. */
  trustFolder(folder: VaultPath): void;
  /** Plain files (no links) as the last walk met them: one that still looks the same has not changed since. */
  readonly walked: Map<VaultPath, FileStat>;
  /** Forgets what the last walk met: what was a folder yesterday may be a link today. */
  forget(): void;
}

/** `''` for a file in the vault's own folder. */
export function folderOf(path: VaultPath): VaultPath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** C0 and C1 controls and DEL: a name with one of them breaks lists, logs and terminals. */
export function hasControlCharacter(name: string): boolean {
  return CONTROL.test(name);
}

const CONTROL = /\p{Cc}/u;

/** The name with its control characters spelled out, safe to print on one line. */
export function printableName(name: string): string {
  let out = '';
  for (const char of name) {
    if (!hasControlCharacter(char)) out += char;
    else if (char === '\n') out += '\\n';
    else out += `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
  }
  return out;
}

const NO_NAME = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** True if each segment names something below the vault: no `..`, no empty segment, no NUL, not absolute. */
function staysBelow(path: VaultPath): boolean {
  if (path.includes('\0')) return false;
  return !NO_NAME.test(path);
}

/** @throws Error if `root` is no folder. */
export function vaultPlaces(calls: SystemCalls, root: string): VaultPlaces {
  const realRoot = calls.realpathSync(root);
  if (!calls.statSync(realRoot).isDirectory()) throw new Error(`${root} is not a folder`);
  const below = realRoot === '/' ? '/' : `${realRoot}/`;
  const trusted = new Set<VaultPath>(['']);
  const walked = new Map<VaultPath, FileStat>();

  const isInside = (absolute: string) => absolute === realRoot || absolute.startsWith(below);
  const refuse = (path: VaultPath, kind: FileProblem['kind'], message: string): Place => ({
    ok: false,
    why: 'refused',
    problem: { path: printableName(path), kind, message },
  });

  const real = (path: VaultPath, absolute: string): Place => {
    let found: string;
    try {
      found = calls.realpathSync(absolute);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') return { ok: false, why: 'missing' };
      if (code === 'ELOOP') return refuse(path, 'symlink-loop', 'leads in a circle, by symbolic links');
      return refuse(path, 'unreadable', `cannot be reached: ${errorMeaning(error)}`);
    }
    if (isInside(found)) return { ok: true, absolute: found };
    return refuse(
      path,
      'symlink-outside',
      `leads out of the vault by a symbolic link, to ${printableName(found)}`,
    );
  };

  const locate = (path: VaultPath): Place => {
    if (!staysBelow(path)) return refuse(path, 'unreadable', 'does not lie in the vault');
    const folder = folderOf(path);
    if (trusted.has(folder)) return { ok: true, absolute: below + path };
    const place = real(path, below + folder);
    if (!place.ok) return place;
    return {
      ok: true,
      absolute: `${place.absolute === '/' ? '' : place.absolute}/${path.slice(folder.length + 1)}`,
    };
  };

  return {
    root: realRoot,
    isInside,
    locate,
    follow: (path) => {
      const place = locate(path);
      return place.ok ? real(path, place.absolute) : place;
    },
    trustFolder: (folder) => trusted.add(folder),
    walked,
    forget: () => {
      trusted.clear();
      trusted.add('');
      walked.clear();
    },
  };
}
