import { NO_OPTIONS } from '../no-options';
import { vaultRule } from '../rule';

export const ambiguousLink = vaultRule({
  name: 'ambiguous-link',
  description:
    'A link fits several files equally well; which one Obsidian opens can change from one start to the next.',
  severity: 'warning',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'Two notes of one name, equally far away',
      files: { 'Pond.md': '[[Notes]]\n', 'aaa/Notes.md': '', 'bbb/Notes.md': '' },
      findings: ['Pond.md:1:1 Notes'],
    },
    {
      title: 'With its folder, or where Obsidian prefers the nearer one',
      files: { 'aaa/Pond.md': '[[Notes]] [[bbb/Notes]]\n', 'aaa/Notes.md': '', 'bbb/Notes.md': '' },
      findings: [],
    },
  ],
  *check(vault) {
    for (const { note, ref, end } of vault.looseLinks) {
      if (end.kind !== 'ambiguous') continue;
      yield {
        path: note.path,
        span: ref,
        subject: ref.link,
        message: `“${ref.link}” fits ${end.candidates.slice(0, 3).join(', ')} equally well; write the path.`,
        related: end.candidates,
      };
    }
  },
});
