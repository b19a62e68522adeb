import type { Heartbeat, HeartbeatRun } from '../logs/heartbeat';
import type { Instant } from '../ports';
import { changedFiles, stepPassed, type RunRecord } from './run-record';

/** What the heartbeat says while a run is under way and after it. */
export function heartbeatOf(
  record: RunRecord,
  others: readonly RunRecord[],
  from: { readonly device: string; readonly harness: string; readonly now: Instant },
): Heartbeat {
  const { status } = record;
  const ended = record.steps.filter(({ state }) => state.state === 'ended');
  const at =
    status.status === 'running' || status.status === 'finished' ? (ended.at(-1)?.role ?? null) : status.role;
  const newest = [...others.filter(({ id }) => id !== record.id), record].sort((a, b) =>
    a.id < b.id ? 1 : -1,
  );
  return {
    version: 1,
    status: status.status,
    device: from.device,
    harness: from.harness,
    run: record.id,
    chain: record.chain,
    step: at,
    stepsDone: record.steps.filter(stepPassed).length,
    stepsTotal: record.steps.length,
    startedAt: record.startedAt,
    endedAt: endOf(record),
    updatedAt: from.now,
    nextAt: null,
    counts: {
      ...countsKnownAt(record, newest),
      changed: changedFiles(record),
    },
    message: messageOf(record),
    runs: newest.map((run) => rowOf(run, newest)),
  };
}

function endOf({ status }: RunRecord): Instant | null {
  return status.status === 'running' ? null : status.endedAt;
}

/** Why the run did not simply finish; empty if it did, or runs. */
function reasonOf({ status, id, chain }: RunRecord): string {
  switch (status.status) {
    case 'running':
    case 'finished':
      return '';
    case 'halted':
      return `${status.reason}; \`hermesh run ${chain} --resume ${id}\` goes on, \`--dismiss ${id}\` lets go`;
    case 'dismissed':
      return status.reason;
    case 'interrupted':
      return status.how === 'killed' ? 'the process was killed' : 'it was asked to stop';
  }
}

function messageOf(record: RunRecord): string {
  return [reasonOf(record), ...record.notes].filter((text) => text !== '').join('. ');
}

/** What was open when the run ended: a chain that looks no note over leaves the last count standing. */
function countsKnownAt(
  record: RunRecord,
  newestFirst: readonly RunRecord[],
): NonNullable<RunRecord['counts']> {
  if (record.counts !== null) return record.counts;
  const earlier = newestFirst.find(({ id, counts }) => id < record.id && counts !== null)?.counts;
  return { ...(earlier ?? { errors: 0, warnings: 0, infos: 0 }), fresh: 0, resolved: 0 };
}

function rowOf(record: RunRecord, newestFirst: readonly RunRecord[]): HeartbeatRun {
  const { status } = record;
  const counts = countsKnownAt(record, newestFirst);
  const note = status.status === 'halted' || status.status === 'dismissed' ? status.reason : reasonOf(record);
  return {
    run: record.id,
    chain: record.chain,
    status: status.status,
    startedAt: record.startedAt,
    endedAt: endOf(record),
    findings: counts.errors + counts.warnings + counts.infos,
    changed: changedFiles(record),
    note,
  };
}
