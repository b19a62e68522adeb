import { isIndexNote } from '../index-note';
import { linesOf, type NoteLine } from '../note-lines';
import { NO_OPTIONS } from '../no-options';
import { textRule } from '../rule';

const BARE_LINK =
  /^(?:[-*+]\s+)?(?:<?https?:\/\/[^\s<>]+>?|\[\[[^[\]]+\]\]|\[[^[\]]*\]\((?:<[^<>]*>|[^\s()]*)(?:\s+"[^"]*")?\))$/;

/** Headings and horizontal rules say nothing about a link. */
const NO_CONTENT = /^(?:\s*|#{1,6}\s.*|\s*(?:-{3,}|\*{3,})\s*)$/;

/** The only line with something in it; null if there are more or none. */
function onlyLine(whole: string, bodyStart: number): NoteLine | null {
  let only: NoteLine | null = null;
  for (const line of linesOf(whole, bodyStart, whole.length)) {
    const first = line.text.charCodeAt(0);
    // A letter or the like, which spares most lines the pattern.
    const isContent = first > 0x2f && first < 0x7f;
    if (!isContent && NO_CONTENT.test(line.text)) continue;
    if (only !== null) return null;
    only = line;
  }
  return only;
}

export const bareLinkStub = textRule({
  name: 'bare-link-stub',
  description: 'A note is nothing but a link: pasted once, and never said what it is good for.',
  severity: 'warning',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'A pasted address',
      files: { 'No-dig guide.md': '# No-dig guide\n\nhttps://example.org/no-dig\n' },
      findings: ['No-dig guide.md:3:1 https://example.org/no-dig'],
    },
    {
      title: 'With a sentence, an embed, or as a list of links it says something',
      files: {
        'Guide.md': 'https://example.org/no-dig\n\nGood on compost.\n',
        'Map.md': '- [[Guide]]\n- [[Plan]]\n',
        'Plan.md': '![[plan.png]]\n',
        'plan.png': '',
      },
      findings: [],
    },
  ],
  *check(note, text) {
    if (isIndexNote(note.path)) return;
    const only = onlyLine(text.whole, text.bodyStart);
    const link = only?.text.trim() ?? '';
    // In a code block of its own it would not be the only line; indented it is code.
    if (only === null || /^(?: {4}|\t)/.test(only.text) || !BARE_LINK.test(link)) return;
    const start = only.start + only.text.indexOf(link);
    yield {
      span: { start, end: start + link.length },
      subject: link,
      message:
        'The note is nothing but this link; say what it is good for, or move the link to where it is used.',
    };
  },
});
