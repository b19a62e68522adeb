import { commitOwnFiles } from './commit-step';
import { acceptKnown, proposeKnown } from './known-state';
import type { Night } from './night';
import type { RunStatus } from './run-record';
import { loadRuns, trimRuns } from './run-store';

/** Keeps what the run saw, to be known once it has finished. */
export async function rememberFindings(night: Night): Promise<void> {
  const { home, view, record } = night;
  if (view === null) return;
  await proposeKnown(home.state, {
    version: 1,
    run: record.id,
    date: record.date,
    findings: view.findings.map(({ id, rule, path, severity, subject }) => ({
      id,
      rule,
      path,
      severity,
      subject: subject.slice(0, 200),
    })),
    queue: await night.ledger.openQueueItems(),
    files: record.files ?? 0,
  });
}

/** Ends a run in the harness's files, in the record and in git. */
export async function endRun(night: Night, status: Exclude<RunStatus, { status: 'running' }>): Promise<void> {
  const { home } = night;
  if (status.status === 'finished') await acceptKnown(home.state, night.record.id);
  await night.conclude(
    status,
    status.status === 'halted'
      ? { kind: 'halted', role: status.role, reason: status.reason }
      : { kind: 'nothing' },
  );
  await commitOwnFiles(night, status.status === 'halted' ? status.reason : '');
  const pushed = await home.git.push();
  if (pushed.outcome === 'not-synced') await night.note(pushed.message);
  await trimRuns(home.state, (await loadRuns(home.state)).records, home.config.chain.keep_runs);
}
