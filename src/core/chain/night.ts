import type { Home } from '../home';
import type { Severity } from '../lint/finding';
import type { VaultPath } from '../ports';
import type { FileEdit } from '../vault/changeset';
import { findingNews, type KnownState } from './known-state';
import { Ledger, type Harness, type LedgerNews } from './ledger';
import type { LintView, Role, RoleName, StopSignal } from './role';
import type { RunEvent } from './run-event';
import type { RunRecord, RunStatus } from './run-record';
import { saveRun } from './run-store';
import type { Uncommitted } from './uncommitted';

/** How a chain is to be run. */
export interface ChainOptions {
  /** Every role that there is; the chain picks its own. */
  readonly roles: readonly Role[];
  readonly harness: Harness;
  /** Local date that names the memory file; null for today. */
  readonly date: string | null;
  readonly only: RoleName | null;
  /** Id of a halted or interrupted run that goes on from the role it stopped in. */
  readonly resume: string | null;
  readonly stop: StopSignal;
  readonly watch: (event: RunEvent) => void;
}

/** Why no run was started. Nothing was written. */
export type Refusal =
  /** The person asked for something that there is not: wrong usage. */
  | { readonly why: 'no-such-run' | 'not-resumable' | 'not-dismissable'; readonly message: string }
  /** Too many halted nights in a row: a person must look first. */
  | { readonly why: 'stopped'; readonly message: string };

export type ChainOutcome =
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'ended'; readonly record: RunRecord; readonly traces: RunTraces };

/** What a run left behind, in the order in which it did so. */
export interface RunTraces {
  /** Files of the harness's own that it wrote, and those that it removed. */
  readonly wrote: readonly VaultPath[];
  readonly removed: readonly VaultPath[];
  /** Every commit that it made, its closing one and those of earlier runs' leftovers included. */
  readonly commits: readonly string[];
}

/** What a run is opened with. */
export interface NightParts {
  readonly home: Home;
  readonly options: ChainOptions;
  readonly record: RunRecord;
  readonly known: KnownState | null;
  readonly quarantine: ReadonlySet<VaultPath>;
  /** This device's other runs, oldest first. */
  readonly others: readonly RunRecord[];
  /** The harness's own files that are in no commit yet. */
  readonly own: Uncommitted;
}

/** One run under way: what its steps share. */
export class Night {
  /** Findings as last seen in this run. */
  view: LintView | null = null;
  /** Files whose time of change is our own doing, so that they need not settle. */
  readonly ours = new Set<VaultPath>();
  /** Whether commits are to be made at all. */
  commits = false;
  /** Every commit of this run, in order. */
  readonly committed: string[] = [];
  readonly home: Home;
  readonly options: ChainOptions;
  readonly known: KnownState | null;
  readonly quarantine: ReadonlySet<VaultPath>;
  readonly own: Uncommitted;
  private readonly ownEdits = new Map<VaultPath, 'wrote' | 'removed'>();
  private others: readonly RunRecord[];
  private current: RunRecord;

  constructor(parts: NightParts) {
    this.home = parts.home;
    this.options = parts.options;
    this.known = parts.known;
    this.quarantine = parts.quarantine;
    this.own = parts.own;
    this.others = parts.others;
    this.current = parts.record;
  }

  /** The harness's files for this run. */
  get ledger(): Ledger {
    return new Ledger(this.home, this.options.harness, this.current.date, this.others, this.own);
  }

  /** This device's other runs, once those that were killed are known as such. */
  get earlier(): readonly RunRecord[] {
    return this.others;
  }

  /** Replaces the other runs: some of them were found dead. */
  settle(others: readonly RunRecord[]): void {
    this.others = others;
  }

  get record(): RunRecord {
    return this.current;
  }

  /** Replaces the record, durably. */
  async save(record: RunRecord): Promise<void> {
    this.current = record;
    await saveRun(this.home.state, record);
  }

  /** Remembers the findings as they are now. */
  async saw(view: LintView): Promise<void> {
    this.view = view;
    const { fresh, resolved } = findingNews(view.findings, this.known);
    const of = (severity: Severity) =>
      view.findings.filter((finding) => finding.severity === severity).length;
    const counts = {
      errors: of('error'),
      warnings: of('warning'),
      infos: of('info'),
      fresh: fresh.length,
      resolved: resolved.length,
    };
    await this.save({ ...this.current, counts });
  }

  /** Brings the harness's own files up to date with the record. Gives one line for each that could not be written. */
  async write(news: LedgerNews): Promise<readonly string[]> {
    const { edits, problems } = await this.ledger.write(this.current, news);
    this.wrote(edits);
    for (const line of problems) if (!this.current.notes.includes(line)) await this.note(line);
    return problems;
  }

  /**
   * The run's end. The files say it before the record does: a crash in between leaves a run that was killed, and the
   * next start sets both right.
   */
  async conclude(status: RunStatus, news: LedgerNews): Promise<void> {
    const { edits, problems } = await this.ledger.write({ ...this.current, status }, news);
    this.wrote(edits);
    const lines = problems.filter((line) => !this.current.notes.includes(line));
    for (const text of lines) this.options.watch({ kind: 'note', text });
    await this.save({ ...this.current, status, notes: [...this.current.notes, ...lines] });
  }

  /** Remembers that files of the harness's own were written. */
  wrote(edits: readonly FileEdit[]): void {
    for (const { path, kind } of edits) this.ownEdits.set(path, kind === 'delete' ? 'removed' : 'wrote');
  }

  /** What the run has left behind so far. */
  get traces(): RunTraces {
    const paths = (what: 'wrote' | 'removed') =>
      [...this.ownEdits].flatMap(([path, did]) => (did === what ? [path] : []));
    return { wrote: paths('wrote'), removed: paths('removed'), commits: [...this.committed] };
  }

  /** Tells the person, now and in the record. */
  async note(text: string): Promise<void> {
    this.options.watch({ kind: 'note', text });
    await this.save({ ...this.current, notes: [...this.current.notes, text] });
  }
}
