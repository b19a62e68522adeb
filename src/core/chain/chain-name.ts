export const CHAIN_NAMES = ['nightly', 'weekly', 'compact'] as const;
export type ChainName = (typeof CHAIN_NAMES)[number];
