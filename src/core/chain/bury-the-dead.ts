import type { Home } from '../home';
import { applyChangeset } from '../vault/apply-changeset';
import type { FileEdit } from '../vault/changeset';
import { planChangeset } from '../vault/plan-changeset';
import type { RoleName } from './role';
import { brokenRole, withoutWrites, type RunRecord } from './run-record';
import { saveRun } from './run-store';
import { Uncommitted } from './uncommitted';

/**
 * Records that still say `running` are of processes that are dead, since the caller holds the home's lock. They become
 * `interrupted`, and what their unfinished role had written is taken back. Gives those that were buried.
 */
export async function buryTheDead(
  home: Home,
  configFolder: string,
  records: readonly RunRecord[],
  say: (text: string) => void,
): Promise<readonly RunRecord[]> {
  const buried: RunRecord[] = [];
  for (const record of records) {
    if (record.status.status !== 'running') continue;
    const role = brokenRole(record);
    const back = role === null ? null : await takeBackRole(home, configFolder, record, role);
    const where = role === null ? 'between two roles' : `in ${role}`;
    say(
      `the ${record.chain} run ${record.id} of ${record.date} was killed ${where}${back === null ? '' : `; ${back}`}`,
    );
    buried.push({
      ...(role === null ? record : withoutWrites(record, role)),
      status: { status: 'interrupted', endedAt: home.clock.now(), role, how: 'killed' },
    });
  }
  for (const record of buried) await saveRun(home.state, record);
  return buried;
}

/**
 * Undoes what a role wrote before it was cut off: nobody has checked it. Gives a clause that says what became of it;
 * null if it had written nothing.
 */
export async function takeBackRole(
  home: Home,
  configFolder: string,
  record: RunRecord,
  role: RoleName,
): Promise<string | null> {
  const uncommitted = await Uncommitted.load(home.state, `${record.id}/${role}`);
  await uncommitted.reconcile(home.fs);
  const edits = uncommitted.files.flatMap(({ path, before, after }): FileEdit[] => {
    if (before === after) return [];
    if (before === null) return after === null ? [] : [{ kind: 'delete', path, before: after }];
    if (after === null) return [{ kind: 'create', path, after: before }];
    return [{ kind: 'modify', path, before: after, after: before }];
  });
  if (edits.length === 0) return null;
  const reason = `${role} was cut off before its work could be checked`;
  const changeset = planChangeset(
    home,
    { run: record.id, author: role },
    edits.map((edit) => ({ edit, reason })),
  );
  const outcome = await applyChangeset({ vault: home.fs, state: home.state, clock: home.clock }, changeset, {
    configFolder,
    undo: home.config.changes.undo,
  });
  if (!outcome.ok) return `its unfinished edits could not be taken back: ${outcome.message}`;
  await uncommitted.forget();
  const left = outcome.left.map(({ path }) => path);
  const but = left.length === 0 ? '' : `, but not those of ${left.join(', ')}`;
  return `its unfinished edits were taken back (${edits.map(({ path }) => path).join(', ')})${but}`;
}
