import { CONFIG_FILE, type HostConfig } from '../../../src/core/config/config';
import { editConfig } from '../../../src/core/config/edit-config';
import { DEFAULT_JOBS, initialConfig } from '../../../src/core/config/init-template';
import { loadConfig } from '../../../src/core/config/load-config';
import { ALL_RULES } from '../../../src/core/lint/rules';
import { openHome, type OpenedHome } from '../../open-home';
import { writeConfig, type ConfigRewrite } from '../config/write-config';
import type { Verb } from '../verb';

const NEXT = `
Next:
  hermesh run nightly --dry-run   what a night would do; writes nothing
  hermesh run nightly             the first night
  hermesh doctor                  is everything in place?
Nothing runs by itself yet: the README says how to start it every night, under cron or systemd.
`;

type Claim =
  /** Held by somebody else, or by this device already. */
  { readonly state: 'held'; readonly host: HostConfig } | { readonly state: 'created' | 'claimed' };

export const init: Verb = {
  name: 'init',
  summary: 'Let this device keep the vault: write hermes.yaml, own the vault, set up three jobs',
  details: `It asks nothing and overwrites nothing. A vault without hermes.yaml gets one, commented, with this device \
as the owner and the jobs nightly, weekly and compact. A hermes.yaml without a host gets the host alone. A vault that \
another device owns stays as it is: \`hermesh host claim\` takes it over.`,
  examples: [
    { command: 'hermesh init --vault ~/Notes', does: 'set up the vault in ~/Notes' },
    { command: 'hermesh init', does: 'set up the vault you are in' },
  ],
  json: false,
  configure: () => undefined,
  async run(call) {
    const { terminal } = call;
    const home = await openHome(
      call,
      ALL_RULES.map((rule) => rule.name),
    );
    for (const note of home.device.notes) terminal.err(`hermesh: ${note}\n`);
    const host: HostConfig = { device: home.device.id, name: home.device.name, epoch: 1 };
    const claim = await claimVault(home, host);
    const us = `this device, ${host.name} (${host.device})`;
    switch (claim.state) {
      case 'created':
        terminal.out(`Wrote ${CONFIG_FILE} in ${home.root}\nOwner: ${us}, epoch 1\n`);
        for (const job of DEFAULT_JOBS) terminal.out(`Job: ${job.id}, ${job.schedule}\n`);
        terminal.out(NEXT);
        return 0;
      case 'claimed':
        terminal.out(`Added the host to ${CONFIG_FILE} in ${home.root}; all else in it stays as it was\n`);
        terminal.out(`Owner: ${us}, epoch 1\n`);
        terminal.out(home.config.jobs.length === 0 ? 'Jobs: none; it has no `jobs:` list\n' : '');
        terminal.out(NEXT);
        return 0;
      case 'held':
        if (claim.host.device === host.device) {
          terminal.out(`Nothing to do: ${us} owns ${home.root} already, epoch ${claim.host.epoch}\n`);
          return 0;
        }
        terminal.err(
          `hermesh: ${home.root} belongs to ${claim.host.name} (${claim.host.device}), epoch ${claim.host.epoch}; nothing was changed. \`hermesh host claim\` takes it over\n`,
        );
        return 1;
    }
  },
};

async function claimVault(home: OpenedHome, host: HostConfig): Promise<Claim> {
  let claim: Claim = { state: 'created' };
  await writeConfig(home, 'init', (present): ConfigRewrite => {
    if (present === null) return { kind: 'write', text: initialConfig(host) };
    const loaded = loadConfig(present);
    const standing = loaded.ok ? loaded.config.host : null;
    if (standing !== null) {
      claim = { state: 'held', host: standing };
      return { kind: 'leave', why: 'the vault has an owner' };
    }
    const edited = editConfig(present, { kind: 'set', path: ['host'], value: host });
    if (!edited.ok) throw new Error(edited.message);
    claim = { state: 'claimed' };
    return { kind: 'write', text: edited.text };
  });
  return claim;
}
