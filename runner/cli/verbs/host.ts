import { editConfig } from '../../../src/core/config/edit-config';
import { ownership, type Ownership } from '../../../src/core/home';
import { openHome, type OpenedHome } from '../../open-home';
import { writeConfig } from '../config/write-config';
import { didYouMean } from '../nearest';
import { ownerLine } from '../owner-line';
import { UsageError, type ExitCode, type Verb, type VerbCall } from '../verb';

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
        return claim(call, home);
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
  const value = { device: home.device.id, name: home.device.name, epoch };
  await writeConfig(home, 'host claim', (present) => {
    const edited = editConfig(present ?? 'version: 1\n', { kind: 'set', path: ['host'], value });
    if (!edited.ok) throw new UsageError(edited.message);
    return { kind: 'write', text: edited.text };
  });
  tell(call, home, { kind: 'ours', epoch });
  return 0;
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
