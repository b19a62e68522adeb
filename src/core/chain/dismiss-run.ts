import type { Home } from '../home';
import { acceptSize } from './known-state';
import { Ledger, type Harness } from './ledger';
import type { Refusal } from './night';
import type { RunRecord } from './run-record';
import { saveRun, loadRuns } from './run-store';
import { findRun } from './find-run';
import { Uncommitted } from './uncommitted';

export type DismissOutcome =
  /** `notes`: one line for each of the harness's files that could not say so. */
  | { readonly ok: true; readonly record: RunRecord; readonly notes: readonly string[] }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Lets a halted run go: its files are the person's now, later nights may touch them again. The caller holds the
 * home's lock. Throws `StateError`.
 */
export async function dismissRun(home: Home, id: string, harness: Harness): Promise<DismissOutcome> {
  const { records } = await loadRuns(home.state);
  const found = findRun(records, id);
  if (!found.ok) return found;
  const { record } = found;
  if (record.status.status !== 'halted') {
    const message = `run ${record.id} is ${record.status.status}; only a halted run can be dismissed`;
    return { ok: false, refusal: { why: 'not-dismissable', message } };
  }
  const { role, reason } = record.status;
  const dismissed: RunRecord = {
    ...record,
    status: { status: 'dismissed', endedAt: record.status.endedAt, role, reason },
  };
  const own = await Uncommitted.load(home.state, 'own');
  const others = records.filter((other) => other.id !== record.id);
  const ledger = new Ledger(home, harness, record.date, others, own);
  const { problems } = await ledger.write(dismissed, { kind: 'dismissed', role });
  for (const step of record.steps) {
    await (await Uncommitted.load(home.state, `${record.id}/${step.role}`)).forget();
  }
  // A run that stopped for the vault's size, before its first role: the size is meant.
  if (role === null && record.files !== null) await acceptSize(home.state, record.files);
  await saveRun(home.state, dismissed);
  return { ok: true, record: dismissed, notes: problems };
}
