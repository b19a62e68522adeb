import { splitFrontmatter } from './frontmatter';
import { parseWholeYaml } from './frontmatter-values';
import { readProperties } from './property-map';
import type { Property } from './property-map';
import { sameValue } from './same-value';
import { applyTextEdits } from './text-edits';
import type { TextEdit } from './text-edits';
import { isList, yamlKey, yamlScalar } from './yaml-value';
import type { PropertyScalar, PropertyValue } from './yaml-value';

/** Why a property was not edited; nothing was changed then. */
export type EditRefusal =
  /** The YAML has errors: it is reported, never rewritten. */
  | 'invalid'
  /** What is meant as frontmatter stands where Obsidian does not see it. */
  | 'misplaced'
  /** Written as one `{…}`, or with names that are no plain ones. */
  | 'not-a-plain-mapping'
  | 'no-such-property'
  | 'property-exists'
  /** Other properties repeat the value by its anchor. */
  | 'anchored'
  /** The old value holds comments that a new one would lose. */
  | 'commented'
  /** The edit would have changed more than the property, or given it another value; it was thrown away. */
  | 'unproved';

export type EditOutcome =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: EditRefusal; readonly message: string };

/** YAML to write as it is, on the property's own line. */
export interface RawYaml {
  readonly yaml: string;
}

/** What must be true of the properties afterwards, besides that all others are the same. */
interface Change {
  readonly edits: readonly TextEdit[];
  readonly removed: string | null;
  readonly added: string | null;
  /** The value of `added`; undefined where only the writer of raw YAML knows it. */
  readonly value: unknown;
}

/**
 * Gives the property this value: in its place if it stands, else behind the last one, in a new block if there is
 * none. A property that has the value already is left as it is written. No other byte changes; line ends, byte order mark, order, quotes and comments stay. A block list keeps its
 * form, and the items that stay keep their bytes.
 */
export function setProperty(text: string, name: string, value: PropertyValue | RawYaml): EditOutcome {
  return edit(text, (source, properties, eol, values) => {
    const property = properties.find((one) => one.name === name);
    const raw = value !== null && typeof value === 'object' && 'yaml' in value;
    const expected = raw ? undefined : value;
    if (property === undefined) {
      const line = `${yamlKey(name)}:${raw ? ` ${value.yaml}` : freshValue(value, '  ', eol)}${eol}`;
      return {
        edits: [appended(source, properties, line, eol)],
        removed: null,
        added: name,
        value: expected,
      };
    }
    if (!raw && sameValue(values[name], value)) {
      return { edits: [], removed: name, added: name, value: expected };
    }
    if (property.shared) return refusal('anchored', `Other properties repeat the value of ${name}.`);
    const edits = raw ? replaced(property, ` ${value.yaml}`) : newValue(source, property, value, eol);
    if (edits === null) return refusal('commented', `The value of ${name} holds comments.`);
    return { edits, removed: name, added: name, value: expected };
  });
}

/** Takes the property's lines out, a comment on them included. */
export function removeProperty(text: string, name: string): EditOutcome {
  return edit(text, (_, properties) => {
    const property = properties.find((one) => one.name === name);
    if (property === undefined) return refusal('no-such-property', `There is no property ${name}.`);
    if (property.shared) return refusal('anchored', `Other properties repeat the value of ${name}.`);
    if (property.commentsInside) return refusal('commented', `The value of ${name} holds comments.`);
    const edits = [{ start: property.keyStart, end: property.end, text: '' }];
    return { edits, removed: name, added: null, value: undefined };
  });
}

/** Gives the property another name in its place. Names are compared exactly: `Foo` and `foo` are two. */
export function renameProperty(text: string, name: string, newName: string): EditOutcome {
  return edit(text, (_, properties, __, values) => {
    const property = properties.find((one) => one.name === name);
    if (property === undefined) return refusal('no-such-property', `There is no property ${name}.`);
    if (properties.some((one) => one.name === newName)) {
      return refusal('property-exists', `There is a property ${newName} already.`);
    }
    const edits = [{ start: property.keyStart, end: property.keyEnd, text: yamlKey(newName) }];
    return { edits, removed: name, added: newName, value: values[name] };
  });
}

type Refused = Extract<EditOutcome, { ok: false }>;

function refusal(why: EditRefusal, message: string): Refused {
  return { ok: false, why, message };
}

