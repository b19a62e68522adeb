import type { Clock, Random, VaultPath } from '../ports';
import type { Changeset, FileEdit, PlannedEdit } from './changeset';
import { newUlid } from './ulid';

/** Two edits of one changeset meet in one file: whoever planned them must merge them first. */
export class OverlappingEdits extends Error {
  override readonly name = 'OverlappingEdits';

  constructor(readonly path: VaultPath) {
    super(`two edits of one changeset touch ${path}`);
  }
}

/** The paths that an edit touches: one, or both ends of a move. */
export function pathsOf(edit: FileEdit): readonly VaultPath[] {
  return edit.kind === 'move' ? [edit.path, edit.to] : [edit.path];
}

/** What stands at the edit's path before it and should stand there after it; null is «no such file». */
export function textsOf(edit: FileEdit): { readonly before: string | null; readonly after: string | null } {
  switch (edit.kind) {
    case 'modify':
      return { before: edit.before, after: edit.after };
    case 'create':
      return { before: null, after: edit.after };
    case 'delete':
    case 'move':
      return { before: edit.before, after: null };
  }
}

/**
 * Gives edits an identity of their own and drops those that change nothing. The result may be empty.
 *
 * @throws OverlappingEdits if two edits touch one path
 */
export function planChangeset(
  ports: { readonly clock: Pick<Clock, 'now'>; readonly random: Random },
  origin: Pick<Changeset, 'run' | 'author'>,
  edits: readonly PlannedEdit[],
): Changeset {
  const real = edits.filter(({ edit }) => !changesNothing(edit));
  const touched = new Set<VaultPath>();
  for (const path of real.flatMap(({ edit }) => pathsOf(edit))) {
    if (touched.has(path)) throw new OverlappingEdits(path);
    touched.add(path);
  }
  return { id: newUlid(ports.clock, ports.random), run: origin.run, author: origin.author, edits: real };
}

function changesNothing(edit: FileEdit): boolean {
  switch (edit.kind) {
    case 'modify':
      return edit.before === edit.after;
    case 'move':
      return edit.path === edit.to;
    case 'create':
    case 'delete':
      return false;
  }
}
