import { laterRole } from './later-role';

export const skillScoutAgent = laterRole(
  'SKILL-SCOUT-AGENT',
  'Drafts a skill where lint flagged steps that are written down more than once.',
  'skill drafts',
);
