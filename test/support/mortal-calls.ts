import type { SystemCalls } from '../../runner/adapters/system-calls';
import { systemCalls } from '../../runner/adapters/system-calls';

/** The calls that change what is on the disk, or make it durable. */
const CHANGING = [
  'openSync',
  'writeSync',
  'ftruncateSync',
  'fsyncSync',
  'mkdirSync',
  'linkSync',
  'renameSync',
  'unlinkSync',
  'rmdirSync',
] as const;

export interface MortalCalls {
  readonly calls: SystemCalls;
  /** How many changing calls were made so far. */
  readonly count: () => number;
}

/**
 * The real system calls, until the changing call number `diesAt` (from 0): of a write half is written then, and
 * `die` is called. `die` ends the process, or throws; in the latter case everything after it throws as well, as
 * nothing can come after a death.
 */
export function mortalCalls(diesAt: number, die: () => never): MortalCalls {
  let made = 0;
  const calls: SystemCalls = { ...systemCalls };
  for (const name of CHANGING) {
    const real = (args: readonly unknown[]): unknown => Reflect.apply(systemCalls[name], systemCalls, args);
    const mortal = (...args: readonly unknown[]): unknown => {
      if (made++ < diesAt) return real(args);
      if (made === diesAt + 1 && name === 'writeSync') {
        const [fd, bytes, from, length, position] = args;
        real([fd, bytes, from, Math.floor(Number(length) / 2), position]);
      }
      return die();
    };
    Object.assign(calls, { [name]: mortal });
  }
  return { calls, count: () => made };
}
