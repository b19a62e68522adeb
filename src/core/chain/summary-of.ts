import { limitDiff, type RunSummary } from '../logs/run-summary';
import type { StateFs } from '../ports';
import { previewChangeset } from '../vault/preview-changeset';
import { UndoStore } from '../vault/undo-store';
import { changedFiles, type RunRecord, type Step, type WrittenFile } from './run-record';

/** Everything that other devices are told of a run. `diff`: what it changed in the person's notes. */
export function summaryOf(record: RunRecord, device: string, diff: string): RunSummary {
  const { status } = record;
  return {
    version: 1,
    run: record.id,
    chain: record.chain,
    date: record.date,
    device,
    status: status.status,
    reason:
      status.status === 'halted' || status.status === 'dismissed' ? status.reason : interruption(record),
    started_at: record.startedAt,
    ended_at: status.status === 'running' ? null : status.endedAt,
    steps: record.steps.map(stepOf),
    notes: [...record.notes],
    counts: {
      ...(record.counts ?? { errors: 0, warnings: 0, infos: 0, fresh: 0, resolved: 0 }),
      changed: changedFiles(record),
    },
    diff: limitDiff(diff),
  };
}

function interruption({ status }: RunRecord): string | null {
  if (status.status !== 'interrupted') return null;
  return status.how === 'killed' ? 'the process was killed' : 'it was asked to stop';
}

function stepOf({ role, state, written }: Step): RunSummary['steps'][number] {
  const files = written.filter(({ before, after }) => before !== after).map(fileOf);
  const nothing = {
    role,
    reason: null,
    verdict: null,
    section: null,
    commit: null,
    tokens: null,
    cost_usd: null,
  };
  switch (state.state) {
    case 'waiting':
      return { ...nothing, outcome: 'waiting', started_at: null, ended_at: null, files };
    case 'running':
      return { ...nothing, outcome: 'running', started_at: state.startedAt, ended_at: null, files };
    case 'ended': {
      const { end, verdict } = state;
      const section = end.outcome === 'done' ? end.section : null;
      return {
        ...nothing,
        outcome: end.outcome,
        reason: end.outcome === 'skipped' || end.outcome === 'failed' ? end.reason : null,
        started_at: state.startedAt,
        ended_at: state.endedAt,
        verdict: {
          ...verdict,
          checks: verdict.checks.map(({ name, faults }) => ({ name, faults: [...faults] })),
          notes: [...verdict.notes],
        },
        section:
          section === null
            ? null
            : { summary: section.summary, lines: section.lines.map(({ type, text }) => ({ type, text })) },
        files,
        commit: state.commit,
      };
    }
  }
}

function fileOf({ path, before, after }: WrittenFile): RunSummary['steps'][number]['files'][number] {
  const change = before === null ? 'created' : after === null ? 'deleted' : 'modified';
  return { path, change, to: null };
}

/** Unified diff of the notes that the run changed, as far as the undo store still has it. */
export async function diffOf(state: StateFs, record: RunRecord): Promise<string> {
  if (record.steps.every(({ written }) => written.length === 0)) return '';
  const store = new UndoStore(state);
  const diffs: string[] = [];
  for (const entry of await store.entries()) {
    if (entry.run !== record.id || entry.state !== 'applied') continue;
    const changeset = await store.changeset(entry.id);
    if (changeset === null) continue;
    const written = changeset.edits.filter(({ edit }) => !entry.left.includes(edit.path));
    diffs.push(...previewChangeset({ ...changeset, edits: written }).files.map(({ diff }) => diff));
  }
  return diffs.join('');
}
