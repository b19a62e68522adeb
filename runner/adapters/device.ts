import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { homedir, hostname } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { literal, number, object, string } from 'zod';
import type { infer as Infer } from 'zod';
import type { Device } from '../../src/core/home';
import { StateError } from '../../src/core/ports';
import { machineId } from './process-identity';
import { errorCode, errorMeaning, syncFolder, systemCalls, writeAll } from './system-calls';

/** This installation as it serves one vault, and where its state lies. */
export interface OpenedDevice extends Device {
  /** Names the vault on this machine: made from its real path. */
  readonly homeId: string;
  /** For `nodeStateFs`; locks lie in its folder `locks`. */
  readonly stateFolder: string;
  /** For the person, one line each: why this is another device than yesterday. Usually empty. */
  readonly notes: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

const cardSchema = object({
  version: literal(1),
  device: string(),
  /** Empty where the machine has no id. */
  machine: string(),
  /** Real path of the vault. */
  vault: string(),
  /** Of the vault's folder: the same after it was moved on this disk. */
  inode: number(),
  born: number(),
  since: string(),
});

type Card = Infer<typeof cardSchema>;

const CARD = 'device.json';

/**
 * Folder that holds the state of all homes of this user: `$XDG_STATE_HOME/hermes-harness` (by default below
 * `~/.local/state`; on macOS below `~/Library/Application Support`). `HERMES_STATE_HOME` stands in for
 * `XDG_STATE_HOME`. Relative paths are ignored, as the XDG Base Directory Specification demands.
 */
export function stateHome(env: Env, platform: NodeJS.Platform = process.platform): string {
  const named = [env['HERMES_STATE_HOME'], env['XDG_STATE_HOME']].find(
    (path) => path !== undefined && isAbsolute(path),
  );
  const home = env['HOME'] ?? homedir();
  const usual =
    platform === 'darwin' ? join(home, 'Library/Application Support') : join(home, '.local/state');
  return join(named ?? usual, 'hermes-harness');
}

/**
 * This device for this vault. Its id is made at the first call and bound to the machine and the vault's real path:
 * a vault that was moved, or state that was copied from another machine, gives a new id, and `notes` says so. The
 * copied state is set aside, because its locks and its ledger speak of another machine.
 *
 * @throws StateError if the state folder cannot be used
 * @throws Error if the vault cannot be reached
 */
export function openDevice(vaultRoot: string, env: Env, machine: string = machineId() ?? ''): OpenedDevice {
  const vault = realpathSync.native(vaultRoot);
  const homeId = createHash('sha256').update(vault).digest('hex').slice(0, 16);
  const base = stateHome(env);
  const stateFolder = join(base, homeId);
  try {
    const notes: string[] = [];
    const found = readCard(stateFolder);
    if (found !== null && (found.machine !== machine || found.vault !== vault)) {
      const aside = setAside(stateFolder, found.device);
      notes.push(
        `the state in ${stateFolder} came from another machine or vault (device ${found.device}); it is set aside in ${aside}, and this is a new device`,
      );
    } else if (found !== null) return { id: found.device, name: hostname(), homeId, stateFolder, notes };

    const folder = statSync(vault);
    const [inode, born] = [folder.ino, folder.birthtimeMs];
    const former = formerHome(base, { machine, inode, born, vault });
    if (former !== null) {
      notes.push(
        `the vault was moved here from ${former.vault}; this is a new device (there it was ${former.device}), with a state of its own`,
      );
    }
    const device = `d_${randomBytes(6).toString('hex')}`;
    const since = new Date().toISOString();
    if (found === null && existsSync(join(stateFolder, CARD))) {
      notes.push(
        `${join(stateFolder, CARD)} was damaged, and with it this device's id is lost: it is a new device now`,
      );
    }
    const card = writeCard(stateFolder, { version: 1, device, machine, vault, inode, born, since });
    return { id: card.device, name: hostname(), homeId, stateFolder, notes };
  } catch (error) {
    throw new StateError(`the state folder ${stateFolder} cannot be used: ${errorMeaning(error)}`, {
      cause: error,
    });
  }
}

/** Null if there is none. A damaged card counts as none: its id is lost, its state is not. */
function readCard(folder: string): Card | null {
  let text: string;
  try {
    text = readFileSync(join(folder, CARD), 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
  try {
    const parsed = cardSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The home that this very folder was when it lay elsewhere on this machine. */
function formerHome(base: string, now: Pick<Card, 'machine' | 'inode' | 'born' | 'vault'>): Card | null {
  let homes: readonly string[];
  try {
    homes = readdirSync(base);
  } catch {
    return null;
  }
  for (const home of homes) {
    const card = readCard(join(base, home));
    if (card === null || card.vault === now.vault) continue;
    if (card.machine === now.machine && card.inode === now.inode && card.born === now.born) return card;
  }
  return null;
}

function setAside(folder: string, device: string): string {
  for (let n = 1; ; n++) {
    const aside = `${folder}.of-${device}${n === 1 ? '' : `-${n}`}`;
    if (statSync(aside, { throwIfNoEntry: false }) !== undefined) continue;
    renameSync(folder, aside);
    return aside;
  }
}

/** Of two processes that come first at the same time, one writes the card and both use it. */
function writeCard(folder: string, card: Card): Card {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, CARD);
  const temporary = `${path}.${process.pid}-${card.device}`;
  const fd = systemCalls.openSync(temporary, 'wx', 0o600);
  try {
    const bytes = Buffer.from(`${JSON.stringify(card, null, 2)}\n`);
    writeAll(systemCalls, fd, bytes, 0, bytes.length);
    systemCalls.fsyncSync(fd);
  } finally {
    systemCalls.closeSync(fd);
  }
  const standing = publish(folder, temporary, path);
  syncFolder(systemCalls, folder);
  return standing ?? card;
}

/** Gives the new card its name. Another process's card that stands there already is returned instead. */
function publish(folder: string, temporary: string, path: string): Card | null {
  try {
    systemCalls.linkSync(temporary, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const theirs = readCard(folder);
    if (theirs === null) {
      // A damaged one.
      renameSync(temporary, path);
      return null;
    }
    unlinkSync(temporary);
    return theirs;
  }
  unlinkSync(temporary);
  return null;
}
