import type { StateFs, VaultFs } from '../ports';
import type { TakenBack } from './take-back';
import { inTurn } from './in-turn';
import { takeBack } from './take-back';
import type { UndoEntry } from './undo-store';
import { UndoStore } from './undo-store';

/** One apply that was cut off, and what became of its files. */
export interface Recovery extends TakenBack {
  readonly entry: UndoEntry;
  /** For the person: one line. */
  readonly message: string;
}

/**
 * At each start, under the home's lock: takes back what an earlier process was writing when it died, so that every
 * note is whole and none of a changeset stands alone. Files that somebody edited since are left and named, their
 * originals kept. Throws `StateError` if the device's state cannot be read or written.
 */
export function recoverApplies(ports: {
  readonly vault: VaultFs;
  readonly state: StateFs;
}): Promise<readonly Recovery[]> {
  return inTurn(ports.state, async () => {
    const store = new UndoStore(ports.state);
    await store.sweep();
    const recoveries: Recovery[] = [];
    // The newest first: it may have begun where an older one had ended.
    for (const entry of [...(await store.entries())].reverse()) {
      if (entry.state === 'pending') recoveries.push(await recover(ports.vault, store, entry));
    }
    return recoveries;
  });
}

async function recover(vault: VaultFs, store: UndoStore, entry: UndoEntry): Promise<Recovery> {
  const changeset = await store.changeset(entry.id);
  const edits = changeset?.edits.map(({ edit }) => edit) ?? [];
  const back = await takeBack(vault, edits);
  if (back.failed.length === 0) {
    if (back.edited.length === 0) await store.drop(entry.id);
    else await store.markInterrupted(entry.id);
  }
  return { ...back, entry, message: describe(entry, back) };
}

function describe(entry: UndoEntry, back: TakenBack): string {
  const said = [`${entry.author} was cut off while writing ${count(entry.paths.length)}`];
  const names = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path).join(', ');
  if (back.restored.length > 0) said.push(`${count(back.restored.length)} put back as before`);
  if (back.edited.length > 0) said.push(`left because edited since: ${names(back.edited)}`);
  if (back.failed.length > 0) said.push(`could not be put back yet: ${names(back.failed)}`);
  if (said.length === 1) said.push('nothing had been changed yet');
  return said.join('; ');
}

function count(files: number): string {
  return files === 1 ? '1 file' : `${files} files`;
}
