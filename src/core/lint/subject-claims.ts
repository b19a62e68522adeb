import type { VaultPath } from '../ports';
import { looseFold } from '../text/fold-name';
import type { IndexedNote, VaultIndex } from '../vault/vault-index';
import { aliasesOf, linkPath } from './loose-end';

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

const DATED_NAME = /\d{4}-\d{2}-\d{2}[^/]*$/;

/**
 * A note that records a moment: a `date`, or a date in its name. What it says held then; it does not contradict what
 * another one says of another day.
 */
function recordsMoment(note: IndexedNote, values: Readonly<Record<string, unknown>>): boolean {
  return DATED_NAME.test(note.path) || Object.hasOwn(values, 'date');
}

function wikilink(value: string): string | null {
  return /^\s*\[\[([^[\]|]*)(?:\|[^[\]]*)?\]\]\s*$/.exec(value)?.[1] ?? null;
}

/**
 * What a note claims to be about. Two notes claim the same subject if
 *
 * - their `subject` or `about` property, with one value, names the same note (or the note itself) or the same words;
 * - or they share a name: a title given as a property, or an alias. That two files in two folders bear one name
 *   claims nothing.
 *
 * Notes that record a moment claim nothing.
 */
export interface SubjectClaims {
  /** Values of the subject properties as written. */
  readonly subjects: readonly string[];
  /** Folded. */
  readonly names: readonly string[];
}

/** Reads the claims from the properties. */
export function subjectClaims(
  note: IndexedNote,
  values: Readonly<Record<string, unknown>>,
  subjectProperties: readonly string[],
): SubjectClaims {
  if (recordsMoment(note, values)) return { subjects: [], names: [] };
  const subjects = subjectProperties.flatMap((property) => {
    const written = Object.hasOwn(values, property) ? values[property] : undefined;
    const single: unknown = Array.isArray(written) && written.length === 1 ? written[0] : written;
    return typeof single === 'string' && single.trim() !== '' ? [single] : [];
  });
  const title = values['title'];
  const names: string[] = [];
  for (const written of [title, ...aliasesOf(values)]) {
    const name = typeof written === 'string' ? looseFold(written) : '';
    if (name !== '' && !GENERIC_TITLES.has(name.trim()) && !names.includes(name)) names.push(name);
  }
  return { subjects, names };
}

/** A key that two subjects share if they mean the same: the note that is named, else the words. */
export function subjectKey(value: string, source: VaultPath, index: VaultIndex): string {
  const link = wikilink(value);
  const target = index.resolve({ link: link ?? value.trim(), syntax: 'wikilink' }, source);
  return target.status === 'resolved'
    ? `note ${target.target}`
    : `words ${looseFold(link === null ? value : linkPath(link))}`;
}
