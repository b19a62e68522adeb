import { editDistance } from '../text/edit-distance';

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
