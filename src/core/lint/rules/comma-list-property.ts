import { NO_OPTIONS } from '../no-options';
import { textRule } from '../rule';

const LISTS = new Set(['tags', 'aliases', 'cssclasses']);

export const commaListProperty = textRule({
  name: 'comma-list-property',
  description:
    '`tags`, `aliases` or `cssclasses` as one text with commas are not read item by item; they have to be a list.',
  severity: 'warning',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'Tags with a comma between them',
      files: { 'Mira.md': '---\ntags: people, garden\n---\n' },
      findings: ['Mira.md:2:1 tags'],
    },
    {
      title: 'Lists, a single tag, and a comma elsewhere',
      files: { 'Mira.md': '---\ntags: [people, garden]\naliases: Mira\nplace: Plot 14, Mill Lane\n---\n' },
      findings: [],
    },
  ],
  *check(note, text) {
    const { frontmatter } = note.facts;
    if (frontmatter.state !== 'valid') return;
    for (const [key, value] of Object.entries(frontmatter.values)) {
      if (!LISTS.has(key.toLowerCase()) || typeof value !== 'string' || !value.includes(',')) continue;
      yield {
        span: text.keySpan(key),
        subject: key,
        message: `\`${key}: ${shorten(value)}\` is one text to Obsidian; make it a list: [${shorten(asList(value))}].`,
      };
    }
  },
});

function asList(value: string): string {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .join(', ');
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