function edit(
  text: string,
  plan: (
    source: string,
    properties: readonly Property[],
    eol: string,
    values: Readonly<Record<string, unknown>>,
  ) => Change | Refused,
): EditOutcome {
  const split = splitFrontmatter(text);
  if (split.state === 'none' && split.nearMiss !== null) {
    return refusal('misplaced', 'What looks like frontmatter is none to Obsidian; mend that first.');
  }
  const block = split.state === 'block' ? split.content : { start: split.bodyStart, end: split.bodyStart };
  const source = text.slice(block.start, block.end);
  const eol = /\r?\n/.exec(source)?.[0] ?? /\r?\n/.exec(text)?.[0] ?? '\n';
  const map = readProperties(source);
  if (!map.ok) return refusal(map.why, map.message);
  const change = plan(source, map.properties, eol, map.values);
  if ('ok' in change) return change;

  const edited = applyTextEdits(source, change.edits);
  if (!proved(map.values, edited, change)) {
    return refusal('unproved', 'The edit would have changed more than this property.');
  }
  const marks = split.state === 'none' ? [`---${eol}`, `---${eol}`] : ['', ''];
  const whole = [text.slice(0, block.start), marks[0], edited, marks[1], text.slice(block.end)].join('');
  const after = splitFrontmatter(whole);
  if (after.state !== 'block' || whole.slice(after.content.start, after.content.end) !== edited) {
    return refusal('unproved', 'The edit would have moved the end of the frontmatter.');
  }
  return { ok: true, text: whole };
}

/** Reads the edited YAML again: the change is there, and every other property is what it was. */
function proved(before: Readonly<Record<string, unknown>>, edited: string, change: Change): boolean {
  const after = parseWholeYaml(edited);
  if (!after.ok) return false;
  const expected = new Map(Object.entries(before));
  if (change.removed !== null) expected.delete(change.removed);
  const found = new Map(Object.entries(after.values));
  if (change.added !== null) {
    if (!found.has(change.added)) return false;
    if (change.value !== undefined && !sameValue(found.get(change.added), change.value)) return false;
    found.delete(change.added);
  }
  if (found.size !== expected.size) return false;
  for (const [name, value] of expected) {
    if (!found.has(name) || !sameValue(found.get(name), value)) return false;
  }
  return true;
}

/** A value behind its colon, in a form of our own. */
function freshValue(value: PropertyValue, indent: string, eol: string): string {
  if (value === null) return '';
  if (!isList(value)) return ` ${yamlScalar(value, false)}`;
  return value.length === 0 ? ' []' : value.map((item) => eol + listItem(indent, item)).join('');
}

function listItem(indent: string, item: PropertyScalar): string {
  return `${indent}- ${yamlScalar(item, false)}`;
}

function appended(source: string, properties: readonly Property[], line: string, eol: string): TextEdit {
  const at = properties.at(-1)?.end ?? source.length;
  const missing = at > 0 && source.charAt(at - 1) !== '\n' ? eol : '';
  return { start: at, end: at, text: missing + line };
}

/** The value replaced as a whole; one comment behind the colon is kept. Null where comments would be lost. */
function replaced(property: Property, text: string): readonly TextEdit[] | null {
  const { valueStart, valueEnd, comments, commentsInside } = property;
  if (commentsInside || comments.length > 1) return null;
  if (valueEnd === valueStart) return [{ start: valueStart, end: valueStart, text }];
  const comment = comments[0];
  return [{ start: valueStart, end: valueEnd, text: comment === undefined ? text : `${text} ${comment}` }];
}

function newValue(
  source: string,
  property: Property,
  value: PropertyValue,
  eol: string,
): readonly TextEdit[] | null {
  if (value === null || !isList(value) || value.length === 0)
    return replaced(property, freshValue(value, '', eol));
  if (property.list !== null) return listEdits(source, property, property.list, value, eol);
  if (property.flowList) {
    return replaced(property, ` [${value.map((item) => yamlScalar(item, true)).join(', ')}]`);
  }
  const cleared = replaced(property, '');
  if (cleared === null) return null;
  const lineEnd = contentEnd(source, property.valueEnd);
  const items = value.map((item) => eol + listItem('  ', item)).join('');
  return [...cleared, { start: lineEnd, end: lineEnd, text: items }];
}

/** The first items that stay keep their lines; what follows is written anew. */
function listEdits(
  source: string,
  property: Property,
  list: NonNullable<Property['list']>,
  value: readonly PropertyScalar[],
  eol: string,
): readonly TextEdit[] | null {
  const { itemEnds, indent, items } = list;
  let same = 0;
  while (same < items.length && same < value.length && sameValue(items[same], value[same])) same++;
  const kept = itemEnds[same - 1];
  if (kept === undefined) {
    const lines = value.map((item) => eol + listItem(indent, item)).join('');
    const comment = property.comments.map((one) => ` ${one}`).join('');
    if (property.commentsInside || property.comments.length > 1) return null;
    return [{ start: property.valueStart, end: property.valueEnd, text: comment + lines }];
  }
  const from = contentEnd(source, kept);
  const to = Math.max(from, same === items.length ? from : contentEnd(source, property.valueEnd));
  if (same < items.length && source.slice(from, to).includes('#') && property.commentsInside) return null;
  const lines = value.slice(same).map((item) => eol + listItem(indent, item));
  return [{ start: from, end: to, text: lines.join('') }];
}

/** End of the line without its line end. */
function contentEnd(source: string, at: number): number {
  const newline = source.indexOf('\n', at);
  if (newline === -1) return source.length;
  return newline > at && source.charAt(newline - 1) === '\r' ? newline - 1 : newline;
}
