import type { VaultPath } from '../ports';
import type { Ref } from '../text/note-facts';
import { optsOut, type Exclusion, type Exclusions } from '../vault/exclusions';
import type { IndexedNote, VaultIndex } from '../vault/vault-index';
import { looseEndJudge, type LooseEnd } from './loose-end';

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
  /** Null for a file that rules report on. Does not know of `hermes: false`: `notes` does. */
  exclusion(path: VaultPath): Exclusion | null;
  /** In the order of notes and of their text. */
  readonly looseLinks: readonly LooseLink[];
  readonly subpathLinks: readonly SubpathLink[];
  /** True if another file uses it: a note outside the logs, a canvas or a base. */
  isUsed(path: VaultPath): boolean;
}

/** Walks every link of the vault once for all rules. `logFolder`: links out of it count as use of nothing. */
export function buildLintVault(index: VaultIndex, exclusions: Exclusions, logFolder: VaultPath): LintVault {
  const notes: IndexedNote[] = [];
  const looseLinks: LooseLink[] = [];
  const subpathLinks: SubpathLink[] = [];
  const used = new Set<VaultPath>(index.uses.map((use) => use.target));
  const judge = looseEndJudge(index, (path) => exclusions.reason(path) === null);
  for (const note of index.notes) {
    const reason = exclusions.reason(note.path);
    const reported = reason === null && !optsOut(note.facts);
    const countsAsUser = reason !== 'conflict-copy' && !note.path.startsWith(`${logFolder}/`);
    if (reported) notes.push(note);
    for (const ref of reported || countsAsUser ? note.facts.refs() : []) {
      const resolution = index.resolve(ref, note.path);
      switch (resolution.status) {
        case 'resolved':
          if (countsAsUser && resolution.target !== note.path) used.add(resolution.target);
          if (reported && ref.link.includes('#')) subpathLinks.push({ note, ref, target: resolution.target });
          break;
        case 'ambiguous':
          if (countsAsUser) for (const candidate of resolution.candidates) used.add(candidate);
          if (reported)
            looseLinks.push({ note, ref, end: { kind: 'ambiguous', candidates: resolution.candidates } });
          break;
        case 'unresolved':
          if (reported) looseLinks.push({ note, ref, end: judge(ref) });
          break;
        case 'external':
          break;
      }
    }
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
