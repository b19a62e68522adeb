import { strictObject } from 'zod';
import { list, words } from '../../config/value-kinds';
import { foldName } from '../../text/fold-name';
import type { VaultPath } from '../../ports';
import { noteName } from '../loose-end';
import { gatherRule } from '../rule';
import { subjectClaims, subjectKey, type SubjectClaims } from '../subject-claims';
import type { VaultIndex } from '../../vault/vault-index';

/** Properties that speak of the note or of how it is shown, not of what it is about. */
const OF_THE_NOTE = new Set(
  (
    'title aliases alias tags tag cssclasses cssclass subject about id uid uuid type kind category class ' +
    'created modified updated date time due start end deadline scheduled completed created_at updated_at last_modified ' +
    'author authors source sources url link links related up parent parents next prev previous see-also ' +
    'publish permalink description summary image cover banner icon color lang language template layout draft ' +
    'hermes reviewed review rating priority weight order position sort version revision confidence'
  ).split(' '),
);

/** More notes than this under one title are a form that somebody fills in again and again, not one subject. */
const MOST_OF_ONE_NAME = 3;

const BARE_LINK = /^\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]$/;

/** A single value as text to show; empty for lists, maps and nothing. */
function shownValue(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
  return String(value).trim();
}

/** The value as it is compared: `[[Soil]]` and `soil` are one. */
function compared(shown: string): string {
  const bare = shown.startsWith('[[') ? (BARE_LINK.exec(shown)?.[1] ?? shown) : shown;
  return foldName(bare).replace(/\s+/g, ' ');
}

interface Fact extends SubjectClaims {
  /** Property and value as shown, in turn. */
  readonly says: readonly string[];
}
type Facts = ReadonlyMap<VaultPath, Fact>;

/** Paths of notes that claim one subject, in groups of two and more; a null for each note on the way there. */
function* groupsBySubject(facts: Facts, index: VaultIndex): Generator<null, (readonly VaultPath[])[]> {
  const bySubject = new Map<string, VaultPath[]>();
  const byName = new Map<string, VaultPath[]>();
  const add = (table: Map<string, VaultPath[]>, key: string, path: VaultPath): void => {
    const group = table.get(key);
    if (group === undefined) table.set(key, [path]);
    else if (group.at(-1) !== path) group.push(path);
  };
  for (const [path, { subjects, names }] of facts) {
    yield null;
    for (const subject of subjects) {
      const key = subjectKey(subject, path, index);
      add(bySubject, key, path);
      // A note about [[X]] and X itself speak of the same thing.
      const itself = key.startsWith('note ') ? key.slice('note '.length) : null;
      if (itself !== null && facts.has(itself)) add(bySubject, key, itself);
    }
    for (const name of names) add(byName, name, path);
  }
  const named = [...byName.values()].filter((group) => group.length <= MOST_OF_ONE_NAME);
  return [...bySubject.values(), ...named]
    .filter((group) => group.length > 1)
    .map((group) => [...new Set(group)].sort());
}

export const contradiction = gatherRule({
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
  isFact: (value): value is Fact => typeof value === 'object' && value !== null && 'says' in value,
  examples: [
    {
      title: 'Two notes about the rain water',
      files: {
        'Rain water.md': '---\ncapacity: 600 l\nstatus: active\n---\n',
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
  gather(note, _text, { options }) {
    const { frontmatter } = note.facts;
    if (frontmatter.state !== 'valid') return null;
    const isIgnored = (name: string): boolean =>
      OF_THE_NOTE.has(name) ||
      options.ignore_properties.some((key) => key.toLowerCase() === name) ||
      options.subject_properties.some((key) => key.toLowerCase() === name);
    const says: string[] = [];
    for (const [key, value] of Object.entries(frontmatter.values)) {
      const name = key.toLowerCase();
      const shown = isIgnored(name) ? '' : shownValue(value);
      if (shown !== '') says.push(name, shown);
    }
    if (says.length === 0) return null;
    // A note without a claim of its own may still be what another one is about.
    return { ...subjectClaims(note, frontmatter.values, options.subject_properties), says };
  },
  *check(facts, vault) {
    const told = new Set<string>();
    for (const group of yield* groupsBySubject(facts, vault.index)) {
      yield null;
      const claims = new Map<string, { path: VaultPath; shown: string; compared: string }[]>();
      for (const path of group) {
        const says = facts.get(path)?.says ?? [];
        for (let at = 0; at + 1 < says.length; at += 2) {
          const [key = '', shown = ''] = says.slice(at, at + 2);
          const claim = { path, shown, compared: compared(shown) };
          if (claim.compared === '') continue;
          const known = claims.get(key);
          if (known === undefined) claims.set(key, [claim]);
          else known.push(claim);
        }
      }
      for (const [key, [first, ...others]] of claims) {
        if (first === undefined) continue;
        const against = others.filter(
          ({ path, compared }) => path !== first.path && compared !== first.compared,
        );
        const [twin] = against;
        const related = [...new Set(against.map(({ path }) => path))];
        const fact = [key, first.path, ...related].join('\n');
        if (twin === undefined || told.has(fact)) continue;
        told.add(fact);
        yield {
          path: first.path,
          span: null,
          subject: key,
          message: `\`${key}\` is ${first.shown} here and ${twin.shown} in ${noteName(twin.path)}.`,
          related,
        };
      }
    }
  },
});
