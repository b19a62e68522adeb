import { homeZone, type Home } from '../home';
import { localDate } from '../logs/local-time';
import type { VaultPath } from '../ports';
import { planChangeset } from '../vault/plan-changeset';
import { applyChangeset } from '../vault/apply-changeset';
import { recoverApplies } from '../vault/recover-applies';
import { shrinkAlarm } from '../vault/shrink-guard';
import { newUlid } from '../vault/ulid';
import type { FileEdit } from '../vault/changeset';
import type { ChainName } from './chain-name';
import { CHAINS } from './chains';
import { findRun } from './find-run';
import { forgivingGit } from './forgiving-git';
import { loadKnown } from './known-state';
import { Ledger } from './ledger';

import { Night, type ChainOptions, type Refusal } from './night';
import {
  brokenRole,
  haltedInARow,
  newRun,
  quarantined,
  stepPassed,
  withStep,
  type RunRecord,
} from './run-record';
import { loadRuns, saveRun } from './run-store';
import { Uncommitted } from './uncommitted';

export type StartOutcome =
  | {
      readonly ok: true;
      readonly night: Night;
      /** Why nothing may be written; null if all is well. */ readonly alarm: string | null;
    }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Sets right what a crash left, then opens a new run or takes up an old one. The caller holds the home's lock: a
 * record that still says `running` is therefore of a process that is dead.
 */
export async function startRun(given: Home, chain: ChainName, options: ChainOptions): Promise<StartOutcome> {
  const home: Home = { ...given, git: forgivingGit(given.git) };
  const tell = (text: string) => options.watch({ kind: 'note', text });
  const notes: string[] = [];
  const say = (text: string) => {
    notes.push(text);
    tell(text);
  };
  for (const { message } of await recoverApplies({ vault: home.fs, state: home.state })) say(message);
  for (const line of await home.git.recover()) say(line);
  const records = await buryTheDead(home, options.harness.configFolder, say);

  const opened = openRecord(home, chain, options, records);
  if (!opened.ok) return opened;
  const { record, resumed } = opened;

  const ours = new Set<VaultPath>();
  const pulled = await home.git.pull();
  if (pulled.outcome === 'not-synced') say(pulled.message);
  if (pulled.outcome === 'synced') for (const path of pulled.pulled) ours.add(path);

  const own = await Uncommitted.load(home.state, 'own');
  await own.reconcile(home.fs);
  const known = await loadKnown(home.state);
  const files = (await home.fs.list()).files.length;
  // Whoever resumes a run that stopped for the vault's size has looked.
  const alarm =
    resumed === null ? shrinkAlarm(known?.files ?? null, files, home.config.changes.shrink_guard) : null;
  const git = await home.git.state();
  const commits = git.kind === 'repository' && home.config.git.commit;
  if (commits && git.obstacle !== null) say(git.obstacle.message);

  const others = records.filter(({ id }) => id !== record.id);
  const ledger = new Ledger(home, options.harness, record.date, others, own);
  const night = new Night(home, options, chain, record, known, quarantined(others), ledger, own, commits);
  for (const path of ours) night.ours.add(path);
  await night.save({ ...record, files, notes: [...record.notes, ...notes] });
  options.watch({ kind: 'started', run: record.id, date: record.date });
  return { ok: true, night, alarm };
}

/** Records of runs that were killed become `interrupted`; what their unfinished role had written is taken back. */
async function buryTheDead(
  home: Home,
  configFolder: string,
  say: (text: string) => void,
): Promise<readonly RunRecord[]> {
  const { records, unreadable } = await loadRuns(home.state);
  for (const key of unreadable) say(`the record ${key} in the state folder cannot be read and is left alone`);
  const settled: RunRecord[] = [];
  for (const record of records) {
    if (record.status.status !== 'running') {
      settled.push(record);
      continue;
    }
    const role = brokenRole(record);
    const buried: RunRecord = {
      ...record,
      status: { status: 'interrupted', endedAt: home.clock.now(), role, how: 'killed' },
    };
    const back = role === null ? null : await takeBackRole(home, configFolder, record, role);
    await saveRun(home.state, buried);
    settled.push(buried);
    say(
      `the ${record.chain} run ${record.id} of ${record.date} was killed ${role === null ? 'before its first role' : `in ${role}`}${back ?? ''}`,
    );
  }
  return settled;
}

/** Undoes what a role wrote that never came to be validated; gives the clause that says so, or null. */
async function takeBackRole(
  home: Home,
  configFolder: string,
  record: RunRecord,
  role: string,
): Promise<string | null> {
  const uncommitted = await Uncommitted.load(home.state, `${record.id}/${role}`);
  await uncommitted.reconcile(home.fs);
  const edits = uncommitted.files.flatMap(({ path, before, after }): FileEdit[] => {
    if (before === after) return [];
    if (before === null) return after === null ? [] : [{ kind: 'delete', path, before: after }];
    return [
      after === null
        ? { kind: 'create', path, after: before }
        : { kind: 'modify', path, before: after, after: before },
    ];
  });
  if (edits.length === 0) return null;
  const reason = `${role} was killed before its work could be checked`;
  const changeset = planChangeset(
    home,
    { run: record.id, author: role },
    edits.map((edit) => ({ edit, reason })),
  );
  const outcome = await applyChangeset({ vault: home.fs, state: home.state, clock: home.clock }, changeset, {
    configFolder,
    undo: home.config.changes.undo,
  });
  if (!outcome.ok) return `; its unfinished edits could not be taken back: ${outcome.message}`;
  await uncommitted.forget();
  const left = outcome.left.map(({ path }) => path);
  return [
    `; its ${edits.length} unfinished edits were taken back`,
    ...(left.length === 0 ? [] : [`but for ${left.join(', ')}`]),
  ].join(' ');
}

type Opened =
  | { readonly ok: true; readonly record: RunRecord; readonly resumed: string | null }
  | { readonly ok: false; readonly refusal: Refusal };

function openRecord(
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
  return { ok: true, record, resumed: null };
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
  return { ok: true, record: { ...reopened, status: { status: 'running' } }, resumed: record.id };
}
