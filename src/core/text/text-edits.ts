import type { Span } from './note-facts';

/** Replaces a stretch of a text; an empty stretch inserts. */
export interface TextEdit extends Span {
  readonly text: string;
}

/** Two edits touch the same stretch, or one lies outside the text: nothing can be applied. */
export class TextEditError extends Error {
  override readonly name = 'TextEditError';
}

/**
 * The text after all edits, whose offsets are into the text as given. Order does not matter, but for insertions at one
 * place, which follow each other as listed. Throws `TextEditError` if edits overlap or lie outside.
 */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let at = 0;
  for (const edit of ordered) {
    if (edit.start < 0 || edit.end < edit.start || edit.end > text.length) {
      throw new TextEditError(
        `Edit ${String(edit.start)}-${String(edit.end)} lies outside a text of ${String(text.length)} units.`,
      );
    }
    if (edit.start < at) {
      throw new TextEditError(`Two edits overlap at ${String(edit.start)}.`);
    }
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
