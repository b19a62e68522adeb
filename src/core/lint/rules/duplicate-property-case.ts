import { NO_OPTIONS } from '../no-options';
import { textRule } from '../rule';

export const duplicatePropertyCase = textRule({
  name: 'duplicate-property-case',
  description:
    'Two properties of a note differ only by case: Obsidian treats them as one, and which value counts is luck.',
  severity: 'warning',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'Serves and serves',
      files: { 'Ratatouille.md': '---\nServes: 4\nserves: 6\n---\n' },
      findings: ['Ratatouille.md:3:1 serves'],
    },
  ],
  *check(note, text) {
    const { frontmatter } = note.facts;
    if (frontmatter.state !== 'valid') return;
    const keys = Object.keys(frontmatter.values);
    // A key cannot be there twice in one spelling.
    if (keys.every((key) => key === key.toLowerCase())) return;
    const first = new Map<string, string>();
    for (const key of keys) {
      const twin = first.get(key.toLowerCase());
      if (twin === undefined) {
        first.set(key.toLowerCase(), key);
        continue;
      }
      yield {
        span: text.keySpan(key),
        subject: key,
        message: `\`${key}\` and \`${twin}\` are one property to Obsidian; keep one of them.`,
      };
    }
  },
});
