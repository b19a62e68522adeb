import { blobId, readBlobs, storeBlobs } from './git-blobs';
import { indexEntries, treeEntries } from './git-entries';
import { applyEdit, type NextEntry, type PlannedFile } from './git-commit-plan';
import { setEntries, withLockedIndex } from './git-index-lock';
import type { Repository } from './git-repository';

/**
 * Brings the person's index up to a commit of ours that a crash kept from it: each entry gets our edit merged in,
 * so that what the person has staged stays staged and nothing else. Gives a line for each note it had to leave.
 */
export async function followUpIndex(
  repository: Repository,
  token: string,
  commit: string,
  files: readonly PlannedFile[],
): Promise<readonly string[]> {
  const { git } = repository;
  return withLockedIndex(repository, token, async (index) => {
    const places = files.map((file) => file.place);
    const [head, entries] = await Promise.all([treeEntries(git, 'HEAD', places), indexEntries(git, places)]);
    const stored = await readBlobs(
      git,
      files.flatMap((file) =>
        [entries.get(file.place)?.oid ?? null, file.before, file.after].flatMap((id) =>
          id === null ? [] : [id],
        ),
      ),
    );
    const bytes = (id: string | null): Buffer | null => (id === null ? null : (stored.get(id) ?? null));

    const lines: string[] = [];
    const next = new Map<string, NextEntry>();
    const blobs = new Map<string, Buffer>();
    for (const file of files) {
      const headNow = head.get(file.place)?.oid ?? null;
      const entry = entries.get(file.place) ?? null;
      if (headNow !== file.committed) {
        if (headNow === file.head) {
          lines.push(
            `${file.path}: a commit made since takes back the change of ${commit.slice(0, 10)} in git; the note itself still has it`,
          );
        }
        continue;
      }
      const edit = { before: bytes(file.before), after: bytes(file.after), own: file.own };
      const merged = await applyEdit(repository, bytes(entry?.oid ?? null), edit);
      if (merged === 'conflict') {
        lines.push(
          `${file.path}: what you have staged touches the lines of ${commit.slice(0, 10)} and would take its change back; look at git diff --cached`,
        );
        continue;
      }
      const id = merged === null ? null : blobId(merged, commit);
      if (merged !== null && id !== null) blobs.set(id, merged);
      if (id === (entry?.oid ?? null)) continue;
      next.set(file.place, id === null ? null : { mode: entry?.mode ?? file.mode, oid: id, flags: entry });
    }
    if (next.size > 0) {
      await storeBlobs(git, blobs);
      await setEntries(repository, index.env, next, commit.length);
      await index.takeOver();
    }
    return lines;
  });
}
