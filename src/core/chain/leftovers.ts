import { noteText } from '../lint/note-text';
import { findPlaceholders } from '../lint/placeholders';
import { scan } from '../text/scan';

const WORDS = ['TODO', 'PLACEHOLDER'];

/** What may stand between angle brackets in a finished note: HTML, a comment, a link. */
const HTML =
  /^(?:!--|\/?(?:a|abbr|audio|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|mark|ol|p|picture|pre|q|s|samp|small|source|span|strong|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|tr|u|ul|var|video|wbr)(?![\w-]))/i;
const LINK = /^(?:[a-z][a-z0-9+.-]+:|[^\s@<>]+@[^\s@<>]+$)/i;

/**
 * What is left to be filled in, outside code: stricter than the lint rule, for this is held against texts that the
 * harness itself made and calls done.
 */
export function leftoversOf(text: string): readonly string[] {
  const note = noteText(text, scan(text));
  const found = findPlaceholders(note, WORDS).map((placeholder) => placeholder.text);
  for (const line of [...note.properties, ...note.prose]) {
    for (const [whole, inner = ''] of line.text.matchAll(/<([^<>]{1,200})>|\bTODO\b|\bPLACEHOLDER\b/g)) {
      if (!HTML.test(inner) && !LINK.test(inner)) found.push(whole);
    }
  }
  return [...new Set(found)];
}
