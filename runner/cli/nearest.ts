/** Edits (insert, delete, replace, swap of neighbours) that lead from `a` to `b`. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** The known word that `given` most likely meant, if one is near enough to be worth naming. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const word = given.toLowerCase().slice(0, 100);
  const begun = word.length < 3 ? [] : known.filter((candidate) => candidate.toLowerCase().startsWith(word));
  if (begun[0] !== undefined && begun.length === 1) return begun[0];
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of known) {
    const distance = editDistance(word, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  if (best === undefined) return undefined;
  return bestDistance <= Math.max(1, Math.floor(best.length * 0.4)) ? best : undefined;
}

/** The remedy half of an error about an unknown word. */
export function didYouMean(given: string, known: readonly string[]): string {
  const word = nearest(given, known);
  return word === undefined ? `known are ${known.join(', ')}` : `did you mean ${word}?`;
}
