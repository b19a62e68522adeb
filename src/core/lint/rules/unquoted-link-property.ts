import { NO_OPTIONS } from '../no-options';
import { textRule } from '../rule';

/** What YAML makes of `[[Note]]`: a list in a list. `[[1, 2]]` is one that was meant. */
function isBareLink(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 1) return false;
  const inner: unknown = value[0];
  return (
    Array.isArray(inner) &&
    inner.some((item) => typeof item === 'string') &&
    inner.every((item) => typeof item === 'string' || typeof item === 'number')
  );
}

export const unquotedLinkProperty = textRule({
  name: 'unquoted-link-property',
  description: 'A link in a property without quotes is a list in a list to YAML, and no link to Obsidian.',
  severity: 'warning',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'Without quotes',
      files: { 'Greenhouse.md': '---\nup: [[Garden]]\n---\n', 'Garden.md': '' },
      findings: ['Greenhouse.md:2:5 up'],
    },
    {
      title: 'As items of a list',
      files: { 'Greenhouse.md': '---\nrelated:\n  - [[Garden]]\n  - "[[Soil]]"\n---\n' },
      findings: ['Greenhouse.md:3:5 related'],
    },
    {
      title: 'In quotes, and lists that are meant',
      files: { 'Greenhouse.md': '---\nup: "[[Garden]]"\nsize: [[2, 3]]\ntags: [garden]\n---\n' },
      findings: [],
    },
  ],
  *check(note, text) {
    const { frontmatter } = note.facts;
    if (frontmatter.state !== 'valid') return;
    for (const [key, read] of Object.entries(frontmatter.values)) {
      if (!isBareLink(read) && !(Array.isArray(read) && read.some(isBareLink))) continue;
      const value = text.entries.get(key)?.valueSpan;
      if (value === undefined) continue;
      const written = text.whole.slice(value.start, value.end);
      const at = written.search(/(^|[^"'[])\[\[/);
      if (at < 0) continue;
      const start = value.start + written.indexOf('[[', at);
      const end = text.whole.indexOf(']]', start);
      yield {
        span: { start, end: end < 0 ? start + 2 : end + 2 },
        subject: key,
        message: `The link in \`${key}\` needs quotes: "[[…]]".`,
      };
    }
  },
});
