import { laterRole } from './later-role';

export const synthesisAgent = laterRole(
  'SYNTHESIS-AGENT',
  'Looks for opportunities where a project manifest or its repository changed.',
  'project synthesis',
);
