import type { Random } from '../../src/core/ports';

export interface SeededRandom extends Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
}

/** mulberry32: the same numbers for the same seed, on every machine. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    bytes: (n) => Uint8Array.from({ length: n }, () => next() & 0xff),
    below: (limit) => Math.floor((next() / 0x1_0000_0000) * limit),
  };
}
