import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StateError } from '../../../src/core/ports';
import { UndoStore } from '../../../src/core/vault/undo-store';
import { decodeHead } from '../../../src/core/vault/index-cache';
import type { OpenedHome } from '../../open-home';
import { fail, ok, warn, type CheckResult } from './check';

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The vault's folder and those that the harness writes to, as far as they stand. */
export function vaultFolderCheck({ root, config }: Pick<OpenedHome, 'root' | 'config'>): CheckResult {
  const { paths } = config;
  const folders = [paths.log, paths.memory, paths.machine, dirname(paths.heartbeat)].flatMap((path) => {
    const parts = path.split('/');
    return parts.map((_, depth) => `${root}/${parts.slice(0, depth + 1).join('/')}`);
  });
  const standing = [root, ...folders].filter(existsSync);
  const file = standing.find((folder) => !statSync(folder).isDirectory());
  if (file !== undefined)
    return fail('vault folder', `${file} is no folder`, 'move it away, or change paths in hermes.yaml');
  const first = standing.find((folder) => !mayWrite(folder));
  return first === undefined
    ? ok('vault folder', `${root} can be written`)
    : fail(
        'vault folder',
        `${first} cannot be written`,
        `give this user the right to write there: chmod u+w '${first}'`,
      );
}

/** The state folder keeps originals of notes: nobody else shall read it. */
export function stateFolderCheck({ device }: Pick<OpenedHome, 'device'>): CheckResult {
  const { stateFolder } = device;
  const stats = statSync(stateFolder, { throwIfNoEntry: false });
  if (stats === undefined) return ok('state folder', `${stateFolder} is made at the first run`);
  if (!mayWrite(stateFolder)) {
    return fail('state folder', `${stateFolder} cannot be written`, `chmod u+rwx '${stateFolder}'`);
  }
  const others = stats.mode & 0o077;
  return others === 0
    ? ok('state folder', stateFolder)
    : warn('state folder', `${stateFolder} can be read by other users`, `chmod go-rwx '${stateFolder}'`);
}

export async function undoStoreCheck({ state }: Pick<OpenedHome, 'state'>): Promise<CheckResult> {
  try {
    const entries = await new UndoStore(state).entries();
    const cut = entries.filter((entry) => entry.state === 'pending').length;
    if (cut === 0) return ok('undo store', `${entries.length} changes can be taken back`);
    return warn(
      'undo store',
      `${cut} changes were cut off while they were written`,
      'the next run sets them right',
    );
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return fail(
      'undo store',
      error.message,
      'move the file away to go on; what it listed can then not be undone',
    );
  }
}

/** A cache that cannot be used costs time and nothing else. */
export async function cacheCheck({ state }: Pick<OpenedHome, 'state'>): Promise<CheckResult> {
  const bytes = await state.read('index/head');
  if (bytes === null) return ok('cache', 'none yet: the next look at the vault reads every note');
  return isCache(bytes)
    ? ok('cache', `${Math.ceil(bytes.length / 1024)} kB, read at each start`)
    : warn(
        'cache',
        'of another version or damaged',
        'nothing to do: the next look at the vault makes it anew',
      );
}

function isCache(bytes: Uint8Array): boolean {
  try {
    return decodeHead(bytes) !== null;
  } catch {
    return false;
  }
}
