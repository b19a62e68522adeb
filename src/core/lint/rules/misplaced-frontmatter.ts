import { findMisplacedBlock, type MisplacedBlock } from '../misplaced-block';
import { NO_OPTIONS } from '../no-options';
import { textRule } from '../rule';

const MESSAGES: Readonly<Record<MisplacedBlock['fault'], string>> = {
  'byte-order-mark':
    'A byte order mark stands in front of the properties; several programs do not see them then.',
  'blank-lines-before':
    'Obsidian reads properties only in the first line: delete the blank lines above this one.',
  'spaces-before':
    'Obsidian reads properties only after a `---` at the very start of the line: delete the space.',
  'four-dashes': 'Properties open with three dashes, not more: this is a horizontal rule.',
  unclosed: 'The properties are never closed: a line `---` is missing below them.',
  'closed-with-dots': 'Obsidian closes properties by `---`, not by `...`.',
};

export const misplacedFrontmatter = textRule({
  name: 'misplaced-frontmatter',
  description: 'A block that looks like properties is not read as such, because of where or how it stands.',
  severity: 'warning',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'A blank line above (Obsidian 1.4.6 and later)',
      files: { 'Soil.md': '\n---\ntitle: Soil\n---\n' },
      findings: ['Soil.md:2:1 frontmatter'],
    },
    {
      title: 'Never closed',
      files: { 'Soil.md': '---\ntitle: Soil\n\nSandy loam.\n' },
      findings: ['Soil.md:1:1 frontmatter'],
    },
    {
      title: 'Closed by dots',
      files: { 'Soil.md': '---\ntitle: Soil\n...\n\nSandy loam.\n' },
      findings: ['Soil.md:1:1 frontmatter'],
    },
    {
      title: 'A horizontal rule is no frontmatter',
      files: { 'Soil.md': '\n---\n\nSandy loam. See below.\n\n---\n' },
      findings: [],
    },
    {
      title: 'Text above makes it a table of facts of its own',
      files: { 'Soil.md': '# Soil\n\n---\ntitle: Soil\n---\n' },
      findings: [],
    },
  ],
  *check(note, text) {
    const block = findMisplacedBlock(text.whole, note.facts);
    if (block === null) return;
    yield { span: block.span, subject: 'frontmatter', message: MESSAGES[block.fault] };
  },
});
