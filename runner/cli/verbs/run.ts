import { CHAIN_NAMES, type ChainName } from '../../../src/core/chain/chain-name';
import { CHAINS } from '../../../src/core/chain/chains';
import { dismissRun } from '../../../src/core/chain/dismiss-run';
import type { ChainOptions, ChainOutcome, Refusal } from '../../../src/core/chain/night';
import type { Harness } from '../../../src/core/chain/ledger';
import { rehearse } from '../../../src/core/chain/rehearsal';
import type { RoleName } from '../../../src/core/chain/role';
import { runChain } from '../../../src/core/chain/run-chain';
import { ownership } from '../../../src/core/home';
import { ALL_RULES } from '../../../src/core/lint/rules';
import { ROLES } from '../../../src/core/roles/roles';
import { openHome, type OpenedHome } from '../../open-home';
import { VERSION } from '../../version';
import { BusyError } from '../busy';
import { didYouMean } from '../nearest';
import { runProgress } from '../run/progress';
import { rehearsalText, runJson, runText } from '../run/run-text';
import { UsageError, type ExitCode, type Terminal, type Verb, type VerbCall } from '../verb';
import { withHomeLock } from '../with-home-lock';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export const run: Verb = {
  name: 'run',
  summary: 'Run a chain of roles on the vault: nightly, weekly or compact',
  details: `A chain runs its roles one after another; after each the VALIDATOR checks what was written for it, and what passed is committed by itself. A role that fails halts the chain: its files stay as they are, later nights leave them alone, and \`--resume\` or \`--dismiss\` settles it. Three halted runs in a row stop the chain until then.

A vault that is not this device's (see \`hermesh host show\`) is only previewed, as with --dry-run.

Chains:
${CHAIN_NAMES.map((name) => `  ${name.padEnd(8)} ${CHAINS[name].join(' → ')}`).join('\n')}`,
  examples: [
    { command: 'hermesh run nightly --dry-run', does: 'show what tonight would find and write' },
    { command: 'hermesh run nightly', does: 'run the night now' },
    { command: 'hermesh run nightly --only LINT-AGENT', does: 'run one role of it' },
    { command: 'hermesh run nightly --resume 01J0ZK3V9Q', does: 'go on from the role that failed' },
    { command: 'hermesh run nightly --dismiss 01J0ZK3V9Q', does: 'let a halted run go' },
  ],
  json: true,
  configure(command) {
    command
      .argument('<chain>', 'nightly, weekly or compact')
      .option('--dry-run', 'write nothing; show what would be written')
      .option('--date <date>', 'name the memory file by this date (2026-07-04) instead of today')
      .option('--only <role>', 'run this role alone')
      .option('--resume <id>', 'go on with a halted or interrupted run, from the role it stopped in')
      .option('--dismiss <id>', 'let a halted run go');
  },
  async run(call) {
    const asked = parseAsked(call);
    const home = await openHome(
      call,
      ALL_RULES.map(({ name }) => name),
    );
    for (const note of home.device.notes) call.terminal.err(`hermesh: ${note}\n`);
    const why = previewReason(home);
    if (asked.dismiss !== null) return dismiss(home, asked, why, call.terminal);
    if (asked.dryRun || why !== null) return preview(home, asked, why, call);
    return withHomeLock(home, `hermesh run ${asked.chain}`, () => runNow(home, asked, call));
  },
};

interface Asked {
  readonly chain: ChainName;
  readonly dryRun: boolean;
  readonly date: string | null;
  readonly only: RoleName | null;
  readonly resume: string | null;
  readonly dismiss: string | null;
}

function parseAsked({ args, options }: VerbCall): Asked {
  const named = args[0] ?? '';
  const chain = CHAIN_NAMES.find((name) => name === named);
  if (chain === undefined) throw new UsageError(`unknown chain ${named}; ${didYouMean(named, CHAIN_NAMES)}`);
  const option = (name: string) => {
    const value = options[name];
    return typeof value === 'string' ? value : null;
  };
  const [resume, dismissed, date] = [option('resume'), option('dismiss'), option('date')];
  if (resume !== null && dismissed !== null) {
    throw new UsageError('--resume and --dismiss exclude each other; give one of them');
  }
  const settles = resume === null ? '--dismiss' : '--resume';
  if ((resume !== null || dismissed !== null) && (date !== null || option('only') !== null)) {
    throw new UsageError(`${settles} takes date and roles from the run itself; leave --date and --only out`);
  }
  if (dismissed !== null && options['dryRun'] === true) {
    throw new UsageError('--dismiss has nothing to rehearse; leave --dry-run out');
  }
  if (date !== null && !isDate(date)) {
    throw new UsageError(`--date ${date} is no date; write it as 2026-07-04`);
  }
  return {
    chain,
    dryRun: options['dryRun'] === true,
    date,
    only: roleOf(chain, option('only')),
    resume,
    dismiss: dismissed,
  };
}

