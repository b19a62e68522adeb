import { isAbsolute, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { CONFIG_FILE } from '../../../src/core/config/config';
import { editConfig } from '../../../src/core/config/edit-config';
import { loadConfig } from '../../../src/core/config/load-config';
import { ALL_RULES } from '../../../src/core/lint/rules';
import type { VaultPath } from '../../../src/core/ports';
import { openHome, type OpenedHome } from '../../open-home';
import { writeConfig, type ConfigRewrite } from '../config/write-config';
import { count } from '../count';
import { didYouMean } from '../nearest';
import { UsageError, type Verb } from '../verb';

const RULE_NAMES = ALL_RULES.map((rule) => rule.name);

export const ignore: Verb = {
  name: 'ignore',
  summary: 'Leave findings of a rule out for some files, from now on',
  details: `Adds the rule and the glob to lint.ignore in ${CONFIG_FILE}; comments and order in it stay. GLOB is \
relative to the top of the vault: Inbox/** is everything below Inbox, **/Draft.md that name in any folder. Put it in \
quotes, or the shell replaces it.`,
  examples: [
    { command: "hermesh ignore orphan-note 'Inbox/**'", does: 'orphans in Inbox are fine' },
    { command: "hermesh ignore missing-field 'Journal/*.md'", does: 'one folder, not those below it' },
    { command: 'hermesh ignore --list', does: 'show what is ignored' },
  ],
  json: true,
  configure(command) {
    command
      .argument('[rule]', 'name of a lint rule')
      .argument('[glob]', 'files, relative to the top of the vault')
      .option('--list', 'show what is ignored');
  },
  async run(call) {
    const { terminal, options, common } = call;
    const [rule, glob] = call.args;
    if (options['list'] === true) {
      if (rule !== undefined) throw new UsageError('--list stands alone; leave the rule out');
      const { ignore: entries } = (await openHome(call, RULE_NAMES)).config.lint;
      if (common.json) terminal.out(`${JSON.stringify({ version: 1, ignore: entries }, null, 2)}\n`);
      else if (entries.length === 0) terminal.out('Nothing is ignored\n');
      else
        for (const { rule: name, paths } of entries)
          for (const path of paths) terminal.out(`${name}  ${path}\n`);
      return 0;
    }
    if (common.json) throw new UsageError('--json goes with --list; leave it out');
    if (rule === undefined || glob === undefined)
      throw new UsageError("name a rule and a glob: hermesh ignore orphan-note 'Inbox/**'");
    if (!RULE_NAMES.includes(rule))
      throw new UsageError(`unknown rule ${rule}; ${didYouMean(rule, RULE_NAMES)}`);
    const home = await openHome(call, RULE_NAMES);
    if (!home.configured)
      throw new UsageError(`${home.root} has no ${CONFIG_FILE}; \`hermesh init\` writes one`);
    const files = (await home.fs.list()).files.map(({ path }) => path);
    const pattern = patternFor(home, glob, files);
    const rewrite = await writeConfig(home, 'ignore', (present) => withIgnored(present ?? '', rule, pattern));
    const covers = picomatch(pattern, { dot: true });
    const covered = files.filter((path) => covers(path)).length;
    const now = covered === 0 ? 'no file now' : `${count(covered, 'file')} now`;
    terminal.out(
      rewrite.kind === 'leave'
        ? `Nothing to do: ${rule} is ignored in ${pattern} already\n`
        : `${rule} is ignored in ${pattern} (${now}); written to ${CONFIG_FILE}\n`,
    );
    return 0;
  },
};

/** The glob as it is to be written: seen from the vault, and a file's very name taken for that file alone. */
function patternFor(home: OpenedHome, given: string, files: readonly VaultPath[]): string {
  const inside = isAbsolute(given)
    ? relative(home.root, given).split(sep).join('/')
    : given.replace(/^(\.\/)+/, '');
  if (inside === '' || inside === '..' || inside.startsWith('../') || isAbsolute(inside))
    throw new UsageError(`${given} lies outside the vault ${home.root}`);
  // `Notes/[x].md` names a file here, where a glob would mean `Notes/x.md`; `?` is any one character.
  if (files.includes(inside)) return inside.replace(/[*?[\]{}()!+@\\]/g, '?');
  if (files.some((path) => path.startsWith(`${inside.replace(/\/$/, '')}/`)))
    return `${inside.replace(/\/$/, '')}/**`;
  return inside;
}

function withIgnored(present: string, rule: string, pattern: string): ConfigRewrite {
  const loaded = loadConfig(present);
  const entries = loaded.ok ? loaded.config.lint.ignore : [];
  const own = entries.findIndex((entry) => entry.rule === rule);
  if (entries.some((entry) => entry.rule === rule && entry.paths.includes(pattern)))
    return { kind: 'leave', why: 'it stands there already' };
  const edited = editConfig(
    present,
    own < 0
      ? { kind: 'append', path: ['lint', 'ignore'], value: { rule, paths: [pattern] } }
      : { kind: 'append', path: ['lint', 'ignore', own, 'paths'], value: pattern },
  );
  if (!edited.ok) throw new UsageError(edited.message);
  return { kind: 'write', text: edited.text };
}
