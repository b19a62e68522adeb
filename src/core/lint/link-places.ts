import type { Span } from '../text/note-facts';

/** One-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Start, line and column of each link as numbers with commas between: every note gives them, and few are asked for.
 * Links come in the order of the text but for a few, so that one walk over the lines does.
 */
export function packLinkPlaces(text: string, links: readonly Span[]): string {
  let packed = '';
  let line = 1;
  let lineStart = 0;
  let lineEnd = text.indexOf('\n');
  for (const { start } of links) {
    if (start < lineStart) [line, lineStart, lineEnd] = [1, 0, text.indexOf('\n')];
    while (lineEnd !== -1 && lineEnd < start) {
      line++;
      lineStart = lineEnd + 1;
      lineEnd = text.indexOf('\n', lineStart);
    }
    packed += `${packed === '' ? '' : ','}${start},${line},${start - lineStart + 1}`;
  }
  return packed;
}

/** The places by start. */
export function unpackLinkPlaces(packed: string): Map<number, Place> {
  const places = new Map<number, Place>();
  if (packed === '') return places;
  const flat = packed.split(',').map(Number);
  for (let at = 0; at + 2 < flat.length; at += 3)
    places.set(flat[at] ?? 0, { line: flat[at + 1] ?? 1, column: flat[at + 2] ?? 1 });
  return places;
}
