import type { CommitCheck, CommitFile } from '../ports';
import type { Night } from './night';
import type { RoleName } from './role';
import { stepPassed, withStep, type RunRecord, type Step } from './run-record';
import { Uncommitted } from './uncommitted';

interface Contents {
  /** Null: the harness's own files alone. */
  readonly role: RoleName | null;
  readonly body: string;
  readonly edits: Uncommitted | null;
  /** The run it is committed under: this one, or an earlier one. */
  readonly of: RunRecord;
}

/** Commits exactly what a role wrote, and the harness for it. */
export async function commitStep(night: Night, step: Step, edits: Uncommitted): Promise<void> {
  if (step.state.state !== 'ended') return;
  const { end } = step.state;
  const body = end.outcome === 'done' ? (end.section?.summary ?? '') : '';
  const commit = await commitNow(night, { role: step.role, body, edits, of: night.record });
  if (commit !== null)
    await night.save(withStep(night.record, { ...step, state: { ...step.state, commit } }));
}

/** Commits what the harness wrote for itself since the last commit: the heartbeat and the run's summary at least. */
export async function commitOwnFiles(night: Night, body: string): Promise<void> {
  await commitNow(night, { role: null, body, edits: null, of: night.record });
}

/**
 * Commits what roles of earlier runs wrote where git would not take it at the time: each under its own run and role.
 * Halted runs wait for the person.
 */
export async function commitLeftovers(night: Night): Promise<void> {
  if (!night.commits) return;
  for (const record of night.earlier) {
    for (const step of record.steps) {
      if (!stepPassed(step) || step.written.length === 0) continue;
      const edits = await Uncommitted.load(night.home.state, `${record.id}/${step.role}`);
      await edits.reconcile(night.home.fs);
      if (edits.files.length === 0) continue;
      await commitNow(night, {
        role: step.role,
        body: 'Written before, when git would not take it.',
        edits,
        of: record,
      });
    }
  }
}

/**
 * Gives the commit's id; null if there was nothing to commit, or git would not: that is told, and what was not
 * committed is remembered and goes into the next commit.
 */
async function commitNow(night: Night, { role, body, edits, of }: Contents): Promise<string | null> {
  const { home, own } = night;
  if (!night.commits) {
    await own.forget();
    await edits?.forget();
    return null;
  }
  const files: CommitFile[] = [
    ...(edits?.files ?? []).map((file) => ({ ...file, own: false })),
    ...(of === night.record ? own.files : []).map((file) => ({ ...file, own: true })),
  ].filter(({ before, after }) => before !== after);
  if (files.length === 0) return null;
  const outcome = await home.git.commit({
    subject: `Hermes ${of.chain} ${of.date}: ${role ?? of.status.status}`,
    body,
    trailers: { 'Hermes-Run': of.id, ...(role === null ? {} : { 'Hermes-Role': role }) },
    files,
  });
  if (outcome.outcome !== 'refused') await tellLeftOut(night, outcome.leftOut);
  switch (outcome.outcome) {
    case 'refused':
      if (!night.record.notes.includes(outcome.message)) await night.note(outcome.message);
      return null;
    case 'nothing':
      if (of === night.record) await own.forget();
      await edits?.forget();
      return null;
    case 'committed':
      if (of === night.record) await own.forget();
      await edits?.forget();
      night.committed.push(outcome.commit);
      night.options.watch({ kind: 'committed', role, commit: outcome.commit, files: outcome.files });
      return outcome.commit;
  }
}

/** What git keeps out is told once a run; files that the person has git ignore are meant to stay out. */
async function tellLeftOut(night: Night, checks: readonly CommitCheck[]): Promise<void> {
  for (const check of checks) {
    if (check.can === 'commit' || check.why === 'ignored') continue;
    const line = `${check.path} is not committed: ${check.message}`;
    if (!night.record.notes.includes(line)) await night.note(line);
  }
}
