import { laterRole } from './later-role';

export const reviserAgent = laterRole(
  'REVISER-AGENT',
  'Finishes the memory file of the night and seeds the queue for tomorrow.',
  'the reviser',
);
