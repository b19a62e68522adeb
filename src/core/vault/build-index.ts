import type { FileEntry, VaultFs, VaultPath } from '../ports';
import { isNotePath } from './file-table';
import { fileNames, type FileName } from './file-users';
import { makeIndex } from './make-index';
import { readVault, type ReadOptions, type VaultReading } from './read-vault';
import type { FileUse, VaultIndex } from './vault-index';

export interface BuildOptions extends ReadOptions {
  /** Obsidian's «Detect all file extensions». */
  readonly showUnsupportedFiles: boolean;
}

/** Lists the vault, reads each note, canvas and base once, and gives the index over them. */
export async function buildIndex(
  fs: Pick<VaultFs, 'list' | 'read'>,
  options: BuildOptions,
): Promise<VaultIndex> {
  const reading = await readVault(fs, await fs.list(), () => undefined, options);
  return indexOf(reading, options.showUnsupportedFiles);
}

/** The index over what was read. */
export function indexOf(reading: VaultReading, showUnsupportedFiles: boolean): VaultIndex {
  const { files, records, problems } = reading;
  return makeIndex({
    files,
    notes: records.filter((record) => isNotePath(record.path)),
    problems,
    showUnsupportedFiles,
    uses: (resolve, known) =>
      records
        .filter((record) => !isNotePath(record.path))
        .flatMap(({ path, facts }) => usesOf({ path, names: fileNames(facts) }, resolve, known)),
  });
}

/** A canvas or base with what it names. */
export interface FileUser {
  readonly path: VaultPath;
  readonly names: readonly FileName[];
}

/** Each file once that the canvas or base names; all candidates of a name that fits several. */
export function usesOf(
  { path: user, names }: FileUser,
  resolve: VaultIndex['resolve'],
  files: ReadonlyMap<VaultPath, FileEntry>,
): readonly FileUse[] {
  const targets = new Set<VaultPath>();
  for (const name of names) {
    if (name.kind === 'path' && files.has(name.path)) {
      targets.add(name.path);
      continue;
    }
    const ref = name.kind === 'path' ? ({ link: `/${name.path}`, syntax: 'wikilink' } as const) : name;
    const resolution = resolve(ref, user);
    switch (resolution.status) {
      case 'resolved':
        targets.add(resolution.target);
        break;
      case 'ambiguous':
        for (const candidate of resolution.candidates) targets.add(candidate);
        break;
      case 'unresolved':
      case 'external':
        break;
    }
  }
  targets.delete(user);
  return [...targets].sort().map((target) => ({ user, target }));
}
