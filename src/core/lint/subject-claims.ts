import { foldName, looseFold } from '../text/fold-name';
import type { IndexedNote, VaultIndex } from '../vault/vault-index';
import { aliasesOf, linkPath, noteName } from './loose-end';

/** Names that many notes bear without being about one thing. */
const GENERIC_TITLES = new Set([
  'index',
  'readme',
  'home',
  'notes',
  'overview',
  'todo',
  'untitled',
  'unbenannt',
]);

/**
 * A note that records a moment: a `date`, or a date in its name. What it says held then; it does not contradict what
 * another one says of another day.
 */
function recordsMoment(note: IndexedNote, values: Readonly<Record<string, unknown>>): boolean {
  return /\d{4}-\d{2}-\d{2}/.test(noteName(note.path)) || Object.hasOwn(values, 'date');
}

function wikilink(value: string): string | null {
  return /^\s*\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]\s*$/.exec(value)?.[1] ?? null;
}

/** The note that a subject property names, else its words. */
function subjectKey(value: string, note: IndexedNote, index: VaultIndex): string | null {
  const link = wikilink(value);
  const words = looseFold(link === null ? value : linkPath(link)).trim();
  if (words === '') return null;
  const target = index.resolve({ link: link ?? value.trim(), syntax: 'wikilink' }, note.path);
  return target.status === 'resolved' ? `note ${target.target}` : `words ${words}`;
}

/**
 * What the note claims to be about, as keys that two notes share if they claim the same:
 *
 * - a `subject` or `about` property with one value: the note it links to, or its words;
 * - its title (the property, else the file's name) and its aliases, where at least one of two notes says so in a
 *   property: two files of one name in two folders claim nothing by that.
 *
 * Notes that record a moment claim nothing.
 */
export function subjectClaims(
  note: IndexedNote,
  index: VaultIndex,
  subjectProperties: readonly string[],
): { readonly bySubject: readonly string[]; readonly byName: readonly string[] } {
  const { frontmatter } = note.facts;
  if (frontmatter.state !== 'valid' || recordsMoment(note, frontmatter.values))
    return { bySubject: [], byName: [] };
  const { values } = frontmatter;
  const bySubject: string[] = [];
  for (const property of subjectProperties) {
    const written = Object.hasOwn(values, property) ? values[property] : undefined;
    const single: unknown = Array.isArray(written) && written.length === 1 ? written[0] : written;
    const key = typeof single === 'string' ? subjectKey(single, note, index) : null;
    if (key !== null) bySubject.push(key);
  }
  const title = values['title'];
  const named = [...(typeof title === 'string' ? [title] : []), ...aliasesOf(values)];
  const byName = [...new Set(named.map((name) => looseFold(name).trim()))].filter(
    (name) => name !== '' && !GENERIC_TITLES.has(foldName(name)),
  );
  return { bySubject: [...new Set(bySubject)], byName };
}
