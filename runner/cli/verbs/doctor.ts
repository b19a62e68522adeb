import { forgivingGit } from '../../../src/core/chain/forgiving-git';
import { defaultConfig } from '../../../src/core/config/config';
import { ALL_RULES } from '../../../src/core/lint/rules';
import { findVault, homeAt, readConfig } from '../../open-home';
import { fail, ok, type CheckResult } from '../doctor/check';
import { cacheCheck, stateFolderCheck, undoStoreCheck, vaultFolderCheck } from '../doctor/folder-checks';
import { otherWriters } from '../doctor/other-writers';
import { gitProgramCheck, nodeCheck } from '../doctor/program-checks';
import { filesCheck, ownerCheck, repositoryCheck, runsCheck } from '../doctor/vault-checks';
import { gatherStatus } from '../status/gather-status';
import type { Verb, VerbCall } from '../verb';

export const doctor: Verb = {
  name: 'doctor',
  summary: 'Check that everything is in place: programs, configuration, folders, git, other writers',
  details: `Each check says ok, warn or fail, and what to do. The exit code is 1 if one failed. Nothing is written to the vault.`,
  examples: [
    { command: 'hermesh doctor', does: 'check this vault and this machine' },
    { command: 'hermesh doctor --json', does: 'the same for other programs' },
  ],
  json: true,
  configure() {},
  async run(call) {
    const root = findVault(call);
    const results = await check(root, call);
    const failed = results.some(({ level }) => level === 'fail');
    if (call.common.json) {
      call.terminal.out(`${JSON.stringify({ version: 1, vault: root, checks: results }, null, 2)}\n`);
    } else {
      for (const result of results) call.terminal.out(checkText(result, call.terminal.colour));
    }
    return failed ? 1 : 0;
  },
};

async function check(root: string, { terminal }: VerbCall): Promise<readonly CheckResult[]> {
  const read = await readConfig(
    root,
    terminal.env,
    ALL_RULES.map(({ name }) => name),
  );
  // With a broken configuration the defaults serve for the other checks.
  const settings = read.ok ? read : { config: defaultConfig(), configured: true, provenance: new Map() };
  const home = homeAt(root, terminal.env, settings);
  const status = await gatherStatus(home);
  const config: readonly CheckResult[] = read.ok
    ? [ok('configuration', read.configured ? 'hermes.yaml is well' : 'no hermes.yaml: the defaults hold')]
    : read.problems.map(({ message }) =>
        fail('configuration', message, 'mend that line; until then nothing runs'),
      );
  return [
    nodeCheck(process.versions.node),
    gitProgramCheck(terminal.env),
    ...config,
    ...(read.ok ? [ownerCheck(home, status.heartbeat.last !== null)] : []),
    vaultFolderCheck(home),
    stateFolderCheck(home),
    ...(await filesCheck(home)),
    await repositoryCheck({ ...home, git: forgivingGit(home.git) }),
    ...runsCheck(status),
    await undoStoreCheck(home),
    await cacheCheck(home),
    otherWriters(terminal.env),
  ];
}

const COLOURS = { ok: '\x1b[32m', warn: '\x1b[33m', fail: '\x1b[31m' } as const;

function checkText({ check: name, level, message, remedy }: CheckResult, colour: boolean): string {
  const word = level.padEnd(4);
  const shown = colour ? `${COLOURS[level]}${word}\x1b[0m` : word;
  const help = remedy === null ? '' : `\n${' '.repeat(21)}→ ${remedy}`;
  return `${shown} ${name.padEnd(15)} ${message}${help}\n`;
}
