import { laterRole } from './later-role';

export const fixAgent = laterRole(
  'FIX-AGENT',
  'Mends what can be mended with proof: frontmatter, required fields, broken links, index drift.',
  'the four FIX skills',
);
