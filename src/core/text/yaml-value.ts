import { isScalar, parseDocument } from 'yaml';

export type PropertyScalar = string | number | boolean;

/** What a property may be set to; null is an empty property. */
export type PropertyValue = PropertyScalar | null | readonly PropertyScalar[];

export function isList(value: PropertyValue): value is readonly PropertyScalar[] {
  return Array.isArray(value);
}

/**
 * The scalar as YAML that reads back as itself, quoted only where it must be; `inFlow` is inside `[…]`. Throws
 * `RangeError` for a number that is none.
 */
export function yamlScalar(value: PropertyScalar, inFlow: boolean): string {
  if (typeof value === 'string') return isPlainSafe(value, inFlow) ? value : doubleQuoted(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError(`${String(value)} cannot be a property.`);
  }
  return String(value);
}

/** A property's name as YAML. */
export function yamlKey(name: string): string {
  return isPlainSafe(name, true) ? name : doubleQuoted(name);
}

/** What a YAML 1.1 reader takes for something else (`yes`, `1_000`) stays plain: Obsidian reads 1.2. */
function isPlainSafe(text: string, inFlow: boolean): boolean {
  if (!/^[\p{L}\p{N}_./(][^\p{C}\p{Zl}\p{Zp}\u00a0]*$/u.test(text)) return false;
  if (/\s$|:(?:\s|$)|\s#/.test(text)) return false;
  if (inFlow && /[,[\]{}:#"']/.test(text)) return false;
  const { contents, errors } = parseDocument(text, { logLevel: 'silent' });
  return errors.length === 0 && isScalar(contents) && contents.value === text;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function doubleQuoted(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}\p{Zl}\p{Zp}\p{Cs}\ufeff]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return ESCAPES.get(character) ?? `\\u${code}`;
  });
  return `"${escaped}"`;
}
