import { laterRole } from './later-role';

export const briefingAgent = laterRole(
  'BRIEFING-AGENT',
  'Puts the night in a few lines into today’s daily note.',
  'the morning briefing',
);
