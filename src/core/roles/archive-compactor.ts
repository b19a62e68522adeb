import { laterRole } from './later-role';

export const archiveCompactor = laterRole(
  'ARCHIVE-COMPACTOR',
  'Rolls a month that leaves the window up into the year.',
  'memory compaction',
);
