import { homeZone, type Home } from '../home';
import { appendLogEvents, eventLogPath, type LogEvent } from '../logs/event-log';
import { isHeartbeat, renderHeartbeat } from '../logs/heartbeat';
import { localDate, localTime } from '../logs/local-time';
import { renderRunSummary, runSummaryFolder, runSummaryPath, summariesToDrop } from '../logs/run-summary';
import {
  appendSection,
  appendVerdict,
  dailyPath,
  renderDaily,
  setDailyStatus,
  type DailyStatus,
  type DailyVerdict,
} from '../memory/daily';
import type { VaultPath } from '../ports';
import { heartbeatOf } from './heartbeat-of';
import { writeOwn, type OwnFile, type OwnWritten } from './own-writer';
import type { Doing, RoleName, Section } from './role';
import { openItems } from './queue-items';
import { wroteSection, type RunRecord, type Verdict } from './run-record';
import { diffOf, summaryOf } from './summary-of';
import type { Uncommitted } from './uncommitted';

/** What is new since the files were last written. */
export type LedgerNews =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'role-done';
      readonly role: RoleName;
      readonly section: Section | null;
      readonly doings: readonly Doing[];
    }
  | { readonly kind: 'checked'; readonly role: RoleName; readonly verdict: Verdict }
  | { readonly kind: 'halted'; readonly role: RoleName | null; readonly reason: string }
  | { readonly kind: 'dismissed'; readonly role: RoleName | null };

/** What the ledger must be told about the program it runs in. */
export interface Harness {
  /** Version of the program. */
  readonly version: string;
  /** Name of the app's settings folder, in which nothing is ever written. */
  readonly configFolder: string;
}

/**
 * The files in which the harness keeps account of a run: heartbeat, run summary, memory file, event log. It alone
 * writes them, from the run's record.
 */
export class Ledger {
  constructor(
    private readonly home: Home,
    private readonly harness: Harness,
    private readonly date: string,
    private readonly others: readonly RunRecord[],
    private readonly own: Uncommitted,
  ) {}

  get memoryPath(): VaultPath {
    return dailyPath(this.home.config, this.date);
  }

  get logPath(): VaultPath {
    return eventLogPath(this.home.config, localDate(this.home.clock.now(), homeZone(this.home)));
  }

  /** Brings every file up to date with the record. */
  async write(record: RunRecord, news: LedgerNews): Promise<OwnWritten> {
    const files = [
      this.heartbeatFile(record),
      await this.summaryFile(record),
      ...(await this.memoryFiles(record, news)),
      ...this.logFiles(record, news),
      ...(record.status.status === 'running' ? [] : await this.oldSummaries(record)),
    ];
    return writeOwn(
      this.home,
      { run: record.id, own: this.own, configFolder: this.harness.configFolder },
      files,
    );
  }

  private heartbeatFile(record: RunRecord): OwnFile {
    const { config, device, clock } = this.home;
    const heartbeat = heartbeatOf(record, this.others, {
      device: device.id,
      harness: this.harness.version,
      now: clock.now(),
    });
    const text = renderHeartbeat(heartbeat, homeZone(this.home));
    return {
      path: config.paths.heartbeat,
      next: () => text,
      objection: (now) =>
        isHeartbeat(now) || /heartbeat[^/]*$/i.test(config.paths.heartbeat)
          ? null
          : 'what stands there is no heartbeat; move it away, or give paths.heartbeat another place',
    };
  }

  private async summaryFile(record: RunRecord): Promise<OwnFile> {
    const diff = await diffOf(this.home.state, record);
    const text = renderRunSummary(summaryOf(record, this.home.device.id, diff));
    return { path: runSummaryPath(this.home.config, record.id), next: () => text };
  }

  /** At a run's end the oldest summaries go. */
  private async oldSummaries(record: RunRecord): Promise<readonly OwnFile[]> {
    const { config, fs } = this.home;
    const folder = `${runSummaryFolder(config)}/`;
    const standing = (await fs.list()).files
      .map(({ path }) => path)
      .filter((path) => path.startsWith(folder));
    const paths = new Set([...standing, runSummaryPath(config, record.id)]);
    return summariesToDrop([...paths], config.chain.keep_runs).map((path) => ({ path, next: () => null }));
  }

  /** The file appears with the first section; a night without one leaves it alone. */
  private async memoryFiles(record: RunRecord, news: LedgerNews): Promise<readonly OwnFile[]> {
    const path = this.memoryPath;
    if (news.kind === 'role-done' && news.section !== null && !isEmpty(news.section)) {
      const { role, section } = news;
      const start = {
        date: record.date,
        run: record.id,
        job: record.chain,
        status: statusOf(record),
        queue: await this.openQueueItems(),
      };
      const { hash, config } = this.home;
      const options = { run: record.id, hash, summariseAbove: config.chain.summarise_above };
      return [{ path, next: (now) => appendSection(now ?? renderDaily(start), role, section, options) }];
    }
    if (!wroteSection(record)) return [];
    const verdict = news.kind === 'checked' ? this.verdictOf(news) : null;
    const next = (now: string | null) => {
      if (now === null) return null;
      const text = verdict === null ? now : appendVerdict(now, verdict);
      return setDailyStatus(text, record.id, statusOf(record));
    };
    return [{ path, next }];
  }

  private verdictOf({ role, verdict }: Extract<LedgerNews, { kind: 'checked' }>): DailyVerdict {
    return {
      role,
      passed: verdict.passed,
      checks: verdict.checks.length,
      faults: verdict.checks.flatMap(({ faults }) => faults),
      time: localTime(this.home.clock.now(), homeZone(this.home)).time,
      milliseconds: verdict.milliseconds,
    };
  }

  private logFiles(record: RunRecord, news: LedgerNews): readonly OwnFile[] {
    const events = this.eventsOf(record, news);
    if (events.length === 0) return [];
    const zone = homeZone(this.home);
    return [{ path: this.logPath, next: (now) => appendLogEvents(now, events, zone) }];
  }

  private eventsOf(record: RunRecord, news: LedgerNews): readonly LogEvent[] {
    const at = this.home.clock.now();
    switch (news.kind) {
      case 'nothing':
      case 'checked':
        return [];
      case 'role-done':
        return news.doings.map((doing) => ({ at, run: record.id, role: news.role, ...doing }));
      case 'dismissed':
        return [
          {
            at,
            type: 'run',
            run: record.id,
            role: news.role,
            path: null,
            to: null,
            text: 'the halted run was dismissed',
          },
        ];
      case 'halted':
        return [
          { at, type: 'halt', run: record.id, role: news.role, path: null, to: null, text: news.reason },
        ];
    }
  }

  /** Texts of the queue's open items. */
  async openQueueItems(): Promise<readonly string[]> {
    return openItems(await this.text(this.home.config.paths.queue));
  }

  /** What a file of the harness's own holds; null if there is none or it cannot be read. */
  async text(path: VaultPath): Promise<string | null> {
    const found = await this.home.fs.read(path);
    return found.ok ? found.text : null;
  }
}

function isEmpty({ summary, lines }: Section): boolean {
  return summary.trim() === '' && lines.every(({ text }) => text.trim() === '');
}

/** A night that halted failed, whoever lets it go later. */
function statusOf({ status: { status } }: RunRecord): DailyStatus {
  return status === 'halted' || status === 'dismissed' ? 'failed' : status;
}
