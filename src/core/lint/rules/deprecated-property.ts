import { NO_OPTIONS } from '../no-options';
import { textRule } from '../rule';

/** Dropped in Obsidian 1.9.0 (release notes); the plural is what is read. */
const PLURALS: Readonly<Record<string, string>> = {
  tag: 'tags',
  alias: 'aliases',
  cssclass: 'cssclasses',
};

export const deprecatedProperty = textRule({
  name: 'deprecated-property',
  description: '`tag`, `alias` and `cssclass` have had no effect since Obsidian 1.9; their plurals have.',
  severity: 'warning',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'A singular that is not read any more',
      files: { 'Lloyd.md': '---\ntags: [book]\ntag: gardening\n---\n' },
      findings: ['Lloyd.md:3:1 tag'],
    },
    {
      title: 'The plurals, and a property that only looks like one',
      files: { 'Lloyd.md': '---\ntags: [book]\naliases: [Lloyd]\ntag-line: A classic\n---\n' },
      findings: [],
    },
  ],
  *check(note, text) {
    const { frontmatter } = note.facts;
    if (frontmatter.state !== 'valid') return;
    for (const key of Object.keys(frontmatter.values)) {
      const plural = Object.hasOwn(PLURALS, key.toLowerCase()) ? PLURALS[key.toLowerCase()] : undefined;
      if (plural === undefined) continue;
      yield {
        span: text.keySpan(key),
        subject: key,
        message: `Obsidian has not read \`${key}\` since 1.9; it reads \`${plural}\`.`,
      };
    }
  },
});
