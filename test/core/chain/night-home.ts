import { join } from 'node:path';
import { noGit } from '../../../runner/adapters/no-git';
import { homeAt, type OpenedHome } from '../../../runner/open-home';
import type { ChainName } from '../../../src/core/chain/chain-name';
import type { ChainOptions } from '../../../src/core/chain/night';
import type { Role, RoleName } from '../../../src/core/chain/role';
import { runChain } from '../../../src/core/chain/run-chain';
import type { RunEvent } from '../../../src/core/chain/run-event';
import type { RunRecord, Step } from '../../../src/core/chain/run-record';
import { defaultConfig, type Config } from '../../../src/core/config/config';
import type { Clock } from '../../../src/core/ports';
import { ROLES } from '../../../src/core/roles/roles';
import { tempRepo, type TempRepo } from '../../support/temp-repo';

export const NOTES: Readonly<Record<string, string>> = {
  'Home.md': '---\ntitle: Home\ncreated: 2026-01-01\ntags: [a]\n---\n[[Garden]] and [[Shed]]\n',
  'Garden.md': '---\ntitle: Garden\ncreated: 2026-01-01\ntags: [a]\n---\n[[Home]]\n',
  'Shed.md': '---\ntitle: Shed\ncreated: 2026-01-01\n---\n[[Home]]\n',
};

/** A vault in a real repository on a real disk, with nights to run on it. */
export interface NightHome {
  readonly repo: TempRepo;
  readonly home: OpenedHome;
  /** Everything that was told while it ran. */
  readonly events: RunEvent[];
  readonly run: (options?: NightOptions) => Promise<RunRecord>;
}

export interface NightOptions extends Partial<Omit<ChainOptions, 'roles'>> {
  readonly chain?: ChainName;
  /** Another clock than the machine's. */
  readonly clock?: Clock;
  /** Stand in for the real roles of these names. */
  readonly roles?: Partial<Record<RoleName, Partial<Role>>>;
}

export function nightHome(
  notes: Readonly<Record<string, string>> = NOTES,
  git: 'with git' | 'without git' = 'with git',
): NightHome {
  const repo = tempRepo(notes);
  const env = { ...repo.env, HERMES_STATE_HOME: join(repo.folder, 'hermes-state') };
  const standard = defaultConfig();
  // The notes were written a moment ago.
  const config: Config = { ...standard, changes: { ...standard.changes, settle_minutes: 0 } };
  const opened = homeAt(repo.vault, env, { config, configured: true, provenance: new Map() });
  const none = noGit({ kind: 'none', why: 'no-repository', message: 'no repository' });
  const home = git === 'with git' ? opened : { ...opened, git: none };
  const events: RunEvent[] = [];
  return {
    repo,
    home,
    events,
    run: async ({ chain = 'nightly', clock = home.clock, roles = {}, ...options } = {}) => {
      const outcome = await runChain({ ...home, clock }, chain, {
        roles: ROLES.map((role) => ({ ...role, ...roles[role.name] })),
        harness: { version: '1.2.3', configFolder: '.obsidian' },
        date: '2026-07-04',
        only: null,
        resume: null,
        stop: { aborted: false },
        watch: (event) => events.push(event),
        ...options,
      });
      if (outcome.outcome === 'refused') throw new Error(`refused: ${outcome.refusal.message}`);
      return outcome.record;
    },
  };
}

/** A role's step of a run. */
export function stepOf(record: RunRecord, role: RoleName): Step {
  const step = record.steps.find((candidate) => candidate.role === role);
  if (step === undefined) throw new Error(`${role} is no step`);
  return step;
}

/** How the role ended, and why. */
export function endOf(record: RunRecord, role: RoleName): string {
  const { state } = stepOf(record, role);
  if (state.state !== 'ended') return state.state;
  const { end } = state;
  return end.outcome === 'failed' || end.outcome === 'skipped'
    ? `${end.outcome}: ${end.reason}`
    : end.outcome;
}
