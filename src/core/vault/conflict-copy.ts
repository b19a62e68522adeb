import type { VaultPath } from '../ports';

/** A file that a sync program set beside another because two devices had changed it. */
export interface ConflictCopy {
  readonly program: string;
  /** The file that it is a copy of, as its name tells. */
  readonly original: VaultPath;
}

/**
 * Names that only a sync program gives. ` 2` (iCloud) and ` (1)` (Google Drive) are no proof: people number their
 * copies, too.
 */
const PATTERNS: readonly { readonly program: string; readonly pattern: RegExp }[] = [
  // Syncthing: documentation, "Conflicting changes".
  { program: 'Syncthing', pattern: /^(.+)\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?(\.[^.]+)?$/ },
  // Dropbox, Nextcloud and Obsidian Sync put who and when in brackets in front of the extension.
  { program: 'Dropbox', pattern: /^(.+) \([^()]*['’]s conflicted copy[^()]*\)(\.[^.]+)?$/i },
  { program: 'Nextcloud', pattern: /^(.+) \(conflicted copy \d{4}-\d{2}-\d{2}[^()]*\)(\.[^.]+)?$/i },
  { program: 'Obsidian Sync', pattern: /^(.+) \(conflicted copy[^()]*\)(\.[^.]+)?$/i },
  { program: 'a sync program', pattern: /^(.+) \([^()]*conflicted copy[^()]*\)(\.[^.]+)?$/i },
  { program: 'ownCloud', pattern: /^(.+)_conflict-\d{8}-\d{6}(\.[^.]+)?$/ },
  { program: 'Seafile', pattern: /^(.+) \(SFConflict [^()]+\)(\.[^.]+)?$/ },
];

/** What the file is a conflict copy of; null if its name does not prove that it is one. */
export function conflictCopy(path: VaultPath): ConflictCopy | null {
  const slash = path.lastIndexOf('/') + 1;
  const name = path.slice(slash);
  // Asked of every file of the vault.
  if (!/conflict/i.test(name)) return null;
  for (const { program, pattern } of PATTERNS) {
    const match = pattern.exec(name);
    if (match !== null)
      return { program, original: path.slice(0, slash) + (match[1] ?? '') + (match[2] ?? '') };
  }
  return null;
}
