import type { VaultPath, WriteOutcome } from '../../src/core/ports';
import type { SystemCalls } from './system-calls';
import { syncFolder } from './system-calls';
import type { Place, VaultPlaces } from './vault-places';

/** What stands there is not what was expected: also where nothing does. */
export const CHANGED = { ok: false, why: 'changed' } as const;

type Writable =
  { readonly ok: true; readonly absolute: string } | { readonly ok: false; readonly outcome: WriteOutcome };

/** The file itself, links followed; a link must not carry a write into a dot-folder such as `.git`. */
export function writable(places: VaultPlaces, path: VaultPath): Writable {
  places.forget();
  const place = places.follow(path);
  if (!place.ok) return { ok: false, outcome: refusal(place) };
  if (isHiddenBehindLink(places, path, place.absolute)) return { ok: false, outcome: refusal(HIDDEN) };
  return { ok: true, absolute: place.absolute };
}

const HIDDEN: Exclude<Place, { ok: true }> = {
  ok: false,
  why: 'refused',
  problem: {
    path: '',
    kind: 'unreadable',
    message: 'leads into a hidden folder by a symbolic link; nothing is written through it',
  },
};

function isHiddenBehindLink(places: VaultPlaces, path: VaultPath, absolute: string): boolean {
  const real = absolute.slice(places.root === '/' ? 1 : places.root.length + 1);
  return real !== path && real.split('/').some((segment) => segment.startsWith('.'));
}

/** Like `writable`, for what removes a name: a symbolic link stays the person's affair. */
export function unlinked(calls: SystemCalls, places: VaultPlaces, path: VaultPath): Writable {
  const place = writable(places, path);
  if (!place.ok) return place;
  const named = places.locate(path);
  if (named.ok && !calls.lstatSync(named.absolute).isSymbolicLink()) return place;
  const message = 'it is a symbolic link, which is neither moved nor removed';
  return { ok: false, outcome: { ok: false, why: 'read-only', message } };
}

export function refusal(place: Exclude<Place, { ok: true }>): WriteOutcome {
  if (place.why === 'missing') return CHANGED;
  return { ok: false, why: 'read-only', message: `it ${place.problem.message}` };
}

interface MadeFolders {
  readonly place: Place;
  /** Absolute, outermost first. */
  readonly created: readonly string[];
}

export function makeFolders(calls: SystemCalls, places: VaultPlaces, folder: VaultPath): MadeFolders {
  places.forget();
  const created: string[] = [];
  let place: Place = { ok: true, absolute: places.root };
  let path = '';
  for (const segment of folder === '' ? [] : folder.split('/')) {
    path = path === '' ? segment : `${path}/${segment}`;
    const next = places.follow(path);
    if (next.ok) {
      if (isHiddenBehindLink(places, path, next.absolute)) return { place: HIDDEN, created };
      place = next;
    } else if (next.why === 'refused' || !place.ok) return { place: next, created };
    else {
      const absolute: string = `${place.absolute === '/' ? '' : place.absolute}/${segment}`;
      calls.mkdirSync(absolute);
      created.push(absolute);
      syncFolder(calls, parentOf(absolute));
      place = { ok: true, absolute };
    }
  }
  return { place, created };
}

/** Takes back folders made for a file that could not be created; one that was filled meanwhile stays. */
export function removeFolders(calls: SystemCalls, created: readonly string[]): void {
  for (const folder of [...created].reverse()) {
    try {
      calls.rmdirSync(folder);
    } catch {
      return;
    }
  }
}

export function parentOf(absolute: string): string {
  return absolute.slice(0, Math.max(1, absolute.lastIndexOf('/')));
}

export function nameOf(path: VaultPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
