import { strictObject } from 'zod';
import { list, words } from '../../config/value-kinds';
import { foldName } from '../../text/fold-name';
import type { VaultPath } from '../../ports';
import { noteName } from '../loose-end';
import type { LintVault } from '../lint-vault';
import { vaultRule } from '../rule';
import { subjectClaims } from '../subject-claims';
import type { IndexedNote } from '../../vault/vault-index';

/** Properties that speak of the note or of how it is shown, not of what it is about. */
const OF_THE_NOTE = (
  'title aliases alias tags tag cssclasses cssclass subject about id uid uuid type kind category class ' +
  'created modified updated date time due start end deadline scheduled completed created_at updated_at last_modified ' +
  'author authors source sources url link links related up parent parents next prev previous see-also ' +
  'publish permalink description summary image cover banner icon color lang language template layout draft ' +
  'hermes reviewed review rating priority weight order position sort version revision confidence'
).split(' ');

/** More notes than this under one title are a form that somebody fills in again and again, not one subject. */
const MOST_OF_ONE_NAME = 3;

/** A single value as text to compare and to show; null for lists, maps and nothing. */
function comparable(value: unknown): { shown: string; compared: string } | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const shown = String(value).trim();
  const bare = /^\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]$/.exec(shown)?.[1] ?? shown;
  const compared = foldName(bare).replace(/\s+/g, ' ');
  return compared === '' ? null : { shown, compared };
}

function groupsBySubject(vault: LintVault, properties: readonly string[]): IndexedNote[][] {
  const bySubject = new Map<string, IndexedNote[]>();
  const byName = new Map<string, IndexedNote[]>();
  const add = (table: Map<string, IndexedNote[]>, key: string, note: IndexedNote): void => {
    const group = table.get(key);
    if (group === undefined) table.set(key, [note]);
    else group.push(note);
  };
  for (const note of vault.notes) {
    const claims = subjectClaims(note, vault.index, properties);
    for (const key of claims.bySubject) add(bySubject, key, note);
    for (const key of claims.byName) add(byName, key, note);
  }
  // A note about [[X]] and X itself speak of the same thing.
  for (const [key, group] of bySubject) {
    const itself = key.startsWith('note ') ? vault.index.note(key.slice('note '.length)) : undefined;
    if (itself !== undefined && !group.includes(itself) && vault.notes.includes(itself)) group.push(itself);
  }
  const named = [...byName.values()].filter((group) => group.length <= MOST_OF_ONE_NAME);
  return [...bySubject.values(), ...named].filter((group) => group.length > 1);
}

export const contradiction = vaultRule({
  name: 'contradiction',
  description:
    'Two notes that claim the same subject give one property two values. Same subject: their `subject` or `about` names the same note or thing, or they share a title or alias; notes of a date claim none.',
  severity: 'warning',
  options: strictObject({
    subject_properties: list(words('the name of a property')).default(['subject', 'about']),
    ignore_properties: list(words('the name of a property')).default([]),
  }),
  optionNotes: {
    subject_properties: 'Properties that say what a note is about (default subject, about).',
    ignore_properties: 'Properties that may differ, besides those that describe the note itself.',
  },
  examples: [
    {
      title: 'Two notes about the rain water',
      files: {
        'Rain water.md': '---\nsubject: "[[Rain water]]"\ncapacity: 600 l\nstatus: active\n---\n',
        'Parts.md': '---\nsubject: "[[Rain water]]"\ncapacity: 900 l\n---\n',
      },
      findings: ['Parts.md:1:1 capacity'],
    },
    {
      title: 'Two notes of one title',
      files: {
        'a/Mira.md': '---\ntitle: Mira Okafor\nplot: 14\n---\n',
        'b/Mira O.md': '---\naliases: [mira okafor]\nplot: 15\n---\n',
      },
      findings: ['a/Mira.md:1:1 plot'],
    },
    {
      title: 'What describes the note may differ; two days may differ; other spellings of a value do not',
      files: {
        'a/Mira.md': '---\ntitle: Mira Okafor\ncreated: 2025-01-10\nplot: 14\nplace: "[[Mill Lane]]"\n---\n',
        'b/Mira.md': '---\ntitle: Mira Okafor\ncreated: 2026-01-10\nplot: "14"\nplace: mill lane\n---\n',
        '2026-06-20.md': '---\nabout: "[[Rain water]]"\nlevel: low\n---\n',
        '2026-06-21.md': '---\nabout: "[[Rain water]]"\nlevel: high\n---\n',
      },
      findings: [],
    },
  ],
  *check(vault, { options }) {
    const ignored = new Set([
      ...OF_THE_NOTE,
      ...[...options.ignore_properties, ...options.subject_properties].map((key) => key.toLowerCase()),
    ]);
    const told = new Set<string>();
    for (const group of groupsBySubject(vault, options.subject_properties)) {
      const claims = new Map<string, { path: VaultPath; shown: string; compared: string }[]>();
      for (const note of group) {
        if (note.facts.frontmatter.state !== 'valid') continue;
        for (const [key, value] of Object.entries(note.facts.frontmatter.values)) {
          const name = key.toLowerCase();
          const read = ignored.has(name) ? null : comparable(value);
          if (read === null) continue;
          const known = claims.get(name);
          if (known === undefined) claims.set(name, [{ path: note.path, ...read }]);
          else known.push({ path: note.path, ...read });
        }
      }
      for (const [key, said] of claims) {
        if (new Set(said.map((one) => one.compared)).size < 2) continue;
        const [first, ...others] = said.sort((a, b) => (a.path < b.path ? -1 : 1));
        if (first === undefined) continue;
        const related = [
          ...new Set(others.filter((one) => one.compared !== first.compared).map((one) => one.path)),
        ];
        const fact = [key, first.path, ...related].join('\n');
        if (told.has(fact)) continue;
        told.add(fact);
        const twin = others.find((one) => one.compared !== first.compared);
        yield {
          path: first.path,
          span: null,
          subject: key,
          message: `\`${key}\` is ${first.shown} here and ${twin?.shown ?? ''} in ${noteName(related[0] ?? '')}.`,
          related,
        };
      }
    }
  },
});
