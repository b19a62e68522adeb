import type { VaultPath } from '../ports';
import { splitFrontmatter } from '../text/frontmatter';
import { parseFrontmatter } from '../text/frontmatter-values';
import type { FileEdit, LeftReason, WriteScope } from './changeset';
import { pathsOf, textsOf } from './plan-changeset';
import { scopeMatcher } from './write-scope';

export interface Objection {
  readonly reason: LeftReason;
  /** One sentence, without the path. */
  readonly message: string;
}

/**
 * A proof that every edit must pass before it is written: pure, and about one edit alone. A skill brings gates of
 * its own (`a frontmatter skill leaves the body byte for byte`); those here belong to every changeset.
 */
export interface Gate {
  readonly name: string;
  /** Null if the edit passes. */
  check(edit: FileEdit): Objection | null;
}

/** The first objection that a gate raises; null if all let the edit pass. */
export function firstObjection(edit: FileEdit, gates: readonly Gate[]): Objection | null {
  for (const gate of gates) {
    const objection = gate.check(edit);
    if (objection !== null) return objection;
  }
  return null;
}

/** Paths that name a file below the vault, in a form that every device can hold. */
export const insideVault: Gate = {
  name: 'inside the vault',
  check: (edit) =>
    pathsOf(edit).every(staysBelow)
      ? null
      : { reason: 'outside-vault', message: 'the path does not name a file inside the vault' },
};

/** `.git` anywhere, the app's settings and its bin: never ours, in whatever spelling the disk takes for the same. */
export function forbiddenPlaces(configFolder: string): Gate {
  const tops = new Set(['.git', '.trash', configFolder].map(spelling));
  return {
    name: 'forbidden places',
    check: (edit) => {
      for (const path of pathsOf(edit)) {
        const segments = path.split('/').map(spelling);
        const top = segments[0] ?? '';
        if (!tops.has(top) && !segments.includes('.git')) continue;
        const place = segments.includes('.git') ? '.git' : top;
        return { reason: 'forbidden-place', message: `nothing is ever written in ${place}` };
      }
      return null;
    },
  };
}

/** Stays where the role may write. */
export function withinScope(scope: WriteScope): Gate {
  const within = scopeMatcher(scope);
  return {
    name: 'write scope',
    check: (edit) =>
      pathsOf(edit).every(within)
        ? null
        : { reason: 'outside-scope', message: 'it lies outside of where this step may write' },
  };
}

/** Files that a halted run left for the morning. */
export function notQuarantined(paths: ReadonlySet<VaultPath>): Gate {
  return {
    name: 'quarantine',
    check: (edit) =>
      pathsOf(edit).some((path) => paths.has(path))
        ? { reason: 'quarantined', message: 'a halted run holds it; resume or dismiss that run first' }
        : null,
  };
}

/** An edit that cuts a pair of UTF-16 units in two would write a replacement character. */
export const wholeCharacters: Gate = {
  name: 'whole characters',
  check: (edit) => {
    const { after } = textsOf(edit);
    return after !== null && /\p{Surrogate}/u.test(after)
      ? { reason: 'refused-by-gate', message: 'the new text would hold half a character' }
      : null;
  },
};

/** A note that had valid frontmatter, or is new, has valid frontmatter afterwards. None at all is valid. */
export const frontmatterStaysValid: Gate = {
  name: 'frontmatter stays valid',
  check: (edit) => {
    const { before, after } = textsOf(edit);
    if (after === null || !edit.path.toLowerCase().endsWith('.md')) return null;
    const fault = frontmatterFault(after);
    if (fault === null || (before !== null && frontmatterFault(before) !== null)) return null;
    return { reason: 'refused-by-gate', message: `the new text would have invalid frontmatter: ${fault}` };
  },
};

/** What is wrong with a note's frontmatter, in the parser's words; null if nothing, or if it has none. */
function frontmatterFault(text: string): string | null {
  const split = splitFrontmatter(text);
  if (split.state === 'none') return null;
  const parsed = parseFrontmatter(text.slice(split.content.start, split.content.end));
  return parsed.ok ? null : parsed.message;
}

/** How a case-blind, form-blind disk (macOS, Windows) sees a name; a trailing dot or space does not count there. */
function spelling(segment: string): string {
  return segment
    .normalize('NFC')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}

function staysBelow(path: VaultPath): boolean {
  if (/[\p{Cc}\\]/u.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
