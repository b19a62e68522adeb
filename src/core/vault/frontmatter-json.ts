/** Numbers that JSON lacks, in words that nobody writes in frontmatter. */
const NUMBERS: readonly (readonly [string, number])[] = [
  ['\u0000number:.nan', NaN],
  ['\u0000number:.inf', Infinity],
  ['\u0000number:-.inf', -Infinity],
];

/** Frontmatter values as JSON that `parseFrontmatterJson` reads back unchanged, `.nan` and `.inf` included. */
export function frontmatterJson(values: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(values);
  // A number that JSON lacks became null: only then is the slow way needed.
  if (!json.includes('null')) return json;
  return JSON.stringify(values, (_key, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value)
      ? NUMBERS.find(([, number]) => Object.is(number, value))?.[0]
      : value,
  );
}

/** Reads what `frontmatterJson` wrote. */
export function parseFrontmatterJson(json: string): Readonly<Record<string, unknown>> {
  const values: unknown = json.includes('\\u0000number:') ? JSON.parse(json, revive) : JSON.parse(json);
  return isRecord(values) ? values : {};
}

function revive(_key: string, value: unknown): unknown {
  return NUMBERS.find(([name]) => name === value)?.[1] ?? value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
