import { NO_OPTIONS } from '../no-options';
import { vaultRule } from '../rule';
import { subpathTable, type SubpathTable } from '../subpath';
import type { VaultPath } from '../../ports';

export const brokenSubpath = vaultRule({
  name: 'broken-subpath',
  description: 'A link leads to a note, but to a heading or block that the note does not have.',
  severity: 'warning',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'A heading and a block that are gone',
      files: {
        'Cloches.md': '[[Beans#Watering]] [[Beans#Sowing]] [[Beans#^may]] [[#Nowhere]]\n',
        'Beans.md': '## Watering\n\nFrom the butt.\n',
      },
      findings: ['Cloches.md:1:20 Beans#Sowing', 'Cloches.md:1:37 Beans#^may', 'Cloches.md:1:52 #Nowhere'],
    },
    {
      title: 'Case and punctuation do not count; nested headings, blocks, and pages of a PDF',
      files: {
        'Cloches.md':
          '[[Beans#watering, again]] [[Beans#Bed#Watering again!]] [[Beans#^may]] ![[plan.pdf#page=3]]\n',
        'Beans.md': '# Bed\n\n## Watering again\n\nFrom the butt. ^may\n',
        'plan.pdf': '',
      },
      findings: [],
    },
  ],
  *check(vault) {
    const tables = new Map<VaultPath, SubpathTable>();
    for (const { note, ref, target } of vault.subpathLinks) {
      yield null;
      const facts = vault.index.note(target)?.facts;
      if (facts === undefined) continue;
      const table = tables.get(target) ?? subpathTable(facts);
      tables.set(target, table);
      const subpath = ref.link.slice(ref.link.indexOf('#') + 1);
      if (table.has(subpath)) continue;
      const what = subpath.includes('^') ? 'block' : 'heading';
      const where = target === note.path ? 'This note' : target;
      yield {
        path: note.path,
        span: ref,
        subject: ref.link,
        message: `${where} has no ${what} “${subpath}”.`,
        related: target === note.path ? [] : [target],
      };
    }
  },
});
