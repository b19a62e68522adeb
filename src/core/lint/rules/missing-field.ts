import { NO_OPTIONS } from '../no-options';
import { factsRule } from '../rule';

/** Properties that may stand empty: an empty list says «none». */
const LISTS = new Set(['tags', 'aliases', 'cssclasses']);

export const missingField = factsRule({
  name: 'missing-field',
  description: 'A note with properties lacks one that `lint.required_fields` asks for.',
  severity: 'warning',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'Two of the three required fields are missing',
      files: { 'Soil.md': '---\ntitle: Soil\n---\n' },
      findings: ['Soil.md:1:1 created', 'Soil.md:1:1 tags'],
    },
    {
      title: 'A field without a value',
      files: { 'Soil.md': '---\ntitle:\ncreated: 2025-03-09\ntags: []\n---\n' },
      findings: ['Soil.md:1:1 title'],
    },
    {
      title: 'Case does not matter, as in Obsidian; nor does a list without items',
      files: { 'Soil.md': '---\nTitle: Soil\ncreated: 2025-03-09\ntags:\n---\n' },
      findings: [],
    },
  ],
  *check(note, { requiredFields }) {
    const { frontmatter } = note.facts;
    if (frontmatter.state !== 'valid') return;
    const values = new Map<string, unknown>();
    for (const [key, value] of Object.entries(frontmatter.values)) {
      const name = key.toLowerCase();
      if (values.get(name) === undefined) values.set(name, value);
    }
    for (const field of requiredFields) {
      const name = field.toLowerCase();
      const value = values.get(name);
      const span = { start: frontmatter.block.start, end: frontmatter.block.start + 3 };
      if (value === undefined)
        yield { span, subject: field, message: `The property \`${field}\` is missing.` };
      else if (!LISTS.has(name) && (value === null || value === ''))
        yield { span, subject: field, message: `The property \`${field}\` has no value.` };
    }
  },
});
