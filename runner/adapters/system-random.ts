import { randomBytes } from 'node:crypto';
import type { Random } from '../../src/core/ports';

export const systemRandom: Random = { bytes: (n) => new Uint8Array(randomBytes(n)) };
