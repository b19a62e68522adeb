import { editConfig } from '../../../src/core/config/edit-config';
import { CONFIG_FILE } from '../../../src/core/config/config';
import { ownership, type Ownership } from '../../../src/core/home';
import { applyChangeset } from '../../../src/core/vault/apply-changeset';
import type { FileEdit } from '../../../src/core/vault/changeset';
import { planChangeset } from '../../../src/core/vault/plan-changeset';
import { newUlid } from '../../../src/core/vault/ulid';
import { CONFIG_FOLDER, openHome, type OpenedHome } from '../../open-home';
import { didYouMean } from '../nearest';
import { ownerLine } from '../owner-line';
import { UsageError, type ExitCode, type Verb, type VerbCall } from '../verb';
import { withHomeLock } from '../with-home-lock';

const ACTIONS = ['show', 'claim'] as const;

export const host: Verb = {
  name: 'host',
  summary: 'Show which device owns the vault, or make this one its owner',
  details: `One device owns a vault: it alone runs the nights, writes logs and memory, and commits. \`claim\` writes this device and a new epoch into hermes.yaml and touches nothing else in it; the former owner stands down when it reads that.`,
  examples: [
    { command: 'hermesh host show', does: 'which device owns the vault' },
    { command: 'hermesh host claim', does: 'make this device the owner' },
  ],
  json: true,
  configure(command) {
    command.argument('<action>', 'show or claim');
  },
  async run(call) {
    const asked = call.args[0] ?? '';
    const action = ACTIONS.find((name) => name === asked);
    if (action === undefined) {
      throw new UsageError(`host knows no ${asked}; ${didYouMean(asked, ACTIONS)}`);
    }
    const home = await openHome(call);
    switch (action) {
      case 'show':
        tell(call, home, ownership(home));
        return 0;
      case 'claim':
        return withHomeLock(home, 'hermesh host claim', () => claim(call, home));
    }
  },
};

async function claim(call: VerbCall, home: OpenedHome): Promise<ExitCode> {
  const now = ownership(home);
  if (now.kind === 'ours') {
    tell(call, home, now);
    return 0;
  }
  const epoch = now.kind === 'other' ? now.epoch + 1 : 1;
  const file = await home.fs.read(CONFIG_FILE);
  if (!file.ok && file.problem !== null) throw new UsageError(`${CONFIG_FILE} ${file.problem.message}`);
  const before = file.ok ? file.text : null;
  const edited = editConfig(before ?? 'version: 1\n', {
    kind: 'set',
    path: ['host'],
    value: { device: home.device.id, name: home.device.name, epoch },
  });
  if (!edited.ok) throw new UsageError(edited.message);
  await writeConfig(home, before, edited.text);
  tell(call, home, { kind: 'ours', epoch });
  return 0;
}

async function writeConfig(home: OpenedHome, before: string | null, after: string): Promise<void> {
  const edit: FileEdit =
    before === null
      ? { kind: 'create', path: CONFIG_FILE, after }
      : { kind: 'modify', path: CONFIG_FILE, before, after };
  const changeset = planChangeset(home, { run: newUlid(home.clock, home.random), author: 'host claim' }, [
    { edit, reason: 'this device becomes the owner' },
  ]);
  const outcome = await applyChangeset({ vault: home.fs, state: home.state, clock: home.clock }, changeset, {
    configFolder: CONFIG_FOLDER,
    undo: home.config.changes.undo,
  });
  if (!outcome.ok) throw new Error(`${CONFIG_FILE} was not written: ${outcome.message}`);
  const [left] = outcome.left;
  if (left !== undefined) throw new Error(`${CONFIG_FILE} was not written: ${left.message}`);
}

function tell({ terminal, common }: VerbCall, home: OpenedHome, owner: Ownership): void {
  const { id, name } = home.device;
  if (common.json) {
    terminal.out(
      `${JSON.stringify({ version: 1, vault: home.root, device: { id, name }, owner }, null, 2)}\n`,
    );
    return;
  }
  terminal.out(`vault   ${home.root}\ndevice  ${name} (${id})\nowner   ${ownerLine(owner)}\n`);
}
