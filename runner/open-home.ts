import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_FILE, type Config } from '../src/core/config/config';
import { loadConfig, type Origin } from '../src/core/config/load-config';
import type { ConfigProblem } from '../src/core/config/problem';
import type { Home } from '../src/core/home';
import { openDevice, type OpenedDevice } from './adapters/device';
import { nodeHash } from './adapters/node-hash';
import { nodeStateFs } from './adapters/node-state-fs';
import { nodeVaultFs } from './adapters/node-vault-fs';
import { errorMeaning } from './adapters/system-calls';
import { systemClock } from './adapters/system-clock';
import { systemGit } from './adapters/system-git';
import { systemRandom } from './adapters/system-random';
import { UsageError, type VerbCall } from './cli/verb';
import { isObsidianVault, settingsFolder } from './settings-folder';

type Call = Pick<VerbCall, 'common' | 'terminal'>;

/** A vault on this machine's disk, opened. */
export interface OpenedHome extends Home {
  /** Absolute path of the vault's folder. */
  readonly root: string;
  readonly device: OpenedDevice;
  /** Name of Obsidian's settings folder in it. */
  readonly configFolder: string;
  /** Folder of the home's locks. */
  readonly lockFolder: string;
  /** False where there is no `hermes.yaml`: defaults hold, and nothing is written. */
  readonly configured: boolean;
  /** Where each setting comes from that is no default. */
  readonly provenance: ReadonlyMap<string, Origin>;
}

/**
 * Finds the vault's folder: `--vault`, else `HERMES_VAULT`, else the folder we are in or the nearest one above it
 * that holds `hermes.yaml` or Obsidian's settings. Gives its absolute path.
 *
 * @throws UsageError if there is none
 */
export function findVault({ common, terminal }: Call): string {
  const { HERMES_VAULT: fromEnv } = terminal.env;
  if (common.vault !== undefined) return namedVault(common.vault, '--vault');
  if (fromEnv !== undefined && fromEnv !== '')
    return namedVault(resolve(terminal.cwd, fromEnv), 'HERMES_VAULT');
  for (let folder = terminal.cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, CONFIG_FILE)) || isObsidianVault(folder)) return folder;
    if (dirname(folder) === folder) break;
  }
  throw new UsageError(
    `no vault here: no ${CONFIG_FILE} or .obsidian in ${terminal.cwd} or above it; name the folder: --vault DIR`,
  );
}

function namedVault(folder: string, by: string): string {
  const remedy = `let ${by} name the folder of your notes`;
  let stats;
  try {
    stats = statSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageError(`${folder} cannot be reached: ${errorMeaning(error)}; ${remedy}`);
  }
  if (stats?.isDirectory() === true) return folder;
  const what = stats === undefined ? 'there is no folder' : 'no folder but a file stands at';
  throw new UsageError(`${what} ${folder}; ${remedy}`);
}

/** What `hermes.yaml` says, or why it cannot be used. */
export type ReadConfig =
  | {
      readonly ok: true;
      readonly config: Config;
      readonly configured: boolean;
      readonly provenance: OpenedHome['provenance'];
    }
  | { readonly ok: false; readonly problems: readonly Pick<ConfigProblem, 'message'>[] };

/** Reads the vault's `hermes.yaml`; a vault without one has the defaults. `rules`: the only names it may use. */
export async function readConfig(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  rules?: readonly string[],
): Promise<ReadConfig> {
  const options = { environment: env, ...(rules === undefined ? {} : { rules }) };
  const file = await nodeVaultFs(root).read(CONFIG_FILE);
  if (!file.ok && file.problem !== null) {
    return { ok: false, problems: [{ message: `${CONFIG_FILE} ${file.problem.message}` }] };
  }
  const loaded = loadConfig(file.ok ? file.text : '', options);
  return loaded.ok ? { ...loaded, configured: file.ok } : loaded;
}

/**
 * Opens the vault that the command line means.
 *
 * @param rules names of all lint rules, where the configuration shall be held against them
 * @throws UsageError if there is no vault or its `hermes.yaml` cannot be used
 * @throws StateError if this device's state folder cannot be used
 */
export async function openHome(call: Call, rules?: readonly string[]): Promise<OpenedHome> {
  const root = findVault(call);
  const { env } = call.terminal;
  const read = await readConfig(root, env, rules);
  if (!read.ok) {
    const [first, ...more] = read.problems;
    const rest = more.length === 0 ? '' : `; and ${more.length} more, which \`hermesh doctor\` lists`;
    throw new UsageError(`${first?.message ?? `${CONFIG_FILE} cannot be read`}${rest}`);
  }
  return homeAt(root, env, read);
}

/** A home with these settings. Throws `StateError`. */
export function homeAt(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  { config, configured, provenance }: Pick<OpenedHome, 'config' | 'configured' | 'provenance'>,
): OpenedHome {
  const device = openDevice(root, env);
  const state = nodeStateFs(device.stateFolder);
  return {
    label: root,
    root,
    config,
    configured,
    provenance,
    configFolder: settingsFolder(root),
    device,
    lockFolder: join(device.stateFolder, 'locks'),
    fs: nodeVaultFs(root),
    state,
    clock: systemClock,
    random: systemRandom,
    hash: nodeHash,
    git: systemGit(root, {
      state,
      clock: systemClock,
      env,
      remote: config.sync.mode === 'git' ? config.sync.remote : null,
    }),
    notifier: { notify: (message) => process.stderr.write(`hermesh: ${message}\n`) },
  };
}
