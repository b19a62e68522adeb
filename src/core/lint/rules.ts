import type { Rule } from './rule';
import { aliasAsTarget } from './rules/alias-as-target';
import { ambiguousLink } from './rules/ambiguous-link';
import { bareLinkStub } from './rules/bare-link-stub';
import { brokenSubpath } from './rules/broken-subpath';
import { brokenWikilink } from './rules/broken-wikilink';
import { commaListProperty } from './rules/comma-list-property';
import { contradiction } from './rules/contradiction';
import { deprecatedProperty } from './rules/deprecated-property';
import { duplicatePropertyCase } from './rules/duplicate-property-case';
import { indexDrift } from './rules/index-drift';
import { invalidFrontmatter } from './rules/invalid-frontmatter';
import { leftoverPlaceholder } from './rules/leftover-placeholder';
import { misplacedFrontmatter } from './rules/misplaced-frontmatter';
import { missingField } from './rules/missing-field';
import { missingFrontmatter } from './rules/missing-frontmatter';
import { needsIndex } from './rules/needs-index';
import { orphanNote } from './rules/orphan-note';
import { proceduralContent } from './rules/procedural-content';
import { syncConflictCopy } from './rules/sync-conflict-copy';
import { unquotedLinkProperty } from './rules/unquoted-link-property';

/** Every rule, in the order of the documentation: properties, links, the vault's shape, content. */
export const ALL_RULES: readonly Rule[] = [
  missingFrontmatter,
  invalidFrontmatter,
  missingField,
  misplacedFrontmatter,
  duplicatePropertyCase,
  deprecatedProperty,
  unquotedLinkProperty,
  commaListProperty,
  brokenWikilink,
  brokenSubpath,
  aliasAsTarget,
  ambiguousLink,
  orphanNote,
  indexDrift,
  needsIndex,
  bareLinkStub,
  leftoverPlaceholder,
  proceduralContent,
  contradiction,
  syncConflictCopy,
];
