/** One line of a note, without its line end. `text` has its code blanked out, so that offsets stay true. */
export interface NoteLine {
  /** Offset in the note. */
  readonly start: number;
  readonly text: string;
}

/** Lines from `start` to `end`, line ends left off. */
export function* linesOf(text: string, start: number, end: number): Generator<NoteLine> {
  let at = start;
  while (at < end) {
    const feed = text.indexOf('\n', at);
    const stop = feed < 0 || feed >= end ? end : feed;
    const bare = text.charCodeAt(stop - 1) === 13 && stop > at ? stop - 1 : stop;
    yield { start: at, text: text.slice(at, bare) };
    at = stop + 1;
  }
}
