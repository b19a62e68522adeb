import { createHash } from 'node:crypto';
import type { Hash } from '../../src/core/ports';

export const nodeHash: Hash = {
  sha256: (data) => createHash('sha256').update(data).digest('hex'),
};
