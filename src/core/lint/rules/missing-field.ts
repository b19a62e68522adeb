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
    for (const field of requiredFields) {
      const value = valueOf(frontmatter.values, field);
      const isMissing = value === undefined;
      if (!isMissing && ((value !== null && value !== '') || LISTS.has(field.toLowerCase()))) continue;
      yield {
        span: { start: frontmatter.block.start, end: frontmatter.block.start + 3 },
        subject: field,
        message: `The property \`${field}\` ${isMissing ? 'is missing' : 'has no value'}; lint.required_fields asks for it.`,
      };
    }
  },
});

/** The property's value, in whatever case its name is written; undefined if there is none. */
function valueOf(values: Readonly<Record<string, unknown>>, field: string): unknown {
  const name = field.toLowerCase();
  // Nearly always it is written as it is asked for.
  const plain = Object.hasOwn(values, name) ? values[name] : undefined;
  if (plain !== undefined && plain !== null) return plain;
  const key = Object.keys(values).find((written) => written.toLowerCase() === name);
  return key === undefined ? undefined : values[key];
}
