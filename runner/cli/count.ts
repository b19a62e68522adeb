/** `1 file`, `2 files`. */
export function count(n: number, one: string): string {
  return `${n} ${n === 1 ? one : `${one}s`}`;
}
