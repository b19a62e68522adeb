import type { NoteText } from '../note-text';
import { NO_OPTIONS } from '../no-options';
import { textRule } from '../rule';

/** The usual causes, told by the line that the YAML parser stopped at; null if none is sure. */
function remedy(text: NoteText, offset: number): string | null {
  const line = text.properties.findLast((candidate) => candidate.start <= offset)?.text ?? '';
  const value = /^[^:]*:\s+(.*)$/.exec(line)?.[1] ?? '';
  if (/^\s*\t/.test(line)) return 'indent with spaces, not with a tab';
  if (/^(<{7}|={7}|>{7})( |$)/.test(line)) return 'a merge left its conflict markers here; keep one side';
  if (/^\[\[.*\]\]\s*\S/.test(value)) return 'put each link in quotes, as an item of a list';
  if (/^[^"'[{|>].*:(\s|$)/.test(value)) return 'a value with a colon in it needs quotes';
  if (/^[[{]/.test(value) && !/[\]}]\s*$/.test(value)) return 'the bracket is never closed';
  if (/^[@`%]/.test(value)) return 'a value that starts with such a sign needs quotes';
  return null;
}

export const invalidFrontmatter = textRule({
  name: 'invalid-frontmatter',
  description:
    'The properties are no valid YAML (or no list of keys and values), so that Obsidian reads none of them.',
  severity: 'error',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'A colon in a value that is not quoted',
      files: { 'Rain.md': '---\ntitle: Rain: parts\n---\n' },
      findings: ['Rain.md:2:8 frontmatter'],
    },
    {
      title: 'In quotes it is fine',
      files: { 'Rain.md': '---\ntitle: "Rain: parts"\n---\n' },
      findings: [],
    },
  ],
  *check(note, text) {
    const { frontmatter } = note.facts;
    if (frontmatter.state !== 'invalid') return;
    const { message, offset } = frontmatter.error;
    const said = (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '').replace(/\.$/, '');
    yield {
      span: { start: offset, end: offset },
      subject: 'frontmatter',
      message: `The properties cannot be read: ${remedy(text, offset) ?? said}.`,
    };
  },
});
