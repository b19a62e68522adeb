/** Whether two values read from YAML are the same: scalars alike, lists and mappings alike in all their parts. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => sameValue(item, b[i]))
    );
  }
  const left = new Map<string, unknown>(Object.entries(a));
  const right = new Map<string, unknown>(Object.entries(b));
  if (left.size !== right.size) return false;
  for (const [key, value] of left) if (!right.has(key) || !sameValue(value, right.get(key))) return false;
  return true;
}
