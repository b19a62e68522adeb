import { laterRole } from './later-role';

export const weeklySynthesisAgent = laterRole(
  'WEEKLY-SYNTHESIS-AGENT',
  'Looks for opportunities across a week of changes.',
  'project synthesis',
);
