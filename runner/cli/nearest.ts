import { editDistance } from '../../src/core/text/edit-distance';

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
