import type { RunRecord } from '../../../src/core/chain/run-record';
import { localStamp } from '../../../src/core/logs/local-time';
import { homeZone } from '../../../src/core/home';
import { openHome } from '../../open-home';
import { count } from '../count';
import { ownerLine } from '../owner-line';
import { gatherStatus, type HomeStatus } from '../status/gather-status';
import type { Verb } from '../verb';

export const status: Verb = {
  name: 'status',
  summary: 'Show how the vault stands: owner, last run, findings, what waits for you',
  details: `Reads what the last run left behind and looks no note over. The exit code is 3 where a halted run waits for you, else 0.`,
  examples: [
    { command: 'hermesh status', does: 'how the vault stands' },
    { command: 'hermesh status --json', does: 'the same for other programs' },
  ],
  json: true,
  configure() {},
  async run(call) {
    const home = await openHome(call);
    const now = await gatherStatus(home);
    const stamp = (at: number) => localStamp(at, homeZone(home));
    call.terminal.out(
      call.common.json
        ? `${JSON.stringify(statusJson(now), null, 2)}\n`
        : `${statusLines(now, stamp).join('\n')}\n`,
    );
    return now.waiting.length > 0 ? 3 : 0;
  },
};

function statusJson(now: HomeStatus): object {
  const brief = (run: RunRecord) => ({
    run: run.id,
    chain: run.chain,
    date: run.date,
    startedAt: run.startedAt,
    ...run.status,
    counts: run.counts,
    notes: run.notes,
  });
  const { updatedAt, stale, problem, last } = now.heartbeat;
  return {
    version: 1,
    ...now,
    lastRun: now.lastRun === null ? null : brief(now.lastRun),
    waiting: now.waiting.map(brief),
    heartbeat: { updatedAt, stale, problem, status: last?.status ?? null, device: last?.device ?? null },
  };
}

function statusLines(now: HomeStatus, stamp: (at: number) => string): readonly string[] {
  const line = (name: string, text: string) => `${name.padEnd(10)}${text}`;
  const { heartbeat, findings, queue } = now;
  const beat =
    heartbeat.updatedAt === null
      ? (heartbeat.problem ?? '')
      : `${stamp(heartbeat.updatedAt)}${heartbeat.stale ? ', STALE: no run for two days; is the owner switched on and its timer set?' : ''}`;
  return [
    line('vault', now.vault),
    line('owner', ownerLine(now.owner)),
    line('last run', now.lastRun === null ? 'none on this device' : runLine(now.lastRun, stamp)),
    line('heartbeat', beat),
    line(
      'findings',
      findings === null
        ? 'not known before the first night; `hermesh lint` shows them'
        : `${count(findings.errors, 'error')}, ${count(findings.warnings, 'warning')}, ${findings.infos} info`,
    ),
    line(
      'queue',
      queue.length === 0
        ? 'nothing open'
        : `${queue.length} open: ${queue[0] ?? ''}${queue.length > 1 ? ' …' : ''}`,
    ),
    ...(now.lockedBy === null ? [] : [line('busy', now.lockedBy)]),
    ...now.waiting.flatMap((run) => [
      line('waits', `${run.chain} run ${run.id} of ${run.date} halted: ${reasonOf(run)}`),
      line('', `hermesh run ${run.chain} --resume ${run.id}   or   --dismiss ${run.id}`),
    ]),
    ...now.stopped.map((chain) =>
      line('stopped', `${chain}: too many halted runs in a row; settle them first`),
    ),
  ];
}

function reasonOf({ status: ended }: RunRecord): string {
  return ended.status === 'halted' ? ended.reason : '';
}

function runLine(run: RunRecord, stamp: (at: number) => string): string {
  const { status: ended } = run;
  const when = ended.status === 'running' ? `since ${stamp(run.startedAt)}` : stamp(ended.endedAt);
  return `${run.chain} ${ended.status} ${when} (${run.id})`;
}
