import type { RestoreOutcome, VaultFs, VaultPath } from '../ports';
import type { FileEdit, LeftFile } from './changeset';

export interface TakenBack {
  /** Files that stand again as they were. */
  readonly restored: readonly VaultPath[];
  /** Edited since by somebody: theirs now, the original is in the undo store. */
  readonly edited: readonly LeftFile[];
  /** The disk refused; a later try may work. */
  readonly failed: readonly LeftFile[];
}

/** Takes edits back, the last first, whether they were written, cut off in the middle or not begun. */
export async function takeBack(vault: VaultFs, edits: readonly FileEdit[]): Promise<TakenBack> {
  const restored: VaultPath[] = [];
  const edited: LeftFile[] = [];
  const failed: LeftFile[] = [];
  for (const edit of inWritingOrder(edits).reverse()) {
    const outcome = await takeBackOne(vault, edit);
    const { path } = edit;
    if (outcome.ok) {
      if (outcome.did === 'restored') restored.push(path);
    } else if (outcome.why === 'changed') {
      edited.push({
        path,
        reason: 'changed-since-plan',
        message: 'it was edited since; it is left as it is',
      });
    } else {
      failed.push({ path, reason: 'read-only', message: outcome.message });
    }
  }
  return { restored, edited, failed };
}

/** What can be taken back without loss comes first, what loses the file's creation date (a deletion) last. */
export function inWritingOrder(edits: readonly FileEdit[]): FileEdit[] {
  const rank = { create: 0, modify: 1, move: 2, delete: 3 } as const;
  return [...edits].sort((a, b) => rank[a.kind] - rank[b.kind]);
}

async function takeBackOne(vault: VaultFs, edit: FileEdit): Promise<RestoreOutcome> {
  switch (edit.kind) {
    case 'modify':
      return vault.restore(edit.path, edit.before, edit.after);
    case 'create':
      return vault.restore(edit.path, null, edit.after);
    case 'delete':
      return vault.restore(edit.path, edit.before, null);
    case 'move':
      return takeBackMove(vault, edit.path, edit.to, edit.before);
  }
}

async function takeBackMove(
  vault: VaultFs,
  from: VaultPath,
  to: VaultPath,
  text: string,
): Promise<RestoreOutcome> {
  const [source, target] = [await vault.read(from), await vault.read(to)];
  const atSource = source.ok && source.text === text;
  const atTarget = target.ok && target.text === text;
  const gone = (outcome: typeof source) => !outcome.ok && outcome.problem === null;
  if (atSource && gone(target)) return { ok: true, did: 'nothing' };
  // Cut off between giving the file its new name and taking the old one.
  const back =
    atSource && atTarget
      ? await vault.remove(to, text)
      : gone(source) && atTarget
        ? await vault.move(to, from, text)
        : ({ ok: false, why: 'changed' } as const);
  if (back.ok) return { ok: true, did: 'restored' };
  return back.why === 'changed' ? back : { ok: false, why: 'failed', message: back.message };
}
