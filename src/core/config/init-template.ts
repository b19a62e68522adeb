import { CONFIG_VERSION, type HostConfig, type JobConfig } from './config';
import { editConfig } from './edit-config';

/** The jobs of a new vault. */
export const DEFAULT_JOBS: readonly JobConfig[] = [
  { id: 'nightly', enabled: true, schedule: 'every day at 02:00', chain: 'nightly' },
  { id: 'weekly', enabled: true, schedule: 'every sunday at 03:00', chain: 'weekly' },
  { id: 'compact', enabled: true, schedule: '0 4 1,16 * *', chain: 'compact' },
];

/**
 * A new `hermes.yaml`. Lines that start with `#` and no space are settings at their defaults, to be uncommented;
 * lines that start with `# ` explain.
 */
const TEMPLATE = `# Hermes Harness: how this vault is kept in order.
# Lines that start with # and no space show a setting at its default: remove the # to change it.
# \`hermesh config\` shows what is in force and where it comes from. No passwords or keys in here: this file travels.
version: ${CONFIG_VERSION}

# The one device that runs the nights, writes the logs and fires schedules. \`hermesh host claim\` changes it.
host:

# When things run, in the vault's time zone, once the daemon is there (a later version): until then cron or systemd starts them.
# chain: nightly, weekly or compact.
jobs:
JOBS
# system: the zone of the machine that runs; or a name such as Europe/Berlin.
#timezone: system

# What is looked for. \`hermesh lint\` shows it; \`hermesh ignore RULE GLOB\` adds to ignore.
lint:
  # Properties that every note should have.
  #required_fields: [title, created, tags]
  # Files to leave alone, such as Archive/**.
  #exclude: []
  # Findings to leave out: - {rule: orphan-note, paths: [Inbox/**]}
  #ignore: []
  # Per rule: severity (error, warning, info, off) and options: orphan-note: {severity: off}
  #rules: {}

# What is repaired by night, from a later version on. off: never. ask: put to a person or a model. auto: where it is provably right.
fix:
  skills:
    #fix-frontmatter: auto
    #fix-frontmatter-fields: auto
    #fix-broken-wikilinks: auto
    #setup-wikilinks: auto
  #aliases: ask
  #mentions: ask
  # Notes with old findings that one night takes on.
  #backlog_per_night: 20
  # Files that one night may change.
  #limit: 200
  # Tags for notes that have none.
  #default_tags: []

changes:
  # A note that was edited more recently waits for the next night.
  #settle_minutes: 5
  # Nothing is written if the vault has lost this share and this many files since the last run.
  shrink_guard:
    #percent: 20
    #files: 50
  # How far back a run can be undone.
  undo:
    #runs: 30
    #megabytes: 500

git:
  # Commit what a night changed, if the vault is a git repository.
  #commit: true

sync:
  # none, or git: pull before a run and push after it.
  #mode: none
  #every_minutes: 10
  #remote: origin

chain:
  # A job that halts this often in a row is stopped.
  #stop_after_halts: 3
  #keep_runs: 60
  # Memory lines of one kind that stand singly; more are summed up.
  #summarise_above: 20

models:
  # From a later version on. pinned, economical or current: the models that roles use. roles: {FIX-AGENT: {model: none}} overrides one.
  #preset: pinned
  #night_budget_usd: 2

#roles: {}

memory:
  # Daily files and months that are kept.
  #daily: 15
  #monthly: 3

cron:
  # Run once what was missed while the machine was off (by the daemon of a later version).
  #catch_up_missed: true

# Where things are written.
paths:
  #log: Logs
  #memory: Logs/memory
  #queue: Logs/hermes-task-queue.md
  #heartbeat: Logs/heartbeat.md
  #machine: Logs/hermes
  #briefing: Logs/briefing
  #consolidation: Logs/wiki-consolidation.md
  #drafts: AgentStack/Skills/.drafts
  #skills: AgentStack/Skills
  #opportunities: PKM/opportunities
  #wiki: wiki
  #projects: Projects
`;

/** The commented text of a new `hermes.yaml` that this host owns. */
export function initialConfig(host: HostConfig): string {
  const jobs = DEFAULT_JOBS.map(
    ({ id, schedule, chain }) => `  - id: ${id}\n    schedule: ${schedule}\n    chain: ${chain}\n`,
  );
  const outcome = editConfig(TEMPLATE.replace('JOBS\n', `${jobs.join('')}\n`), {
    kind: 'set',
    path: ['host'],
    value: host,
  });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.text;
}
