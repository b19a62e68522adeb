import { strictObject } from 'zod';
import { wholeNumber } from '../../config/value-kinds';
import type { VaultPath } from '../../ports';
import { folderOf, isIndexNote } from '../index-note';
import { vaultRule } from '../rule';

/** Notes that are found by their date need no index. */
const DATED = /(^|\/)\d{4}-(\d{2}|W\d{2}|Q\d)[^/]*\.md$/;

export const needsIndex = vaultRule({
  name: 'needs-index',
  description:
    'A folder holds many notes and no `_index.md` that leads through them. Reported, never created.',
  severity: 'info',
  options: strictObject({ above: wholeNumber(1).default(20) }),
  optionNotes: { above: 'A folder with more notes than this needs an index (default 20).' },
  examples: [
    {
      title: 'More notes than allowed',
      files: { 'Ideas/A.md': '', 'Ideas/B.md': '', 'Ideas/C.md': '', 'Home.md': '' },
      options: { above: 2 },
      findings: ['Ideas:1:1 Ideas'],
    },
    {
      title: 'A folder with an index, and one of daily notes',
      files: {
        'Ideas/A.md': '',
        'Ideas/B.md': '',
        'Ideas/_index.md': '',
        'Daily/2026-06-20.md': '',
        'Daily/2026-06-21.md': '',
      },
      options: { above: 1 },
      findings: [],
    },
  ],
  *check(vault, { options }) {
    const counts = new Map<VaultPath, number>();
    const indexed = new Set<VaultPath>();
    for (const note of vault.index.notes) if (isIndexNote(note.path)) indexed.add(folderOf(note.path));
    for (const { path } of vault.notes) {
      yield null;
      const folder = folderOf(path);
      if (folder !== '' && !DATED.test(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    for (const [folder, count] of counts) {
      if (count <= options.above || indexed.has(folder)) continue;
      yield {
        path: folder,
        span: null,
        subject: folder,
        message: `The folder holds ${count} notes and no _index.md.`,
      };
    }
  },
});
