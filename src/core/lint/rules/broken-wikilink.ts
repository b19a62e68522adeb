import type { VaultPath } from '../../ports';
import type { VaultIndex } from '../../vault/vault-index';
import { foldName } from '../../text/fold-name';
import { linkPath, noteName, type LooseEnd } from '../loose-end';
import { NO_OPTIONS } from '../no-options';
import { vaultRule } from '../rule';

export const brokenWikilink = vaultRule({
  name: 'broken-wikilink',
  description:
    'A link is meant for something that exists or must exist, and leads nowhere: an embed, a file, or a name that a note nearly has, in the folder that the link names. Links to notes that are yet to be written are gaps, no findings.',
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
      title: 'A gap, too: the link names another folder than the one in which such a note lies',
      files: {
        'Money.md': '[[2025/Budget]] [[Beta/Overview]] [[C-]]\n',
        '2024/Budget.md': '',
        'Alpha/Overview.md': '',
        'C.md': '',
      },
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
    let others: ReadonlyMap<string, VaultPath> | null = null;
    for (const { note, ref, end } of vault.looseLinks) {
      if (end.kind !== 'broken') continue;
      const path = linkPath(ref.link);
      others ??= otherFiles(vault.index);
      const unseen = end.near.length === 0 ? others.get(fileName(path)) : undefined;
      yield {
        path: note.path,
        span: ref,
        subject: ref.link,
        message:
          unseen === undefined
            ? message(path, end)
            : `Obsidian does not open ${unseen}: files of this kind need “Detect all file extensions”.`,
        related: end.near,
      };
    }
  },
});

function fileName(path: string): string {
  return foldName(path.slice(path.lastIndexOf('/') + 1));
}

/** Files that are no notes, by name: one that stands there and is not resolved is of a kind that Obsidian passes over. */
function otherFiles(index: VaultIndex): ReadonlyMap<string, VaultPath> {
  return new Map(
    index.files.filter(({ path }) => !/\.md$/i.test(path)).map(({ path }) => [fileName(path), path]),
  );
}

function message(written: string, { why, near }: Extract<LooseEnd, { kind: 'broken' }>): string {
  const name = foldName(noteName(written));
  const what = { embed: 'Nothing to embed', file: 'No file', 'near-miss': 'No note' }[why];
  // A note of that very name lies in another folder: then the folder is the news.
  const names = near
    .slice(0, 3)
    .map((path) => (foldName(noteName(path)) === name ? path.replace(/\.md$/i, '') : noteName(path)));
  if (names.length === 0) return `${what} is called “${written}”.`;
  return `${what} is called “${written}”; ${near.length === 1 ? 'meant is most likely' : 'near are'} ${names.join(', ')}.`;
}
