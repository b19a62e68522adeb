import type { VaultPath } from '../ports';
import { lineIndex } from '../text/line-index';
import type { Span } from '../text/note-facts';
import type { NoteSide } from './note-side';
import type { Pause } from './pause';

/** One-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

const TOP: Place = { line: 1, column: 1 };

/** Finds line and column of each span: from what is kept of the links, else from the text, read once a note. */
export async function findPlaces(
  wanted: Iterable<{ readonly path: VaultPath; readonly span: Span | null }>,
  sides: ReadonlyMap<VaultPath, NoteSide>,
  readText: (path: VaultPath) => Promise<string | null>,
  pause: Pause | undefined,
): Promise<(path: VaultPath, span: Span | null) => Place> {
  const known = new Map<VaultPath, Map<number, Place>>();
  const unknown = new Map<VaultPath, number[]>();
  for (const { path, span } of wanted) {
    if (span === null) continue;
    if (pause !== undefined) await pause();
    let places = known.get(path);
    if (places === undefined) known.set(path, (places = linkPlaces(sides.get(path))));
    if (places.has(span.start)) continue;
    const starts = unknown.get(path);
    if (starts === undefined) unknown.set(path, [span.start]);
    else starts.push(span.start);
  }
  for (const [path, starts] of unknown) {
    const text = await readText(path);
    if (text === null) continue;
    const lines = lineIndex(text);
    for (const start of starts) {
      const at = lines.place(start);
      known.get(path)?.set(start, { line: at.line + 1, column: at.column + 1 });
    }
  }
  return (path, span) => (span === null ? TOP : (known.get(path)?.get(span.start) ?? TOP));
}

function linkPlaces(side: NoteSide | undefined): Map<number, Place> {
  const places = new Map<number, Place>();
  if (side === undefined || side.p === '') return places;
  const flat = side.p.split(',').map(Number);
  for (let at = 0; at + 2 < flat.length; at += 3)
    places.set(flat[at] ?? 0, { line: flat[at + 1] ?? 1, column: flat[at + 2] ?? 1 });
  return places;
}
