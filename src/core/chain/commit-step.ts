import type { CommitFile } from '../ports';
import type { Night } from './night';
import type { RoleName } from './role';
import { withStep, type Step } from './run-record';
import type { Uncommitted } from './uncommitted';

interface Contents {
  /** Null: the harness's own files alone. */
  readonly role: RoleName | null;
  readonly body: string;
  readonly edits: Uncommitted | null;
}

/** Commits exactly what a role wrote, and the harness for it. */
export async function commitStep(night: Night, step: Step, edits: Uncommitted): Promise<void> {
  if (step.state.state !== 'ended') return;
  const { end } = step.state;
  const body = end.outcome === 'done' ? (end.section?.summary ?? '') : '';
  const commit = await commitNow(night, { role: step.role, body, edits });
  if (commit !== null)
    await night.save(withStep(night.record, { ...step, state: { ...step.state, commit } }));
}

/** Commits what the harness wrote for itself since the last commit: the heartbeat and the run's summary at least. */
export async function commitOwnFiles(night: Night, body: string): Promise<void> {
  await commitNow(night, { role: null, body, edits: null });
}

/**
 * Gives the commit's id; null if there was nothing to commit, or git would not: that is told, and what was not
 * committed is remembered and goes into the next commit.
 */
async function commitNow(night: Night, { role, body, edits }: Contents): Promise<string | null> {
  const { home, own, record } = night;
  if (!night.commits) {
    await own.forget();
    await edits?.forget();
    return null;
  }
  const files: CommitFile[] = [
    ...(edits?.files ?? []).map((file) => ({ ...file, own: false })),
    ...own.files.map((file) => ({ ...file, own: true })),
  ].filter(({ before, after }) => before !== after);
  if (files.length === 0) return null;
  const outcome = await home.git.commit({
    subject: `Hermes ${record.chain} ${record.date}: ${role ?? record.status.status}`,
    body,
    trailers: { 'Hermes-Run': record.id, ...(role === null ? {} : { 'Hermes-Role': role }) },
    files,
  });
  switch (outcome.outcome) {
    case 'refused':
      if (!record.notes.includes(outcome.message)) await night.note(outcome.message);
      return null;
    case 'nothing':
      await own.forget();
      await edits?.forget();
      return null;
    case 'committed':
      await own.forget();
      await edits?.forget();
      night.options.watch({ kind: 'committed', role, commit: outcome.commit, files: outcome.files });
      return outcome.commit;
  }
}
