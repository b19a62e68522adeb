import { CONFIG_FILE } from '../../../src/core/config/config';
import { ownership } from '../../../src/core/home';
import { conflictCopy } from '../../../src/core/vault/conflict-copy';
import type { OpenedHome } from '../../open-home';
import { ownerLine } from '../owner-line';
import type { HomeStatus } from '../status/gather-status';
import { fail, ok, warn, type CheckResult } from './check';

function some(names: readonly string[]): string {
  return `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
}

export function ownerCheck(home: OpenedHome, heartbeatStands: boolean): CheckResult {
  const owner = ownership(home);
  if (!home.configured) {
    return heartbeatStands
      ? warn(
          'owner',
          `a heartbeat stands here and no ${CONFIG_FILE}`,
          'if Obsidian Sync carries this vault, turn on "Sync all other types" on both devices',
        )
      : warn('owner', `no ${CONFIG_FILE}: runs are previews only`, '`hermesh init` writes one');
  }
  switch (owner.kind) {
    case 'ours':
      return ok('owner', ownerLine(owner));
    case 'other':
      return ok('owner', `${owner.name} (${owner.device}), epoch ${owner.epoch}: runs are previews here`);
    case 'unclaimed':
      return warn('owner', 'no device owns the vault: runs are previews only', '`hermesh init`');
  }
}

export async function filesCheck({ fs }: OpenedHome): Promise<readonly CheckResult[]> {
  const { files, problems } = await fs.list();
  const copies = files.filter(({ path }) => conflictCopy(path) !== null).map(({ path }) => path);
  return [
    problems.length === 0
      ? ok('files', `${files.length} files can be listed`)
      : warn(
          'files',
          `${problems.length} files cannot be served: ${some(problems.map(({ path, message }) => `${JSON.stringify(path)} ${message}`))}`,
          'the rest of the vault is; mend or move these',
        ),
    copies.length === 0
      ? ok('sync conflicts', 'none')
      : warn(
          'sync conflicts',
          `${copies.length} copies made by a sync program: ${some(copies)}`,
          'take over what is missing in the original, then delete the copy',
        ),
  ];
}

export async function repositoryCheck({ git, config }: OpenedHome): Promise<CheckResult> {
  const state = await git.state();
  if (state.kind === 'none') {
    return state.why === 'no-repository' && config.sync.mode === 'none'
      ? ok('repository', state.message)
      : warn(
          'repository',
          state.message,
          config.sync.mode === 'git' ? 'sync.mode is git: it needs one' : 'see the message',
        );
  }
  if (state.obstacle !== null) {
    return warn('repository', state.obstacle.message, 'until then runs write and commit nothing');
  }
  return ok(
    'repository',
    `on ${state.branch?.replace('refs/heads/', '') ?? 'no branch'}, at ${state.commit?.slice(0, 10) ?? ''}`,
  );
}

export function runsCheck({ waiting, stopped, heartbeat, lockedBy }: HomeStatus): readonly CheckResult[] {
  const [first] = waiting;
  return [
    first === undefined
      ? ok('runs', lockedBy === null ? 'none waits for you' : `at work: ${lockedBy}`)
      : (stopped.length > 0 ? fail : warn)(
          'runs',
          `${waiting.length} halted${stopped.length > 0 ? `, ${stopped.join(' and ')} stopped` : ''}`,
          `hermesh run ${first.chain} --resume ${first.id}, or --dismiss ${first.id}`,
        ),
    heartbeat.stale
      ? warn('heartbeat', 'the owner has not run for two days', 'look whether it is on and its timer is set')
      : heartbeat.problem === null || heartbeat.absent
        ? ok('heartbeat', heartbeat.problem ?? 'fresh')
        : warn('heartbeat', heartbeat.problem, 'move the file away; the next run writes it anew'),
  ];
}
