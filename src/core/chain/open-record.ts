import { homeZone, type Home } from '../home';
import { localDate } from '../logs/local-time';
import { newUlid } from '../vault/ulid';
import type { ChainName } from './chain-name';
import { CHAINS } from './chains';
import { findRun } from './find-run';
import type { ChainOptions, Refusal } from './night';
import { haltedInARow, newRun, stepPassed, withStep, type RunRecord } from './run-record';

export type Opened =
  | { readonly ok: true; readonly record: RunRecord; readonly resumed: boolean }
  | { readonly ok: false; readonly refusal: Refusal };

/** A new record, or the one that is taken up again; or why there is none. */
export function openRecord(
  home: Home,
  chain: ChainName,
  options: ChainOptions,
  records: readonly RunRecord[],
): Opened {
  if (options.resume !== null) return reopen(options.resume, chain, records);
  const halted = haltedInARow(records, chain);
  if (halted.length >= home.config.chain.stop_after_halts) {
    const last = halted[0];
    return refuse(
      'stopped',
      `the last ${halted.length} ${chain} runs halted, so no new one starts; look at the newest (${last?.id ?? ''}), then \`hermesh run ${chain} --resume ID\` or \`--dismiss ID\``,
    );
  }
  const now = home.clock.now();
  const roles = CHAINS[chain].filter((role) => options.only === null || role === options.only);
  const record = newRun(
    {
      id: newUlid(home.clock, home.random),
      chain,
      date: options.date ?? localDate(now, homeZone(home)),
      startedAt: now,
      only: options.only,
    },
    roles,
  );
  return { ok: true, record, resumed: false };
}

function refuse(why: Refusal['why'], message: string): Opened {
  return { ok: false, refusal: { why, message } };
}

/** The role that failed waits again; what it wrote before counts as its own. */
function reopen(id: string, chain: ChainName, records: readonly RunRecord[]): Opened {
  const found = findRun(records, id);
  if (!found.ok) return found;
  const { record } = found;
  const { status } = record.status;
  if (record.chain !== chain) {
    return refuse(
      'not-resumable',
      `run ${record.id} is a ${record.chain} run; \`hermesh run ${record.chain} --resume ${record.id}\``,
    );
  }
  if (status !== 'halted' && status !== 'interrupted') {
    return refuse(
      'not-resumable',
      `run ${record.id} is ${status}; only a halted or interrupted run can be resumed`,
    );
  }
  const reopened = record.steps
    .filter((step) => !stepPassed(step))
    .reduce((sum, step) => withStep(sum, { ...step, state: { state: 'waiting' } }), record);
  return { ok: true, record: { ...reopened, status: { status: 'running' } }, resumed: true };
}
