import { conflictCopy } from '../../vault/conflict-copy';
import type { NoteLine } from '../note-lines';
import { NO_OPTIONS } from '../no-options';
import { gatherRule } from '../rule';

/** Starts of conflicts that git left in the text: `<<<<<<<`, then `=======`, then `>>>>>>>`, each opening a line. */
function conflictStarts(lines: readonly NoteLine[]): number[] {
  const starts: number[] = [];
  let open: number | null = null;
  let divided = false;
  for (const line of lines) {
    if (/^<{7}( |$)/.test(line.text)) [open, divided] = [line.start, false];
    else if (open !== null && /^={7}$/.test(line.text)) divided = true;
    else if (open !== null && divided && /^>{7}( |$)/.test(line.text)) {
      starts.push(open);
      [open, divided] = [null, false];
    }
  }
  return starts;
}

export const syncConflictCopy = gatherRule({
  name: 'sync-conflict-copy',
  description:
    'Two devices changed one file: a sync program set a second copy beside it, or git left both sides in the text.',
  severity: 'error',
  options: NO_OPTIONS,
  isFact: (value): value is readonly number[] => Array.isArray(value),
  examples: [
    {
      title: 'Copies of Syncthing and of Dropbox',
      files: {
        'Soil.md': '',
        'Soil.sync-conflict-20260612-081502-K7QX3LM.md': '',
        "Soil (Ada's conflicted copy 2026-06-12).md": '',
      },
      findings: [
        "Soil (Ada's conflicted copy 2026-06-12).md:1:1 Soil.md",
        'Soil.sync-conflict-20260612-081502-K7QX3LM.md:1:1 Soil.md',
      ],
    },
    {
      title: 'Markers of git',
      files: { 'Soil.md': '# Soil\n\n<<<<<<< HEAD\nLoam.\n=======\nClay.\n>>>>>>> phone\n' },
      findings: ['Soil.md:3:1 conflict markers'],
    },
    {
      title: 'A numbered copy proves nothing, nor does a lesson about git',
      files: {
        'Soil 2.md': '',
        'Soil (1).md': '',
        'Git.md': '```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n```\n',
      },
      findings: [],
    },
  ],
  gather(_note, text) {
    if (!text.whole.includes('<<<<<<<')) return null;
    const starts = conflictStarts([...text.properties, ...text.prose]);
    return starts.length === 0 ? null : starts;
  },
  *check(facts, vault) {
    for (const { path } of vault.index.files) {
      yield null;
      const copy = conflictCopy(path);
      if (copy === null || vault.exclusion(path) !== 'conflict-copy') continue;
      yield {
        path,
        span: null,
        subject: copy.original,
        message: `${copy.program} kept this beside ${copy.original}; take over what is missing there, then delete it.`,
        related: [copy.original],
      };
    }
    for (const [path, starts] of facts) {
      for (const start of starts) {
        yield {
          path,
          span: { start, end: start + 7 },
          subject: 'conflict markers',
          message: 'A merge left both sides in the text; keep one and delete the markers.',
        };
      }
    }
  },
});
