import type { PathSegment } from './schema-keys';

/** A map as YAML and JSON give it. */
export type PlainMap = Readonly<Record<string, unknown>>;

/** True for an object that is no list. */
export function isPlainMap(value: unknown): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; undefined if there is none. Looks at own properties only: `__proto__` is a name like any. */
export function valueAt(root: unknown, path: readonly PathSegment[]): unknown {
  let value: unknown = root;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, segment)?.value;
  }
  return value;
}

/** A map with one more or another own property. */
function withProperty(map: PlainMap, key: string, value: unknown): PlainMap {
  const others = Object.entries(map).filter(([name]) => name !== key);
  return Object.fromEntries([...others, [key, value]]);
}

/** A copy in which `value` stands at `path`; maps on the way are made, items of lists must be there. */
export function withValueAt(root: unknown, path: readonly PathSegment[], value: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  if (typeof head === 'number') {
    const list: readonly unknown[] = Array.isArray(root) ? root : [];
    return list.map((item, index) => (index === head ? withValueAt(item, rest, value) : item));
  }
  const map = isPlainMap(root) ? root : {};
  return withProperty(map, head, withValueAt(valueAt(map, [head]), rest, value));
}

/**
 * A copy without map entries whose value is null: `lint:` with everything below it commented out means what leaving
 * it out means. Nulls in lists stay, they are mistakes.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => (item === null ? null : withoutNulls(item)));
  if (!isPlainMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== null)
      .map(([key, entry]) => [key, withoutNulls(entry)]),
  );
}
