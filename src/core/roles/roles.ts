import type { Role } from '../chain/role';
import { archiveCompactor } from './archive-compactor';
import { briefingAgent } from './briefing-agent';
import { dispatcher } from './dispatcher';
import { fixAgent } from './fix-agent';
import { lintAgent } from './lint-agent';
import { memoryCompactor } from './memory-compactor';
import { reviserAgent } from './reviser-agent';
import { skillScoutAgent } from './skill-scout-agent';
import { synthesisAgent } from './synthesis-agent';
import { weeklySynthesisAgent } from './weekly-synthesis-agent';
import { wikiConsolidationAgent } from './wiki-consolidation-agent';

/** Every role there is. */
export const ROLES: readonly Role[] = [
  dispatcher,
  fixAgent,
  lintAgent,
  skillScoutAgent,
  synthesisAgent,
  briefingAgent,
  reviserAgent,
  weeklySynthesisAgent,
  wikiConsolidationAgent,
  memoryCompactor,
  archiveCompactor,
];
