import type { Changeset, FileEdit, PlannedEdit } from '../../src/core/vault/changeset';
import type { ApplyOptions } from '../../src/core/vault/apply-changeset';
import { planChangeset } from '../../src/core/vault/plan-changeset';
import { fixedClock } from './fixed-clock';
import { seededRandom } from './seeded-random';

const clock = fixedClock();
const random = seededRandom(7);

/** Options of a command that a person gives, with the default limits of the undo store. */
export const BY_HAND: ApplyOptions = { configFolder: '.obsidian', undo: { runs: 30, megabytes: 500 } };

export function planned(edits: readonly FileEdit[], run = 'run-1'): Changeset {
  const withReasons = edits.map((edit): PlannedEdit => ({ edit, reason: `to ${edit.kind} ${edit.path}` }));
  return planChangeset({ clock, random }, { run, author: 'TEST' }, withReasons);
}
