import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { VaultPath } from '../../../src/core/ports';
import { nearest } from '../nearest';
import { UsageError } from '../verb';

/** `path` as seen from `root`; null if it lies outside. Empty for the root itself. */
function insideRoot(root: string, path: string): VaultPath | null {
  const seen = relative(root, path);
  if (seen === '') return '';
  if (seen === '..' || seen.startsWith(`..${sep}`) || isAbsolute(seen)) return null;
  return seen.split(sep).join('/');
}

/**
 * Finds the files and folders that somebody named, seen from the folder they are in or else from the top of the vault.
 * Gives no path at all where the whole vault is meant.
 *
 * @param known every file of the vault
 * @throws UsageError for a path that is not in the vault, with the nearest one that is
 */
export function askedPaths(
  args: readonly string[],
  { root, cwd, known }: { readonly root: string; readonly cwd: string; readonly known: readonly VaultPath[] },
): readonly VaultPath[] {
  const places = new Set<VaultPath>(['']);
  for (const path of known) {
    places.add(path);
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1))
      places.add(path.slice(0, slash));
  }
  const found = args.map((arg) => {
    const seen = [resolve(cwd, arg), join(root, arg)].map((path) => insideRoot(root, path));
    const place = seen.find((path) => path !== null && places.has(path));
    if (place !== undefined && place !== null) return place;
    if (seen.every((path) => path === null)) throw new UsageError(`${arg} lies outside the vault ${root}`);
    const near = nearestPlace(seen.find((path) => path !== null) ?? arg, places);
    throw new UsageError(
      `the vault has no file or folder ${arg}; ${near === undefined ? `paths start at ${root}` : `did you mean ${near}?`}`,
    );
  });
  return found.includes('') ? [] : found;
}

/** A place that was most likely meant: a neighbour of nearly that name, else one of that name anywhere. */
function nearestPlace(asked: VaultPath, places: ReadonlySet<VaultPath>): VaultPath | undefined {
  const segments = asked.split('/');
  let depth = segments.length - 1;
  while (depth > 0 && !places.has(segments.slice(0, depth).join('/'))) depth--;
  const folder = segments
    .slice(0, depth)
    .map((segment) => `${segment}/`)
    .join('');
  const neighbours = [...places]
    .filter((path) => path !== '' && path.startsWith(folder) && !path.includes('/', folder.length))
    .map((path) => path.slice(folder.length));
  const rest = segments.slice(depth + 1);
  const near = nearest(segments[depth] ?? '', neighbours);
  if (near !== undefined) {
    const whole = [folder + near, ...rest].join('/');
    return places.has(whole) ? whole : folder + near;
  }
  const name = (segments.at(-1) ?? '').toLowerCase();
  return [...places].find(
    (path) => path !== '' && path.slice(path.lastIndexOf('/') + 1).toLowerCase() === name,
  );
}
