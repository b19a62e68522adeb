import type { VaultPath } from '../ports';
import type { Ref } from '../text/note-facts';
import type { Exclusion, Exclusions } from '../vault/exclusions';
import { eachLink } from '../vault/packed-facts';
import type { IndexedNote, Resolution, VaultIndex } from '../vault/vault-index';
import { looseEndJudge, type LooseEnd } from './loose-end';
import type { Pause } from './pause';

/** A link of a reported note that leads to no one file. */
export interface LooseLink {
  readonly note: IndexedNote;
  readonly ref: Ref;
  readonly end: LooseEnd;
}

/** A link of a reported note to a heading or block of `target`. */
export interface SubpathLink {
  readonly note: IndexedNote;
  readonly ref: Ref;
  readonly target: VaultPath;
}

/** The vault as rules see it: excluded files resolve links but are not reported. */
export interface LintVault {
  readonly index: VaultIndex;
  /** Notes that rules report on (exclusions applied), sorted by path. */
  readonly notes: readonly IndexedNote[];
  /** Why a file is left out; null for others, and for notes that opt out by `hermes: false`. */
  exclusion(path: VaultPath): Exclusion | null;
  /** In the order of notes and of their text. */
  readonly looseLinks: readonly LooseLink[];
  readonly subpathLinks: readonly SubpathLink[];
  /** True if another file uses it: a note outside the logs, a canvas or a base. */
  isUsed(path: VaultPath): boolean;
}

export interface LintVaultParts {
  readonly index: VaultIndex;
  readonly exclusions: Exclusions;
  /** Links out of it count as use of nothing. */
  readonly logFolder: VaultPath;
  /** Whether rules look at this note. */
  readonly isReported: (path: VaultPath) => boolean;
  readonly aliases: (path: VaultPath) => readonly string[];
  readonly pause: Pause | undefined;
}

/** Walks every link of the vault once for all rules. */
export async function buildLintVault({
  index,
  exclusions,
  logFolder,
  isReported,
  aliases,
  pause,
}: LintVaultParts): Promise<LintVault> {
  const inLogs = `${logFolder}/`;
  const notes: IndexedNote[] = [];
  const looseLinks: LooseLink[] = [];
  const subpathLinks: SubpathLink[] = [];
  const used = new Set<VaultPath>(index.uses.map((use) => use.target));
  const judge = looseEndJudge(index, {
    notes: () => notes.map(({ path }) => ({ path, aliases: aliases(path) })),
    // A note that opted out may be meant like any other.
    mayMean: (path) => isReported(path) || exclusions.reason(path) === null,
  });
  const unresolved: { readonly note: IndexedNote; readonly ref: Ref; readonly at: number }[] = [];
  for (const note of index.notes) {
    if (pause !== undefined) await pause();
    const reported = isReported(note.path);
    if (reported) notes.push(note);
    const countsAsUser =
      !note.path.startsWith(inLogs) && (reported || exclusions.reason(note.path) !== 'conflict-copy');
    if (!reported && !countsAsUser) continue;
    let refs: readonly Ref[] | null = null;
    eachLink(note.facts, (link, syntax, nth) => {
      const resolution = index.resolve({ link, syntax }, note.path);
      if (countsAsUser) use(used, resolution, note.path);
      if (!reported || resolution.status === 'external') return;
      if (resolution.status === 'resolved' && !link.includes('#')) return;
      // Few links come so far, and only those are needed whole.
      const ref = (refs ??= note.facts.refs())[nth];
      if (ref === undefined) return;
      switch (resolution.status) {
        case 'resolved':
          subpathLinks.push({ note, ref, target: resolution.target });
          break;
        case 'ambiguous':
          looseLinks.push({ note, ref, end: { kind: 'ambiguous', candidates: resolution.candidates } });
          break;
        case 'unresolved':
          // Judged below, when all notes and their aliases are known.
          unresolved.push({ note, ref, at: looseLinks.push({ note, ref, end: { kind: 'gap' } }) - 1 });
          break;
      }
    });
  }
  for (const { note, ref, at } of unresolved) {
    if (pause !== undefined) await pause();
    looseLinks[at] = { note, ref, end: judge(ref, note.path) };
  }
  return {
    index,
    notes,
    exclusion: (path) => exclusions.reason(path),
    looseLinks,
    subpathLinks,
    isUsed: (path) => used.has(path),
  };
}

function use(used: Set<VaultPath>, resolution: Resolution, user: VaultPath): void {
  if (resolution.status === 'ambiguous') for (const candidate of resolution.candidates) used.add(candidate);
  else if (resolution.status === 'resolved' && resolution.target !== user) used.add(resolution.target);
}
