import { literal, record, strictObject, string, unknown, type output } from 'zod';
import { EFFORTS, MODEL_PRESETS, presetModel, type ConfiguredRole, type ModelPreset } from './role-models';
import {
  choice,
  dollars,
  flag,
  folder,
  glob,
  list,
  note,
  percent,
  timeZone,
  wholeNumber,
  words,
} from './value-kinds';

/** The configuration file, at the top of the vault. */
export const CONFIG_FILE = 'hermes.yaml';

/** The newest format this program reads. */
export const CONFIG_VERSION = 1;

const host = strictObject({
  /** Id of the owning device; bound to the machine and to the real path of the vault. */
  device: words('the id of a device'),
  /** For people: which machine that is. */
  name: words('a name'),
  /** Raised by every `host claim`. */
  epoch: wholeNumber(1),
});

const paths = strictObject({
  log: folder().default('Logs'),
  memory: folder().default('Logs/memory'),
  queue: note().default('Logs/hermes-task-queue.md'),
  heartbeat: note().default('Logs/heartbeat.md'),
  machine: folder().default('Logs/hermes'),
  briefing: folder().default('Logs/briefing'),
  consolidation: note().default('Logs/wiki-consolidation.md'),
  drafts: folder().default('AgentStack/Skills/.drafts'),
  skills: folder().default('AgentStack/Skills'),
  opportunities: folder().default('PKM/opportunities'),
  wiki: folder().default('wiki'),
  projects: folder().default('Projects'),
});

const ruleSetting = strictObject({
  severity: choice(['error', 'warning', 'info', 'off']).optional(),
  options: record(string(), unknown()).default({}),
});

const lint = strictObject({
  required_fields: list(words('the name of a property')).default(['title', 'created', 'tags']),
  /** Globs, in addition to what is always excluded. */
  exclude: list(glob()).default([]),
  ignore: list(strictObject({ rule: words('the name of a rule'), paths: list(glob()).min(1) })).default([]),
  rules: record(string(), ruleSetting).default({}),
});

/** How far a fixer goes by itself. */
const consent = () => choice(['off', 'ask', 'auto']);

const fix = strictObject({
  skills: strictObject({
    'fix-frontmatter': consent().default('auto'),
    'fix-frontmatter-fields': consent().default('auto'),
    'fix-broken-wikilinks': consent().default('auto'),
    'setup-wikilinks': consent().default('auto'),
  }).prefault({}),
  aliases: consent().default('ask'),
  mentions: consent().default('ask'),
  /** Notes with old findings taken on per night. */
  backlog_per_night: wholeNumber(0).default(20),
  /** Files changed by one night at most. */
  limit: wholeNumber(1).default(200),
  default_tags: list(words('a tag')).default([]),
});

const changes = strictObject({
  /** A note written to more recently than this waits for the next night. */
  settle_minutes: wholeNumber(0).default(5),
  /** A vault that lost this share and this many files since the last run is left alone: both must hold. */
  shrink_guard: strictObject({
    percent: percent().default(20),
    files: wholeNumber(1).default(50),
  }).prefault({}),
  undo: strictObject({ runs: wholeNumber(1).default(30), megabytes: wholeNumber(1).default(500) }).prefault(
    {},
  ),
});

const sync = strictObject({
  mode: choice(['none', 'git']).default('none'),
  every_minutes: wholeNumber(1).default(10),
  remote: words('the name of a git remote').default('origin'),
});

const chain = strictObject({
  stop_after_halts: wholeNumber(1).default(3),
  keep_runs: wholeNumber(1).default(60),
  /** Memory lines of one type and section that stand singly; more are summed up. */
  summarise_above: wholeNumber(1).default(20),
});

const roleSetting = strictObject({
  enabled: flag().default(true),
  /** `none`: work without a model. Left out: what the preset says. */
  model: words('the name of a model, or none').optional(),
  effort: choice(EFFORTS).optional(),
}).prefault({});

const roles = strictObject({
  DISPATCHER: roleSetting,
  'FIX-AGENT': roleSetting,
  'LINT-AGENT': roleSetting,
  'SKILL-SCOUT-AGENT': roleSetting,
  'SYNTHESIS-AGENT': roleSetting,
  'BRIEFING-AGENT': roleSetting,
  'REVISER-AGENT': roleSetting,
  'WEEKLY-SYNTHESIS-AGENT': roleSetting,
  'WIKI-CONSOLIDATION-AGENT': roleSetting,
  'MEMORY-COMPACTOR': roleSetting,
  'ARCHIVE-COMPACTOR': roleSetting,
} satisfies Record<ConfiguredRole, typeof roleSetting>);

