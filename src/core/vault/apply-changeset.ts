import type { Clock, StateFs, VaultFs, VaultPath, WriteOutcome } from '../ports';
import { StateError } from '../ports';
import type {
  ApplyOutcome,
  Changeset,
  FileEdit,
  LeftFile,
  LeftReason,
  PlannedEdit,
  WriteScope,
} from './changeset';
import type { Gate } from './gates';
import {
  firstObjection,
  forbiddenPlaces,
  frontmatterStaysValid,
  insideVault,
  notQuarantined,
  wholeCharacters,
  withinScope,
} from './gates';
import { inTurn } from './in-turn';
import type { Settle } from './settle';
import { isTooFresh } from './settle';
import { inWritingOrder, takeBack } from './take-back';
import type { UndoLimits } from './undo-store';
import { UndoStore } from './undo-store';

export interface ApplyPorts {
  readonly vault: VaultFs;
  readonly state: StateFs;
  readonly clock: Pick<Clock, 'now'>;
}

export interface ApplyOptions {
  /** Name of the app's settings folder, `.obsidian` unless renamed. */
  readonly configFolder: string;
  /** Everywhere that is not forbidden, if left out. */
  readonly scope?: WriteScope;
  readonly quarantined?: ReadonlySet<VaultPath>;
  /** In chains and jobs; left out for a command that a person gives. */
  readonly settle?: Settle;
  /** What the planner must prove beyond what every changeset must. */
  readonly gates?: readonly Gate[];
  /** Files that others asked to leave, such as those that wait for the person's commit. */
  readonly leave?: readonly LeftFile[];
  /**
   * Limits of the undo store. `crash-only` is for what the harness alone writes (logs, heartbeat, run records):
   * kept until it is written, not to be undone afterwards.
   */
  readonly undo: UndoLimits | 'crash-only';
}

/**
 * Writes a changeset: originals into the undo store first, then each file in place. A file that is not what the
 * plan was made from, that a gate refuses or that may not be written is left and named; a disk that fails in the
 * middle has everything put back. A process that dies in the middle leaves that to `recoverApplies`.
 *
 * The caller holds the home's lock. Within one process applies wait for each other.
 */
export function applyChangeset(
  ports: ApplyPorts,
  changeset: Changeset,
  options: ApplyOptions,
): Promise<ApplyOutcome> {
  return inTurn(ports.state, () => apply(ports, changeset, options));
}

async function apply(ports: ApplyPorts, changeset: Changeset, options: ApplyOptions): Promise<ApplyOutcome> {
  const { ready, left } = await examine(ports, changeset, options);
  if (ready.length === 0) return { ok: true, written: [], left };

  const store = new UndoStore(ports.state);
  try {
    await store.open({ ...changeset, edits: ready }, ports.clock.now());
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return {
      ok: false,
      message: `nothing was written, the originals cannot be saved: ${error.message}`,
      left,
    };
  }

  const written: FileEdit[] = [];
  for (const edit of inWritingOrder(ready.map(({ edit }) => edit))) {
    const outcome = await write(ports.vault, edit);
    if (outcome.ok) written.push(edit);
    else if (outcome.why === 'failed') {
      return rollBack(ports.vault, store, changeset.id, [...written, edit], outcome.message, left);
    } else left.push({ path: edit.path, ...refusal(edit, outcome) });
  }
  try {
    if (options.undo === 'crash-only' || written.length === 0) await store.drop(changeset.id);
    else
      await store.keep(
        changeset.id,
        left.map(({ path }) => path),
        options.undo,
      );
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    // As long as the record says `pending`, the next start would take back what stands: better now than then.
    return rollBack(ports.vault, store, changeset.id, written, error.message, left);
  }
  return { ok: true, written, left };
}

interface Examined {
  readonly ready: readonly PlannedEdit[];
  readonly left: LeftFile[];
}

async function examine(ports: ApplyPorts, changeset: Changeset, options: ApplyOptions): Promise<Examined> {
  const gates: Gate[] = [
    insideVault,
    forbiddenPlaces(options.configFolder),
    wholeCharacters,
    frontmatterStaysValid,
  ];
  if (options.scope !== undefined) gates.push(withinScope(options.scope));
  if (options.quarantined !== undefined) gates.push(notQuarantined(options.quarantined));
  gates.push(...(options.gates ?? []));
  const asked = new Map((options.leave ?? []).map((file) => [file.path, file]));

  const ready: PlannedEdit[] = [];
  const left: LeftFile[] = [];
  for (const planned of changeset.edits) {
    const { edit } = planned;
    const objection =
      asked.get(edit.path) ??
      firstObjection(edit, gates) ??
      (await standsOtherwise(ports, edit, options.settle));
    if (objection === null) ready.push(planned);
    else left.push({ path: edit.path, reason: objection.reason, message: objection.message });
  }
  return { ready, left };
}

type Objection = Pick<LeftFile, 'reason' | 'message'>;

async function standsOtherwise(
  { vault, clock }: ApplyPorts,
  edit: FileEdit,
  settle: Settle | undefined,
): Promise<Objection | null> {
  if (edit.kind === 'create') {
    return (await vault.stat(edit.path)) === null ? null : refusal(edit, { ok: false, why: 'changed' });
  }
  const now = await vault.read(edit.path);
  if (!now.ok) {
    if (now.problem === null) return { reason: 'changed-since-plan', message: 'it is not there any more' };
    return { reason: 'unreadable', message: now.problem.message };
  }
  if (now.text !== edit.before) return refusal(edit, { ok: false, why: 'changed' });
  if (settle !== undefined && isTooFresh(edit.path, now.stat, clock.now(), settle)) {
    const message = `it was edited within the last ${settle.minutes} minutes and waits for the next run`;
    return { reason: 'too-fresh', message };
  }
  return null;
}

function write(vault: VaultFs, edit: FileEdit): Promise<WriteOutcome> {
  switch (edit.kind) {
    case 'create':
      return vault.create(edit.path, edit.after);
    case 'modify':
      return vault.overwrite(edit.path, edit.before, edit.after);
    case 'move':
      return vault.move(edit.path, edit.to, edit.before);
    case 'delete':
      return vault.remove(edit.path, edit.before);
  }
}

type Refused = Exclude<WriteOutcome, { ok: true } | { why: 'failed' }>;

function refusal(
  edit: FileEdit,
  outcome: Refused,
): { readonly reason: LeftReason; readonly message: string } {
  if (outcome.why === 'read-only') return { reason: 'read-only', message: outcome.message };
  const message =
    edit.kind === 'create'
      ? 'a file stands there already, or where its folder would be'
      : edit.kind === 'move'
        ? 'it changed since this was planned, or its new name is taken'
        : 'it changed since this was planned';
  return { reason: 'changed-since-plan', message };
}

async function rollBack(
  vault: VaultFs,
  store: UndoStore,
  id: string,
  edits: readonly FileEdit[],
  why: string,
  left: readonly LeftFile[],
): Promise<ApplyOutcome> {
  const back = await takeBack(vault, edits);
  const said = [why];
  if (back.restored.length > 0) said.push(`${back.restored.length} files already written were put back`);
  if (back.failed.length > 0) {
    const names = back.failed.map(({ path }) => path).join(', ');
    said.push(`not yet put back, the next start tries again: ${names}`);
    return { ok: false, message: said.join('; '), left };
  }
  try {
    await store.drop(id);
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    // The next start finds every file as it was and lets go of the record.
  }
  return { ok: false, message: said.join('; '), left: [...left, ...back.edited] };
}
