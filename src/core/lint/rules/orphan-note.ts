import picomatch from 'picomatch';
import { strictObject } from 'zod';
import { glob, list } from '../../config/value-kinds';
import { vaultRule } from '../rule';

export const orphanNote = vaultRule({
  name: 'orphan-note',
  description:
    'No note, canvas or base leads to this note, so that only a search finds it. Links out of the logs do not count.',
  severity: 'info',
  options: strictObject({
    /** Notes that are entered from outside or found by their date. */
    except: list(glob()).default([
      '**/_index.md',
      '**/{Home,home,Index,index,README,Readme,readme}.md',
      '**/[0-9][0-9][0-9][0-9]-[0-9][0-9]*.md',
      '**/[0-9][0-9][0-9][0-9]-W[0-9][0-9]*.md',
    ]),
  }),
  optionNotes: {
    except: 'Globs of notes that need no link (default: index and home notes, notes named by date).',
  },
  examples: [
    {
      title: 'Nobody links to the bat box',
      files: {
        'Home.md': '[[Pond]]\n',
        'Pond.md': 'See [[Home]].\n',
        'Bat box.md': 'Links to [[Pond]] and to [[Bat box]].\n',
        '2026-06-21.md': 'A day.\n',
      },
      findings: ['Bat box.md:1:1 Bat box.md'],
    },
    {
      title: 'A canvas counts as use, the logs do not',
      files: {
        'Logs/2026.md': '[[Herb spiral]]\n',
        'Herb spiral.md': '',
        'Pond.md': '',
        'plan.canvas':
          '{"nodes":[{"id":"1","type":"file","file":"Pond.md","x":0,"y":0,"width":9,"height":9}],"edges":[]}',
      },
      findings: ['Herb spiral.md:1:1 Herb spiral.md'],
    },
  ],
  *check(vault, { options }) {
    const isExcepted = picomatch([...options.except], { dot: true });
    for (const note of vault.notes) {
      yield null;
      if (vault.isUsed(note.path) || isExcepted(note.path)) continue;
      yield {
        path: note.path,
        span: null,
        subject: note.path,
        message: 'No other note links here.',
      };
    }
  },
});