const models = strictObject({
  preset: choice(MODEL_PRESETS).default('pinned'),
  night_budget_usd: dollars().default(2),
});

/** An id that can stand in file names and commands. */
const jobId = string({ error: 'is not the id of a job' }).regex(/^[a-z0-9][a-z0-9-]{0,39}$/, {
  error: 'is not an id of lower-case letters, digits and hyphens',
});

const job = strictObject({
  id: jobId,
  enabled: flag().default(true),
  schedule: words('a schedule such as every day at 02:00'),
  /** Left out: the vault's zone. */
  timezone: timeZone().optional(),
  chain: choice(['nightly', 'weekly', 'compact']),
});

/** What may stand in `hermes.yaml`; unknown keys are refused, so that a typing error is not a silent default. */
export const configSchema = strictObject({
  version: literal(CONFIG_VERSION, { error: `is not ${CONFIG_VERSION}` }).default(CONFIG_VERSION),
  host: host.nullable().default(null),
  /** `system`: the zone of the machine, read anew each time. */
  timezone: timeZone().or(literal('system')).default('system'),
  paths: paths.prefault({}),
  lint: lint.prefault({}),
  fix: fix.prefault({}),
  changes: changes.prefault({}),
  git: strictObject({ commit: flag().default(true) }).prefault({}),
  sync: sync.prefault({}),
  chain: chain.prefault({}),
  roles: roles.prefault({}),
  models: models.prefault({}),
  memory: strictObject({
    /** Daily files kept. */
    daily: wholeNumber(1).default(15),
    /** Months kept. */
    monthly: wholeNumber(1).default(3),
  }).prefault({}),
  cron: strictObject({ catch_up_missed: flag().default(true) }).prefault({}),
  jobs: list(job).default([]),
});

type Written = output<typeof configSchema>;

/** What a role may use tonight. */
export interface RoleConfig {
  readonly enabled: boolean;
  readonly model: string | null;
  readonly effort: (typeof EFFORTS)[number] | null;
}

/** `hermes.yaml` with every default filled in. */
export type Config = Omit<Written, 'roles'> & {
  readonly roles: Readonly<Record<ConfiguredRole, RoleConfig>>;
};

/** One scheduled job. */
export type JobConfig = Config['jobs'][number];

/** The owner of a vault as written in its configuration. */
export type HostConfig = NonNullable<Config['host']>;

/** Settles each role's model: its own setting, else the preset's. */
export function settleRoles(written: Written): Config {
  const settle = (role: ConfiguredRole): RoleConfig =>
    settleRole(role, written.roles[role], written.models.preset);
  return {
    ...written,
    roles: {
      DISPATCHER: settle('DISPATCHER'),
      'FIX-AGENT': settle('FIX-AGENT'),
      'LINT-AGENT': settle('LINT-AGENT'),
      'SKILL-SCOUT-AGENT': settle('SKILL-SCOUT-AGENT'),
      'SYNTHESIS-AGENT': settle('SYNTHESIS-AGENT'),
      'BRIEFING-AGENT': settle('BRIEFING-AGENT'),
      'REVISER-AGENT': settle('REVISER-AGENT'),
      'WEEKLY-SYNTHESIS-AGENT': settle('WEEKLY-SYNTHESIS-AGENT'),
      'WIKI-CONSOLIDATION-AGENT': settle('WIKI-CONSOLIDATION-AGENT'),
      'MEMORY-COMPACTOR': settle('MEMORY-COMPACTOR'),
      'ARCHIVE-COMPACTOR': settle('ARCHIVE-COMPACTOR'),
    },
  };
}

function settleRole(
  role: ConfiguredRole,
  own: Written['roles'][ConfiguredRole],
  preset: ModelPreset,
): RoleConfig {
  const standard = presetModel(role, preset);
  if (own.model === undefined)
    return { enabled: own.enabled, model: standard.model, effort: own.effort ?? standard.effort };
  if (own.model === 'none') return { enabled: own.enabled, model: null, effort: null };
  return { enabled: own.enabled, model: own.model, effort: own.effort ?? null };
}

/** The configuration of a vault whose `hermes.yaml` is empty or missing. */
export function defaultConfig(): Config {
  return settleRoles(configSchema.parse({}));
}
