import type { NoteText } from '../note-text';
import { NO_OPTIONS } from '../no-options';
import { textRule } from '../rule';

/** The usual causes, told by the line that the YAML parser stopped at; empty if none is sure. */
function remedy(text: NoteText, offset: number): string {
  const line = text.properties.findLast((candidate) => candidate.start <= offset)?.text ?? '';
  const value = /^[^:]*:\s+(.*)$/.exec(line)?.[1] ?? '';
  if (/^\s*\t/.test(line)) return ' Indent with spaces, not with a tab.';
  if (/^(<{7}|={7}|>{7})( |$)/.test(line)) return ' A merge left its conflict markers; keep one side.';
  if (/^\[\[.*\]\]\s*\S/.test(value)) return ' Put each link in quotes, as items of a list.';
  if (/^[^"'[{|>].*:(\s|$)/.test(value)) return ' Put the value in quotes: it has a colon in it.';
  if (/^[[{]/.test(value) && !/[\]}]\s*$/.test(value)) return ' The bracket is never closed.';
  if (/^[@`%]/.test(value)) return ' Put the value in quotes: it starts with a sign that YAML reserves.';
  return '';
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
      message: `The properties cannot be read: ${said}.${remedy(text, offset)}`,
    };
  },
});
