import { noteName } from '../loose-end';
import { NO_OPTIONS } from '../no-options';
import { vaultRule } from '../rule';

export const aliasAsTarget = vaultRule({
  name: 'alias-as-target',
  description:
    'A link names a note by its alias; Obsidian opens nothing then and offers to write a new note. It wants `[[Note|alias]]`.',
  severity: 'info',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'An alias as target, and as text',
      files: {
        'Calendar.md': '[[Late blight]] [[Tomato blight|Late blight]]\n',
        'Tomato blight.md': '---\naliases: [Late blight]\n---\n',
      },
      findings: ['Calendar.md:1:1 Late blight'],
    },
  ],
  *check(vault) {
    for (const { note, ref, end } of vault.looseLinks) {
      if (end.kind !== 'alias') continue;
      const names = end.notes.slice(0, 3).map(noteName);
      yield {
        path: note.path,
        span: ref,
        subject: ref.link,
        message: `“${ref.link}” is an alias of ${names.join(', ')}; write [[${names[0] ?? ''}|${ref.displayText ?? ref.link}]].`,
        related: end.notes,
      };
    }
  },
});
