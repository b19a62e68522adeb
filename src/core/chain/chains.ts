import type { RoleName } from './role';

export const CHAIN_NAMES = ['nightly', 'weekly', 'compact'] as const;
export type ChainName = (typeof CHAIN_NAMES)[number];

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
