import type { VaultPath } from '../../ports';
import { folderOf, isIndexNote } from '../index-note';
import { noteName } from '../loose-end';
import { NO_OPTIONS } from '../no-options';
import { gatherRule } from '../rule';

/** Code blocks and marks of plugins that fill an index by themselves. */
const QUERIES = ['dataview', 'dataviewjs', 'base', 'folder-overview', 'folder-index-content', 'query'];

export const indexDrift = gatherRule({
  name: 'index-drift',
  description: 'An `_index.md` leaves out a note of its folder, or lists one that is gone.',
  severity: 'warning',
  options: NO_OPTIONS,
  isFact: (value): value is 'by-hand' | 'by-query' => value === 'by-hand' || value === 'by-query',
  examples: [
    {
      title: 'One note is missing, one is gone',
      files: {
        'Garden/_index.md': '- [[Beans]]\n- [[Leeks]]\n',
        'Garden/Beans.md': '',
        'Garden/Soil.md': '',
        'Garden/Beds/Bed 1.md': '',
      },
      findings: ['Garden/_index.md:1:1 Garden/Soil.md', 'Garden/_index.md:2:3 Leeks'],
    },
    {
      title: 'An index that a query fills',
      files: { 'Garden/_index.md': '```dataview\nLIST FROM "Garden"\n```\n', 'Garden/Soil.md': '' },
      findings: [],
    },
  ],
  gather(note, text) {
    if (!isIndexNote(note.path)) return null;
    const filled =
      QUERIES.some((language) => text.codeLanguages.has(language)) ||
      note.facts.refs().some((ref) => ref.kind === 'embed' && /\.base(#|$)/i.test(ref.link)) ||
      /%% *(begin|end)? *waypoint/i.test(text.whole);
    return filled ? 'by-query' : 'by-hand';
  },
  *check(facts, vault) {
    const byFolder = new Map<VaultPath, VaultPath[]>();
    for (const { path } of vault.notes) {
      yield null;
      const known = byFolder.get(folderOf(path));
      if (known === undefined) byFolder.set(folderOf(path), [path]);
      else known.push(path);
    }
    for (const [path, kind] of facts) {
      const index = vault.index.note(path);
      if (index === undefined) continue;
      const listed = new Set<string>();
      for (const ref of index.facts.refs()) {
        const resolution = vault.index.resolve(ref, path);
        if (resolution.status === 'resolved') listed.add(resolution.target);
        if (resolution.status === 'ambiguous') for (const one of resolution.candidates) listed.add(one);
      }
      for (const note of kind === 'by-hand' ? (byFolder.get(folderOf(path)) ?? []) : []) {
        if (note === path || listed.has(note)) continue;
        yield {
          path,
          span: null,
          subject: note,
          message: `The index leaves out ${noteName(note)}.`,
          related: [note],
        };
      }
    }
    for (const { note, ref, end } of vault.looseLinks) {
      if (end.kind !== 'gap' || !facts.has(note.path)) continue;
      yield {
        path: note.path,
        span: ref,
        subject: ref.link,
        message: `The index lists “${ref.link}”, and there is no such note.`,
      };
    }
  },
});
