import type { VaultPath } from '../ports';
import { looseFold } from '../text/fold-name';
import type { Ref } from '../text/note-facts';
import { linkPath } from './resolve-link';

/** Finds files by a coarser comparison than links are resolved by: what may have been meant. */
export interface LooseNames {
  /** See `VaultIndex.looseMatches`. */
  matches(link: Ref['link']): readonly VaultPath[];
}

/** Looks up among what `targets` gives at the first question: the paths of all files that links can lead to. */
export function looseNames(targets: () => readonly VaultPath[]): LooseNames {
  let byName: ReadonlyMap<string, readonly VaultPath[]> | undefined;
  return {
    matches(link) {
      const wanted = foldSegments(linkPath(link));
      const name = wanted.at(-1);
      if (name === undefined) return [];
      byName ??= groupByName(targets());
      const named = byName.get(name) ?? [];
      if (wanted.length === 1) return named;
      const inFolders = named.filter((path) => endsWith(foldSegments(path), wanted));
      return inFolders.length > 0 ? inFolders : named;
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

/** Folded segments without those that say nothing about a name: empty ones and dots. */
function foldSegments(path: string): readonly string[] {
  return path
    .split('/')
    .map((segment) => looseFold(segment))
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

function endsWith(path: readonly string[], end: readonly string[]): boolean {
  const shift = path.length - end.length;
  return shift >= 0 && end.every((segment, at) => segment === path[shift + at]);
}
