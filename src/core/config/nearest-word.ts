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
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** Hyphens, underscores and case do not count: `Fix-Limit` is near `fix_limit`. */
function bare(word: string): string {
  return word
    .toLowerCase()
    .replace(/[-_\s]/g, '')
    .slice(0, 100);
}

/** The known word that `given` most likely meant; null if none is near enough to be worth naming. */
export function nearestWord(given: string, known: readonly string[]): string | null {
  const word = bare(given);
  let best: string | null = null;
  let bestDistance = Infinity;
  for (const candidate of known) {
    const distance = editDistance(word, bare(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  if (best === null) return null;
  const near = bestDistance <= Math.max(1, Math.floor(bare(best).length * 0.34));
  return near || (word.length >= 3 && bare(best).startsWith(word)) ? best : null;
}
