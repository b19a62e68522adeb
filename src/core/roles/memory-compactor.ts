import { laterRole } from './later-role';

export const memoryCompactor = laterRole(
  'MEMORY-COMPACTOR',
  'Rolls daily memory files up into the month.',
  'memory compaction',
);
