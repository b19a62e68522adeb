import type { Config } from './config/config';
import type { Clock, Git, Hash, Notifier, Random, StateFs, VaultFs } from './ports';

/** The installation that runs this: a runner, or the app on one machine. */
export interface Device {
  /** Bound to the machine and to the real path of the vault, so that a copied vault is another device. */
  readonly id: string;
  /** For people: the machine's name. */
  readonly name: string;
}

/** One vault as served by one device: the scope that everything else takes. */
export interface Home {
  /** For messages: the folder as the person named it, or the vault's name in the app. */
  readonly label: string;
  readonly config: Config;
  readonly device: Device;
  readonly fs: VaultFs;
  readonly state: StateFs;
  readonly clock: Clock;
  readonly random: Random;
  readonly hash: Hash;
  readonly git: Git;
  readonly notifier: Notifier;
}

/** Whose vault this is, seen from this device. Only the owner writes logs and memory and fires schedules. */
export type Ownership =
  | { readonly kind: 'ours'; readonly epoch: number }
  | { readonly kind: 'other'; readonly device: string; readonly name: string; readonly epoch: number }
  /** Nobody's: previews only, until `hermesh init`. */
  | { readonly kind: 'unclaimed' };

/** Compares the configured host with this device. */
export function ownership(home: Pick<Home, 'config' | 'device'>): Ownership {
  const { host } = home.config;
  if (host === null) return { kind: 'unclaimed' };
  if (host.device === home.device.id) return { kind: 'ours', epoch: host.epoch };
  return { kind: 'other', device: host.device, name: host.name, epoch: host.epoch };
}

/** The zone that dates and schedules of this home are read in. */
export function homeZone(home: Pick<Home, 'config' | 'clock'>): string {
  return home.config.timezone === 'system' ? home.clock.zone() : home.config.timezone;
}
