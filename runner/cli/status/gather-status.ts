import { loadKnown } from '../../../src/core/chain/known-state';
import { openItems } from '../../../src/core/chain/queue-items';
import { haltedInARow, type RunRecord } from '../../../src/core/chain/run-record';
import { loadRuns } from '../../../src/core/chain/run-store';
import { CHAIN_NAMES } from '../../../src/core/chain/chain-name';
import { ownership, type Ownership } from '../../../src/core/home';
import { parseHeartbeat, type Heartbeat } from '../../../src/core/logs/heartbeat';
import type { Instant } from '../../../src/core/ports';

import type { OpenedHome } from '../../open-home';
import { lockHolder } from './lock-holder';

/** A heartbeat older than this means that the nights have stopped: one may be missed, two are not chance. */
const STALE_AFTER = 50 * 3_600_000;

export interface HomeStatus {
  readonly vault: string;
  readonly device: { readonly id: string; readonly name: string };
  readonly owner: Ownership;
  /** Who works on the vault now; null if nobody. */
  readonly lockedBy: string | null;
  /** Newest run of this device. */
  readonly lastRun: RunRecord | null;
  /** Halted runs that wait for resume or dismiss. */
  readonly waiting: readonly RunRecord[];
  /** Chains that start no new run until somebody looks. */
  readonly stopped: readonly string[];
  readonly heartbeat: {
    /** When the owner last wrote it; null if it cannot be read. */
    readonly updatedAt: Instant | null;
    readonly stale: boolean;
    /** There is no such file. */
    readonly absent: boolean;
    /** Why it says nothing; null if it does. */
    readonly problem: string | null;
    readonly last: Heartbeat | null;
  };
  /** As the last finished night left them; null before it. */
  readonly findings: { readonly errors: number; readonly warnings: number; readonly infos: number } | null;
  readonly queue: readonly string[];
}

/** Gathers what the vault and this device know; writes nothing and looks no note over. */
export async function gatherStatus(home: OpenedHome): Promise<HomeStatus> {
  const { records } = await loadRuns(home.state);
  const known = await loadKnown(home.state);
  const queue = await home.fs.read(home.config.paths.queue);
  const { id, name } = home.device;
  const severity = (word: string) =>
    known?.findings.filter((finding) => finding.severity === word).length ?? 0;
  return {
    vault: home.root,
    device: { id, name },
    owner: ownership(home),
    lockedBy: lockHolder(home.lockFolder, 'home'),
    lastRun: records.at(-1) ?? null,
    waiting: records.filter(({ status }) => status.status === 'halted'),
    stopped: CHAIN_NAMES.filter(
      (chain) => haltedInARow(records, chain).length >= home.config.chain.stop_after_halts,
    ),
    heartbeat: await readHeartbeat(home),
    findings:
      known === null
        ? null
        : { errors: severity('error'), warnings: severity('warning'), infos: severity('info') },
    queue: openItems(queue.ok ? queue.text : null),
  };
}

async function readHeartbeat(home: OpenedHome): Promise<HomeStatus['heartbeat']> {
  const file = await home.fs.read(home.config.paths.heartbeat);
  const absent = !file.ok && file.problem === null;
  const silent = (problem: string) => ({ updatedAt: null, stale: false, absent, problem, last: null });
  if (!file.ok) return silent(file.problem === null ? 'nothing has run here yet' : file.problem.message);
  const parsed = parseHeartbeat(file.text);
  if (parsed.kind !== 'read') return silent(parsed.message);
  const { updatedAt } = parsed.heartbeat;
  return {
    updatedAt,
    stale: home.clock.now() - updatedAt > STALE_AFTER,
    absent,
    problem: null,
    last: parsed.heartbeat,
  };
}
