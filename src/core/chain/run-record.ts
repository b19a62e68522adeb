import type { Instant, VaultPath } from '../ports';
import type { ChainName } from './chain-name';
import type { Claim, RoleName, Section } from './role';

/** One thing the VALIDATOR looked at. */
export interface Check {
  /** What was held to be true: `section stands`, `claims are true`, … */
  readonly name: string;
  /** Empty if it held; else one sentence for each way in which it did not. */
  readonly faults: readonly string[];
}

/** The VALIDATOR's word on one role. */
export interface Verdict {
  readonly passed: boolean;
  readonly checks: readonly Check[];
  /** What people or sync changed meanwhile: told, never a fault. */
  readonly notes: readonly string[];
  readonly milliseconds: number;
}

/**
 * The net effect of a role on one file, over all its tries: what stood there before its first write and what its last
 * one left, as SHA-256 of the text. Null is «no such file».
 */
export interface WrittenFile {
  readonly path: VaultPath;
  readonly before: string | null;
  readonly after: string | null;
}

/** How a role ended, without what only the memory file needs. */
export type StepEnd =
  | { readonly outcome: 'done'; readonly claims: readonly Claim[]; readonly section: Section | null }
  | { readonly outcome: 'quiet' }
  | { readonly outcome: 'skipped'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly reason: string };

export type StepState =
  | { readonly state: 'waiting' }
  | { readonly state: 'running'; readonly startedAt: Instant }
  | {
      readonly state: 'ended';
      readonly startedAt: Instant;
      readonly endedAt: Instant;
      readonly end: StepEnd;
      readonly verdict: Verdict;
      /** The commit that holds exactly what this role wrote; null if it wrote nothing or there is no git. */
      readonly commit: string | null;
    };

export interface Step {
  readonly role: RoleName;
  readonly state: StepState;
  /** How often it was started: more than once only after a resume. */
  readonly tries: number;
  readonly written: readonly WrittenFile[];
}

export type RunStatus =
  | { readonly status: 'running' }
  | { readonly status: 'finished'; readonly endedAt: Instant }
  /** A role failed, or the run stopped before its first role (`role` null). Waits for resume or dismiss. */
  | {
      readonly status: 'halted';
      readonly endedAt: Instant;
      readonly role: RoleName | null;
      readonly reason: string;
    }
  /** Ended by a signal between files, or found dead at the next start. */
  | {
      readonly status: 'interrupted';
      readonly endedAt: Instant;
      readonly role: RoleName | null;
      readonly how: 'stopped' | 'killed';
    }
  /** A halted run that the person let go. */
  | {
      readonly status: 'dismissed';
      readonly endedAt: Instant;
      readonly role: RoleName | null;
      readonly reason: string;
    };

/** Findings now, and against the last finished night. */
export interface RunCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly fresh: number;
  readonly resolved: number;
}

/** What this device remembers of a run. */
export interface RunRecord {
  readonly version: 1;
  /** ULID: sorts by start. */
  readonly id: string;
  readonly chain: ChainName;
  /** Local date that names the memory file. */
  readonly date: string;
  readonly startedAt: Instant;
  /** The one role that was asked for; null for the whole chain. */
  readonly only: RoleName | null;
  readonly status: RunStatus;
  readonly steps: readonly Step[];
  /** Files in the vault at the start; null while not counted. */
  readonly files: number | null;
  /** The vault and the run so far; null until the vault was looked over. */
  readonly counts: RunCounts | null;
  /** What the start found and did: a rolled-back apply, a dead run, a sync that failed. */
  readonly notes: readonly string[];
}

/** A new run with every role waiting. */
export function newRun(
  start: Pick<RunRecord, 'id' | 'chain' | 'date' | 'startedAt' | 'only'>,
  roles: readonly RoleName[],
): RunRecord {
  return {
    version: 1,
    ...start,
    status: { status: 'running' },
    steps: roles.map((role) => ({ role, state: { state: 'waiting' }, tries: 0, written: [] })),
    files: null,
    counts: null,
    notes: [],
  };
}

/** The record with one step replaced. */
export function withStep(record: RunRecord, step: Step): RunRecord {
  return { ...record, steps: record.steps.map((other) => (other.role === step.role ? step : other)) };
}

/** The record after what the role had written was taken back. */
export function withoutWrites(record: RunRecord, role: RoleName): RunRecord {
  return {
    ...record,
    steps: record.steps.map((step) => (step.role === role ? { ...step, written: [] } : step)),
  };
}

/** Whether a role of the run gave the memory file a section. */
export function wroteSection(record: RunRecord): boolean {
  return record.steps.some(
    ({ state }) => state.state === 'ended' && state.end.outcome === 'done' && state.end.section !== null,
  );
}

/** Notes that the run's roles changed. */
export function changedFiles(record: RunRecord): number {
  const changed = record.steps.flatMap(({ written }) =>
    written.filter(({ before, after }) => before !== after).map(({ path }) => path),
  );
  return new Set(changed).size;
}

/** Whether the role passed: it ended, did not fail, and the VALIDATOR found no fault. */
export function stepPassed(step: Step): boolean {
  return step.state.state === 'ended' && step.state.end.outcome !== 'failed' && step.state.verdict.passed;
}

/** The role that ran when the run ended or broke off; null if none had started. */
export function brokenRole(record: RunRecord): RoleName | null {
  const step = record.steps.find((candidate) => candidate.tries > 0 && !stepPassed(candidate));
  return step?.role ?? null;
}

/** Files of halted runs that wait for the person: neither touched nor committed until resume or dismiss. */
export function quarantined(records: readonly RunRecord[]): ReadonlySet<VaultPath> {
  const paths = new Set<VaultPath>();
  for (const record of records) {
    if (record.status.status !== 'halted') continue;
    for (const step of record.steps) {
      if (stepPassed(step)) continue;
      for (const { path } of step.written) paths.add(path);
    }
  }
  return paths;
}

/**
 * Runs of the chain that halted one after another, newest first, up to the newest one that did not. Interrupted runs
 * count neither way: a machine that is switched off every night has not failed.
 */
export function haltedInARow(records: readonly RunRecord[], chain: ChainName): readonly RunRecord[] {
  const row: RunRecord[] = [];
  for (const record of [...records].sort((a, b) => (a.id < b.id ? 1 : -1))) {
    if (record.chain !== chain || record.status.status === 'interrupted') continue;
    if (record.status.status !== 'halted') break;
    row.push(record);
  }
  return row;
}
