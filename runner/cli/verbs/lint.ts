import { LintConfigError } from '../../../src/core/lint/bind-rules';
import { explainRule } from '../../../src/core/lint/explain-rule';
import { countSeverities, selectReport } from '../../../src/core/lint/report';
import { ALL_RULES } from '../../../src/core/lint/rules';
import { lintVault, type LintOutcome } from '../../../src/core/lint/run-lint';
import type { Exclusion } from '../../../src/core/vault/exclusions';
import { nodeHash } from '../../adapters/node-hash';
import { openHome, type OpenedHome } from '../../open-home';
import { askedPaths } from '../lint/asked-paths';
import { lintJson, lintText } from '../lint/lint-text';
import { didYouMean } from '../nearest';
import { UsageError, type Terminal, type Verb } from '../verb';

const RULE_NAMES = ALL_RULES.map((rule) => rule.name);

const LEFT_OUT: Readonly<Record<Exclusion, string>> = {
  'written-by-hermes': 'the harness writes it',
  'belongs-to-a-program': 'it belongs to a program',
  'agent-prompt': 'it is a prompt for an agent',
  template: 'it is a template',
  'excluded-in-obsidian': 'Obsidian’s settings exclude it',
  'excluded-in-config': 'lint.exclude covers it',
  'conflict-copy': 'it is a conflict copy; only that is reported of it',
  'cloud-placeholder': 'it is not on this machine',
};

export const lint: Verb = {
  name: 'lint',
  summary: 'Show what is wrong in the vault: links, properties, structure, leftovers',
  details: `Findings are printed as path:line:column severity rule message. The exit code is 1 if one of them is a \
warning or an error. Links to notes that nobody has written yet are gaps, not findings. Nothing is written to the vault.

Rules: ${RULE_NAMES.join(', ')}.`,
  examples: [
    { command: 'hermesh lint', does: 'lint the whole vault' },
    { command: 'hermesh lint Garden --rule broken-wikilink', does: 'one folder, one rule' },
    { command: 'hermesh lint --by rule', does: 'group the findings by rule' },
    { command: 'hermesh lint --explain index-drift', does: 'what a rule reports, with examples' },
    { command: 'hermesh lint --json', does: 'print JSON for other programs' },
  ],
  json: true,
  configure(command) {
    command
      .argument('[paths...]', 'files or folders (default: the whole vault)')
      .option('--rule <rule>', 'only findings of this rule')
      .option('--by <what>', 'group by note or by rule', 'note')
      .option('--gaps', 'list every gap, not only the ten most wished for')
      .option('--explain <rule>', 'show what a rule reports, with its examples');
  },
  async run(call) {
    const { terminal, options, common } = call;
    const by = options['by'];
    if (by !== 'note' && by !== 'rule')
      throw new UsageError('--by groups by note or by rule; give one of them');
    if (options['explain'] !== undefined) {
      const rule = ALL_RULES[RULE_NAMES.indexOf(ruleName(options['explain']))];
      if (rule !== undefined) terminal.out(common.json ? ruleJson(rule) : await explainRule(rule, nodeHash));
      return 0;
    }
    const rule = options['rule'] === undefined ? null : ruleName(options['rule']);
    const home = await openHome(call, RULE_NAMES);
    const listed = call.args.length === 0 ? [] : (await home.fs.list()).files.map(({ path }) => path);
    const paths = askedPaths(call.args, { root: home.root, cwd: terminal.cwd, known: listed });
    const outcome = await lintHome(home, terminal);
    const report = selectReport(
      outcome,
      { paths, rule },
      { files: listed, isExcluded: (path) => outcome.exclusion(path) !== null },
    );
    terminal.out(
      common.json
        ? lintJson(report)
        : lintText(report, { colour: terminal.colour, by, allGaps: options['gaps'] === true }),
    );
    for (const path of paths) {
      const reason = outcome.exclusion(path);
      if (reason !== null) terminal.err(`hermesh: ${path} is left out: ${LEFT_OUT[reason]}\n`);
    }
    if (outcome.notKept !== null)
      terminal.err(`hermesh: the next lint will read every note again: ${outcome.notKept}\n`);
    const { error, warning } = countSeverities(report.findings);
    return error + warning > 0 ? 1 : 0;
  },
};

function ruleName(given: unknown): string {
  const name = typeof given === 'string' ? given : '';
  if (!RULE_NAMES.includes(name))
    throw new UsageError(`unknown rule ${name}; ${didYouMean(name, RULE_NAMES)}`);
  return name;
}

function ruleJson({
  name,
  description,
  severity,
  optionNotes,
  examples,
}: (typeof ALL_RULES)[number]): string {
  return `${JSON.stringify({ version: 1, name, description, severity, options: optionNotes ?? {}, examples }, null, 2)}\n`;
}

async function lintHome(home: OpenedHome, terminal: Terminal): Promise<LintOutcome> {
  let told = false;
  const progress = (done: number, total: number): void => {
    if (terminal.stop.aborted) throw new Error('interrupted; nothing was written');
    if (!terminal.interactive || done === 0) return;
    terminal.err(`\rReading ${done} of ${total} files`);
    told = true;
  };
  try {
    return await lintVault(home, { configDir: home.configFolder, progress });
  } catch (error) {
    if (error instanceof LintConfigError) throw new UsageError(error.message);
    throw error;
  } finally {
    // Back to the start of the line, and clear it.
    if (told) terminal.err('\r\u001b[K');
  }
}
