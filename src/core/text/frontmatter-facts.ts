import type { FrontmatterSplit } from './frontmatter';
import { parseFrontmatter } from './frontmatter-values';
import { decodeDestination, defaultDisplayText, isExternal, splitWikilink } from './link-syntax';
import type { FrontmatterFacts, Ref } from './note-facts';
import type { ValueText } from './plain-yaml';

/** The properties of a note and the links in them. */
export function readFrontmatter(
  text: string,
  split: FrontmatterSplit,
): { readonly facts: FrontmatterFacts; readonly links: readonly Ref[] } {
  if (split.state === 'none') return { facts: { state: 'none' }, links: [] };
  const { block, content } = split;
  const parsed = parseFrontmatter(text.slice(content.start, content.end));
  if (!parsed.ok) {
    const offset = content.start + Math.min(Math.max(parsed.offset, 0), content.end - content.start);
    return { facts: { state: 'invalid', block, error: { message: parsed.message, offset } }, links: [] };
  }
  const links: Ref[] = [];
  for (const value of parsed.texts) {
    const link = frontmatterLink(value, content.start);
    if (link !== null) links.push(link);
  }
  return { facts: { state: 'valid', block, values: parsed.values }, links };
}

/** The link that is the whole value; a link amid other text is none to Obsidian. */
function frontmatterLink({ key, value, start, end }: ValueText, base: number): Ref | null {
  const found = wikilinkValue(value) ?? markdownValue(value);
  if (found === null) return null;
  return { kind: 'frontmatter', ...found, start: base + start, end: base + end, original: value, key };
}

type Found = Pick<Ref, 'syntax' | 'link' | 'displayText'>;

function wikilinkValue(value: string): Found | null {
  if (!value.startsWith('[[') || value.indexOf(']]') !== value.length - 2 || value.includes('\n'))
    return null;
  const content = value.slice(2, -2);
  const parts = content.includes('[[') ? null : splitWikilink(content);
  if (parts === null) return null;
  const { link, display } = parts;
  return { syntax: 'wikilink', link, displayText: display ?? defaultDisplayText(link) };
}

/** `[text](Note.md)`, since 1.11.0; 1.11.3 allows spaces in it (Obsidian release notes). */
function markdownValue(value: string): Found | null {
  const middle = value.indexOf('](');
  if (middle === -1 || !value.endsWith(')') || value.includes('\n')) return null;
  const written = value.slice(middle + 2, -1).trim();
  const bare = written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written;
  if (bare === '' || bare.includes('](') || isExternal(bare)) return null;
  return { syntax: 'markdown', link: decodeDestination(bare), displayText: value.slice(1, middle) };
}
