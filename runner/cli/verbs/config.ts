import { CONFIG_FILE } from '../../../src/core/config/config';
import { effectiveSettings, type EffectiveSetting } from '../../../src/core/config/effective-settings';
import { nearestWord } from '../../../src/core/config/nearest-word';
import { ALL_RULES } from '../../../src/core/lint/rules';
import { findVault, readConfig } from '../../open-home';
import { UsageError, type Verb } from '../verb';

export const config: Verb = {
  name: 'config',
  summary: 'Show the settings in force and where each comes from',
  details: `Settings come from ${CONFIG_FILE} at the top of the vault; what it does not name has its default. An \
environment variable overrides a single value: HERMES_FIX__LIMIT=50 stands for fix.limit. KEY is one setting \
(fix.limit) or a group of them (fix, jobs).`,
  examples: [
    { command: 'hermesh config', does: 'every setting' },
    { command: 'hermesh config fix', does: 'the settings of one group' },
    { command: 'hermesh config timezone --json', does: 'one setting, as JSON' },
  ],
  json: true,
  configure(command) {
    command.argument('[key]', 'a setting or a group of settings (default: all)');
  },
  async run(call) {
    const { terminal, common } = call;
    const root = findVault(call);
    const read = await readConfig(
      root,
      terminal.env,
      ALL_RULES.map((rule) => rule.name),
    );
    if (!read.ok) {
      for (const problem of read.problems) terminal.err(`hermesh: ${problem.message}\n`);
      return 2;
    }
    const settings = settingsOf(effectiveSettings(read.config, read.provenance), call.args[0]);
    if (common.json) {
      const file = read.configured ? CONFIG_FILE : null;
      terminal.out(`${JSON.stringify({ version: 1, vault: root, file, settings }, null, 2)}\n`);
      return 0;
    }
    if (!read.configured)
      terminal.err(
        `hermesh: ${root} has no ${CONFIG_FILE}; these are the defaults. \`hermesh init\` writes one\n`,
      );
    terminal.out(table(settings));
    return 0;
  },
};

function settingsOf(all: readonly EffectiveSetting[], key: string | undefined): readonly EffectiveSetting[] {
  if (key === undefined) return all;
  const found = all.filter(
    (setting) =>
      setting.key === key || setting.key.startsWith(`${key}.`) || setting.key.startsWith(`${key}[`),
  );
  if (found.length > 0) return found;
  const groups = all.flatMap((setting) => {
    const parts = setting.key.split('.');
    return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  });
  const near = nearestWord(key, [...new Set(groups)]);
  const ends = all.find((setting) => setting.key.endsWith(`.${key}`));
  const meant = ends?.key ?? near;
  throw new UsageError(
    `there is no setting ${key}; ${meant === null ? '`hermesh config` lists all' : `did you mean ${meant}?`}`,
  );
}

function valueText(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return `[${value.map((item: unknown) => valueText(item)).join(', ')}]`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function originText(origin: EffectiveSetting['origin']): string {
  switch (origin.from) {
    case 'default':
      return 'default';
    case 'file':
      return `${CONFIG_FILE}:${origin.line}`;
    case 'environment':
      return origin.name;
    case 'preset':
      return `models.preset: ${origin.name}`;
  }
}

/** Columns that a person can scan and `cut` can split; a long value does not widen all others. */
function table(settings: readonly EffectiveSetting[]): string {
  const rows = settings.map(({ key, value, origin }) => [key, valueText(value), originText(origin)] as const);
  const widest = (column: 0 | 1, limit: number): number =>
    Math.min(limit, Math.max(...rows.map((row) => row[column].length)));
  const [keys, values] = [widest(0, 60), widest(1, 32)];
  return rows
    .map(([key, value, origin]) => `${key.padEnd(keys)}  ${value.padEnd(values)}  ${origin}\n`)
    .join('');
}
