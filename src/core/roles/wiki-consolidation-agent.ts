import { laterRole } from './later-role';

export const wikiConsolidationAgent = laterRole(
  'WIKI-CONSOLIDATION-AGENT',
  'Carries what the week taught into the wiki and into skills.',
  'wiki consolidation',
);
