import type { VaultPath } from '../ports';
import { looseFold } from '../text/fold-name';
import type { Ref } from '../text/note-facts';
import { folderOf } from './file-table';
import { joinRelative, linkPath } from './resolve-link';

/** Finds files by a coarser comparison than links are resolved by: what may have been meant. */
export interface LooseNames {
  /** See `VaultIndex.looseMatches`. */
  matches(link: Ref['link'], source: VaultPath): readonly VaultPath[];
}

/** Looks up among what `targets` gives at the first question: the paths of all files that links can lead to. */
export function looseNames(targets: () => readonly VaultPath[]): LooseNames {
  let byName: ReadonlyMap<string, readonly VaultPath[]> | undefined;
  return {
    matches(link, source) {
      const { path, isWhole } = wantedPath(linkPath(link).trim(), source);
      const wanted = foldSegments(path);
      const name = wanted.at(-1);
      if (name === undefined || name === '') return [];
      byName ??= groupByName(targets());
      const named = byName.get(name) ?? [];
      if (wanted.length === 1 && !isWhole) return named;
      return named.filter((candidate) => {
        const segments = foldSegments(candidate);
        return endsWith(segments, wanted) && (!isWhole || segments.length === wanted.length);
      });
    },
  };
}

function groupByName(paths: readonly VaultPath[]): ReadonlyMap<string, readonly VaultPath[]> {
  const groups = new Map<string, VaultPath[]>();
  for (const path of paths) {
    const name = looseFold(path.slice(path.lastIndexOf('/') + 1));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [path]);
    else group.push(path);
  }
  for (const group of groups.values()) group.sort();
  return groups;
}

/** What a link names: the end of a path, or from the top of the vault on (`/a`, `./a`, `../a`) the whole. */
function wantedPath(path: string, source: VaultPath): { readonly path: string; readonly isWhole: boolean } {
  if (path.startsWith('/')) return { path: path.slice(1), isWhole: true };
  if (!path.startsWith('./') && !path.startsWith('../')) return { path, isWhole: false };
  return { path: joinRelative(folderOf(source), path) ?? '', isWhole: true };
}

function foldSegments(path: string): readonly string[] {
  return path.split('/').map((segment) => looseFold(segment));
}

function endsWith(path: readonly string[], end: readonly string[]): boolean {
  const shift = path.length - end.length;
  return shift >= 0 && end.every((segment, at) => segment === path[shift + at]);
}
