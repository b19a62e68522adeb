import { acquireLock } from '../adapters/home-lock';
import type { OpenedHome } from '../open-home';
import { BusyError } from './busy';

/**
 * Does work that writes: alone on this vault.
 *
 * @throws BusyError that names who holds the lock
 */
export async function withHomeLock<Result>(
  home: Pick<OpenedHome, 'lockFolder'>,
  who: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await acquireLock(home.lockFolder, 'home', who);
  if (!lock.held) {
    throw new BusyError(`this vault is being worked on by ${lock.holder}; wait until it has ended`);
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
