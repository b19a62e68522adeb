import type { NoteFacts } from './note-facts';
import { isTagCharacter } from './characters';

/** Whether the text, without `#`, can be a tag: tag characters only, one of them no digit. */
function isTag(text: string): boolean {
  if (text === '' || /^[0-9]+$/.test(text)) return false;
  for (let i = 0; i < text.length; i++) if (!isTagCharacter(text.charCodeAt(i))) return false;
  return true;
}

/**
 * The tags of the property `tags`, each with one `#`; null where Obsidian gives null: no such property, or an empty
 * one. A string counts if it is one tag (Obsidian 1.9.3 release notes); a list with commas in it gives none
 * (obsidian-tasks recorded data).
 */
export function frontmatterTags(facts: NoteFacts): readonly string[] | null {
  const { frontmatter } = facts;
  if (frontmatter.state !== 'valid') return null;
  const value = frontmatter.values['tags'];
  if (value === undefined || value === null) return null;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const tags: string[] = [];
  for (const item of items) {
    if (typeof item !== 'string' && typeof item !== 'number') continue;
    const name = String(item).trim().replace(/^#/, '');
    if (isTag(name)) tags.push(`#${name}`);
  }
  return tags;
}

/** Tags of the properties, then those of the text, in order and with repetitions, as `getAllTags` gives them. */
export function allTags(facts: NoteFacts): readonly string[] {
  return [...(frontmatterTags(facts) ?? []), ...facts.tags().map(({ tag }) => tag)];
}
