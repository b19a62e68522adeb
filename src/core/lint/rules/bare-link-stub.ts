import { isIndexNote } from '../index-note';
import { NO_OPTIONS } from '../no-options';
import { textRule } from '../rule';
import type { IndexedNote } from '../../vault/vault-index';

const BARE_LINK =
  /^(?:[-*+]\s+)?(?:<?https?:\/\/[^\s<>]+>?|\[\[[^[\]]+\]\]|\[[^[\]]*\]\((?:<[^<>]*>|[^\s()]*)(?:\s+"[^"]*")?\))$/;

/** No link with a heading above it is longer. */
const LONGEST_STUB = 4000;

function bodyStart({ facts }: IndexedNote): number {
  return facts.frontmatter.state === 'none' ? 0 : facts.frontmatter.block.end;
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
    if (isIndexNote(note.path) || text.whole.length - bodyStart(note) > LONGEST_STUB) return;
    const [only, ...more] = text.prose.filter(
      (line) =>
        line.text.trim() !== '' && !/^#{1,6}\s/.test(line.text) && !/^\s*(-{3,}|\*{3,})\s*$/.test(line.text),
    );
    if (only === undefined || more.length > 0 || text.codeLanguages.size > 0) return;
    const link = only.text.trim();
    if (!BARE_LINK.test(link)) return;
    const start = only.start + only.text.indexOf(link);
    yield {
      span: { start, end: start + link.length },
      subject: link,
      message:
        'The note is nothing but this link; say what it is good for, or move the link to where it is used.',
    };
  },
});
