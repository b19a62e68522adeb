/** Deeper than anything a person writes. */
const DEEPEST = 100;

/**
 * Whether YAML text may nest deeper than a hundred levels; linear time. Such text must not reach the `yaml` package
 * (2.9): it recurses, keys within keys cost it time without bound, and a stack that runs out inside a regular
 * expression ends the whole process instead of throwing.
 */
export function nestsTooDeeply(source: string): boolean {
  const indents: number[] = [];
  let brackets = 0;
  for (let start = 0; start < source.length;) {
    const newline = source.indexOf('\n', start);
    const end = newline === -1 ? source.length : newline;
    const { indent, indicators, textStart } = linePrefix(source, start, end);
    if (textStart < end) {
      while ((indents.at(-1) ?? -1) >= indent) indents.pop();
      indents.push(indent);
      // A flow collection cannot go on in the first column.
      if (indent === 0) brackets = 0;
    }
    const level = indents.length + indicators;
    if (level + brackets > DEEPEST) return true;
    for (let at = textStart; at < end; at++) {
      const character = source[at];
      if (character === '[' || character === '{') brackets++;
      else if ((character === ']' || character === '}') && brackets > 0) brackets--;
      if (level + brackets > DEEPEST) return true;
    }
    start = end + 1;
  }
  return false;
}

/** Spaces in front, then the `- ` and `? ` that each open a level of their own. */
function linePrefix(
  source: string,
  start: number,
  end: number,
): { readonly indent: number; readonly indicators: number; readonly textStart: number } {
  let at = start;
  while (at < end && source[at] === ' ') at++;
  const indent = at - start;
  let indicators = 0;
  for (; at < end; at++) {
    const character = source[at];
    if (character === '-' || character === '?' || character === ':') {
      const next = source[at + 1];
      if (at + 1 < end && next !== ' ' && next !== '\t' && next !== '\r') break;
      indicators++;
    } else if (character !== ' ' && character !== '\t') break;
  }
  return { indent, indicators, textStart: at };
}
