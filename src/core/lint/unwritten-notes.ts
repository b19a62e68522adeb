import { looseFold } from '../text/fold-name';
import type { Gap } from './finding';
import { linkPath } from './loose-end';

/** A note that links wish for. */
export interface UnwrittenNote {
  /** As it is most often written, without subpath and `.md`. */
  readonly name: string;
  /** The links to it, in the order of the report. */
  readonly places: readonly Gap[];
}

/**
 * The notes that the gaps wish for, the most wished for first: `Compost`, `compost.md` and `Compost#Sowing` are one.
 * Of notes wished for equally often the first in the report comes first.
 */
export function unwrittenNotes(gaps: readonly Gap[]): readonly UnwrittenNote[] {
  const groups = new Map<string, { readonly names: Map<string, number>; readonly places: Gap[] }>();
  for (const gap of gaps) {
    const name = linkPath(gap.link).trim().replace(/\.md$/i, '');
    const key = name.split('/').map(looseFold).join('/');
    const group = groups.get(key) ?? { names: new Map<string, number>(), places: [] };
    groups.set(key, group);
    group.names.set(name, (group.names.get(name) ?? 0) + 1);
    group.places.push(gap);
  }
  return [...groups.values()]
    .map(({ names, places }) => ({ name: mostFrequent(names), places }))
    .sort((a, b) => b.places.length - a.places.length);
}

/** The first of those that are written most often. */
function mostFrequent(names: ReadonlyMap<string, number>): string {
  let best = '';
  for (const [name, count] of names) if (count > (names.get(best) ?? 0)) best = name;
  return best;
}
