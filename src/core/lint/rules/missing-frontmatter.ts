import { findMisplacedBlock } from '../misplaced-block';
import { NO_OPTIONS } from '../no-options';
import { textRule } from '../rule';

export const missingFrontmatter = textRule({
  name: 'missing-frontmatter',
  description:
    'A note has no properties at all, not even those that `lint.required_fields` asks for: a search or a base knows it by its name and text alone.',
  severity: 'warning',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'A note that starts with its text',
      files: { 'Soil.md': '# Soil\n\nSandy loam.\n' },
      findings: ['Soil.md:1:1 frontmatter'],
    },
    {
      title: 'A block in the wrong place is misplaced, not missing',
      files: { 'Soil.md': '\n---\ntitle: Soil\n---\n' },
      findings: [],
    },
  ],
  *check(note, text, { requiredFields }) {
    if (note.facts.frontmatter.state !== 'none' || requiredFields.length === 0) return;
    if (findMisplacedBlock(text.whole, note.facts) !== null) return;
    yield {
      span: null,
      subject: 'frontmatter',
      message: `There are no properties; lint.required_fields asks for ${requiredFields.join(', ')}.`,
    };
  },
});