function isDate(text: string): boolean {
  const at = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function roleOf(chain: ChainName, given: string | null): RoleName | null {
  if (given === null) return null;
  const role = CHAINS[chain].find((name) => name === given.toUpperCase());
  if (role !== undefined) return role;
  throw new UsageError(`${chain} has no role ${given}; ${didYouMean(given, CHAINS[chain])}`);
}

/** Why this device may not write to the vault, and what to do about it; null if it may. */
function previewReason(home: OpenedHome): string | null {
  const owner = ownership(home);
  switch (owner.kind) {
    case 'ours':
      return null;
    case 'unclaimed':
      return home.configured
        ? 'no device owns this vault yet; `hermesh init` makes this one its owner'
        : 'this vault has no hermes.yaml; `hermesh init` writes one and makes this device its owner';
    case 'other':
      return `this vault belongs to ${owner.name} (${owner.device}); \`hermesh host claim\` takes it over`;
  }
}

function harnessOf({ configFolder }: OpenedHome): Harness {
  return { version: VERSION, configFolder };
}

function chainOptions(home: OpenedHome, asked: Asked, call: VerbCall): ChainOptions {
  return {
    roles: ROLES,
    harness: harnessOf(home),
    date: asked.date,
    only: asked.only,
    resume: asked.resume,
    stop: call.terminal.stop,
    watch: runProgress(call.terminal, { json: call.common.json }),
  };
}

function throwRefusal(refusal: Refusal): never {
  if (refusal.why === 'stopped') throw new BusyError(refusal.message);
  throw new UsageError(refusal.message);
}

async function runNow(home: OpenedHome, asked: Asked, call: VerbCall): Promise<ExitCode> {
  const outcome = await runChain(home, asked.chain, chainOptions(home, asked, call));
  if (outcome.outcome === 'refused') throwRefusal(outcome.refusal);
  const { terminal, common } = call;
  terminal.out(common.json ? runJson(outcome, null, null) : runText(outcome));
  return exitCode(outcome);
}

function exitCode(outcome: Extract<ChainOutcome, { outcome: 'ended' }>): ExitCode {
  return outcome.record.status.status === 'finished' ? 0 : 1;
}

/** The same night on an overlay: nothing is written, in the vault or on the device. */
async function preview(
  home: OpenedHome,
  asked: Asked,
  why: string | null,
  call: VerbCall,
): Promise<ExitCode> {
  const { terminal, common } = call;
  const rehearsal = rehearse(home);
  const outcome = await runChain(rehearsal.home, asked.chain, chainOptions(home, asked, call));
  if (outcome.outcome === 'refused') throwRefusal(outcome.refusal);
  const planned = await rehearsal.planned(outcome.record.id);
  if (common.json) terminal.out(runJson(outcome, planned, why));
  else terminal.out(rehearsalText(outcome, planned, { paths: home.config.paths, colour: terminal.colour }));
  const reason = why === null || asked.dryRun ? null : `nothing was written: ${why}`;
  if (reason !== null) terminal.err(`hermesh: ${reason}\n`);
  return exitCode(outcome);
}

async function dismiss(
  home: OpenedHome,
  asked: Asked,
  why: string | null,
  terminal: Terminal,
): Promise<ExitCode> {
  if (why !== null) throw new UsageError(`nothing to dismiss here: ${why}`);
  return withHomeLock(home, `hermesh run ${asked.chain} --dismiss`, async (): Promise<ExitCode> => {
    const outcome = await dismissRun(home, asked.dismiss ?? '', harnessOf(home));
    if (!outcome.ok) throwRefusal(outcome.refusal);
    const { record, notes } = outcome;
    for (const note of notes) terminal.err(`hermesh: ${note}\n`);
    terminal.out(`run ${record.id} of ${record.date} is dismissed; later runs may touch its files again\n`);
    return 0;
  });
}
