import type { VaultPath } from '../ports';
import { lineIndex } from '../text/line-index';
import type { Span } from '../text/note-facts';
import { unpackLinkPlaces, type Place } from './link-places';
import type { NoteSide } from './note-side';
import type { Pause } from './pause';

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
    if (places === undefined) known.set(path, (places = unpackLinkPlaces(sides.get(path)?.p ?? '')));
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
