import { commitOwnFiles } from './commit-step';
import { saveKnown } from './known-state';
import type { Night } from './night';
import { stepPassed, type RunStatus } from './run-record';
import { loadRuns, trimRuns } from './run-store';

/** Ends a run in the record, in the harness's files and in git, and remembers what is no news tomorrow. */
export async function endRun(
  night: Night,
  status: Exclude<RunStatus, { status: 'running' }>,
  writing: 'write' | 'write-nothing',
): Promise<void> {
  const { home, view } = night;
  if (writing === 'write-nothing') {
    await night.save({ ...night.record, status });
    return;
  }
  const looked = night.record.steps.some((step) => step.role === 'LINT-AGENT' && stepPassed(step));
  if (status.status === 'finished' && looked && view !== null) {
    await saveKnown(home.state, {
      version: 1,
      run: night.record.id,
      date: night.record.date,
      findings: view.findings.map(({ id, rule, path, severity, subject }) => ({
        id,
        rule,
        path,
        severity,
        subject: subject.slice(0, 200),
      })),
      queue: await night.ledger.openQueueItems(),
      files: night.record.files ?? 0,
    });
  }
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
