import { noteName } from '../loose-end';
import { NO_OPTIONS } from '../no-options';
import { vaultRule } from '../rule';

export const brokenWikilink = vaultRule({
  name: 'broken-wikilink',
  description:
    'A link is meant for something that exists or must exist, and leads nowhere: an embed, a file, or a name that a note nearly has. Links to notes that are yet to be written are gaps, no findings.',
  severity: 'error',
  options: NO_OPTIONS,
  examples: [
    {
      title: 'A note of nearly that name',
      files: { 'Beans.md': 'See [[bed_2_tomatoes]].\n', 'Bed 2 - Tomatoes.md': '' },
      findings: ['Beans.md:1:5 bed_2_tomatoes'],
    },
    {
      title: 'An embed and a file',
      files: { 'Beans.md': '![[plan.png]] [[Bill.pdf]] ![[Nothing]]\n' },
      findings: ['Beans.md:1:1 plan.png', 'Beans.md:1:15 Bill.pdf', 'Beans.md:1:28 Nothing'],
    },
    {
      title: 'A gap: nobody has written that note yet. A dot in a title is no extension',
      files: { 'Beans.md': '[[Compost]] [[Release v2.4]] [[Node.js]] [text](Later.md)\n' },
      findings: [],
    },
    {
      title: 'Code is no link',
      files: { 'Shell.md': '```sh\n[[ -f plan.png ]] && echo [[:alpha:]]\n```\n`![[plan.png]]`\n' },
      findings: [],
    },
    {
      title: 'An escaped pipe in a table, other spellings of the same name, attachments elsewhere',
      files: {
        'a/Beans.md':
          '| [[Soil\\|earth]] | [[SOIL]] |\n| --- | --- |\n| [[Soil.md]] | ![[plan.png\\|320]] |\n\n[x](../b/Soil.md) [y](Soil.md) [z](b/My%20Soil) [[b/Soil]]\n',
        'b/Soil.md': '',
        'b/My Soil.md': '',
        'files/plan.png': '',
      },
      findings: [],
    },
  ],
  *check(vault) {
    for (const { note, ref, end } of vault.looseLinks) {
      if (end.kind !== 'broken') continue;
      const what = { embed: 'Nothing to embed', file: 'No file', 'near-miss': 'No note' }[end.why];
      const written = ref.link.replace(/#.*$/s, '');
      const hint =
        end.near.length === 0
          ? ''
          : `; ${end.near.length === 1 ? 'meant is most likely' : 'near are'} ${end.near.slice(0, 3).map(noteName).join(', ')}`;
      yield {
        path: note.path,
        span: ref,
        subject: ref.link,
        message: `${what} is called “${written}”${hint}.`,
        related: end.near,
      };
    }
  },
});
