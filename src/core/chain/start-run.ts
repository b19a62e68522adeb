import type { Home } from '../home';
import { recoverApplies } from '../vault/recover-applies';
import { shrinkAlarm } from '../vault/shrink-guard';
import { buryTheDead } from './bury-the-dead';
import type { ChainName } from './chain-name';
import { commitLeftovers } from './commit-step';
import { forgivingGit } from './forgiving-git';
import { loadKnown } from './known-state';
import { Ledger } from './ledger';
import { Night, type ChainOptions, type Refusal } from './night';
import { openRecord } from './open-record';
import { quarantined } from './run-record';
import { loadRuns } from './run-store';
import { Uncommitted } from './uncommitted';

export type StartOutcome =
  | { readonly outcome: 'go'; readonly night: Night }
  /** The vault is not as it should be: the record says why, and nothing may be written. */
  | { readonly outcome: 'alarm'; readonly night: Night; readonly reason: string }
  | { readonly outcome: 'refused'; readonly refusal: Refusal };

/**
 * Looks whether the vault is there as a whole, sets right what a crash left, syncs, and opens a new run or takes up
 * an old one. The caller holds the home's lock.
 */
export async function startRun(given: Home, chain: ChainName, options: ChainOptions): Promise<StartOutcome> {
  const home: Home = { ...given, git: forgivingGit(given.git) };
  const { configFolder } = options.harness;
  const notes: string[] = [];
  const say = (text: string) => {
    notes.push(text);
    options.watch({ kind: 'note', text });
  };
  const { records, unreadable } = await loadRuns(home.state);
  for (const key of unreadable) say(`the record ${key} in the state folder cannot be read and is left alone`);
  const opened = openRecord(home, chain, options, records);
  if (!opened.ok) return { outcome: 'refused', refusal: opened.refusal };
  const { record, resumed } = opened;

  const known = await loadKnown(home.state);
  const count = async () => (await home.fs.list()).files.length;
  // Whoever resumes a run that stopped for the vault's size has looked.
  const alarmAt = (files: number) =>
    resumed ? null : shrinkAlarm(known?.files ?? null, files, home.config.changes.shrink_guard);
  let files = await count();
  let alarm = alarmAt(files);

  const own = await Uncommitted.load(home.state, 'own');
  const others = records.filter(({ id }) => id !== record.id);
  const night = new Night({
    home,
    options,
    record,
    known,
    quarantine: quarantined(others),
    others,
    own,
  });
  if (alarm === null) {
    for (const { message } of await recoverApplies({ vault: home.fs, state: home.state })) say(message);
    for (const line of await home.git.recover()) say(line);
    await own.reconcile(home.fs);
    const buried = await buryTheDead(home, configFolder, others, say);
    const pulled = await home.git.pull();
    if (pulled.outcome === 'not-synced') say(pulled.message);
    if (pulled.outcome === 'synced' && pulled.pulled.length > 0) {
      for (const path of pulled.pulled) night.ours.add(path);
      files = await count();
      alarm = alarmAt(files);
    }
    if (alarm === null) {
      const settled = others.map((other) => buried.find(({ id }) => id === other.id) ?? other);
      night.settle(settled);
      for (const dead of buried) {
        const ledger = new Ledger(home, options.harness, dead.date, settled, own);
        const { edits, problems } = await ledger.write(dead, { kind: 'nothing' });
        night.wrote(edits);
        for (const line of problems) say(line);
      }
    }
  }
  const git = await home.git.state();
  night.commits = git.kind === 'repository' && home.config.git.commit;
  if (home.config.git.commit) {
    const against = git.kind === 'none' ? (git.why === 'refused' ? git : null) : git.obstacle;
    if (against !== null && !notes.includes(against.message)) say(against.message);
  }
  await night.save({ ...record, files, notes: [...record.notes, ...notes] });
  options.watch({ kind: 'started', run: record.id, date: record.date });
  if (alarm !== null) return { outcome: 'alarm', night, reason: alarm };
  await commitLeftovers(night);
  return { outcome: 'go', night };
}
