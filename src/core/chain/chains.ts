import type { ChainName } from './chain-name';
import type { RoleName } from './role';

/** The roles of each chain in their order; the VALIDATOR stands after every one of them. */
export const CHAINS: Readonly<Record<ChainName, readonly RoleName[]>> = {
  nightly: [
    'DISPATCHER',
    'FIX-AGENT',
    'LINT-AGENT',
    'SKILL-SCOUT-AGENT',
    'SYNTHESIS-AGENT',
    'BRIEFING-AGENT',
    'REVISER-AGENT',
  ],
  weekly: ['WEEKLY-SYNTHESIS-AGENT', 'WIKI-CONSOLIDATION-AGENT'],
  compact: ['MEMORY-COMPACTOR', 'ARCHIVE-COMPACTOR'],
};
