import { Char } from './characters';

/** People nest properties two or three deep. */
const MAX_NESTING = 100;
/** The parser prints keys that are collections, each with all that it holds. */
const COMPLEX_KEY_WEIGHT = 10;

/**
 * Where YAML is nested so deeply that the parser must not see it, as an offset; -1 where it is not. The parser calls
 * itself for each level, and a stack that runs out inside a regular expression ends the whole process: that cannot be
 * caught. An estimate that errs upwards: brackets in text count.
 */
export function excessiveNesting(source: string): number {
  const indents: number[] = [];
  let brackets = 0;
  let at = 0;
  while (at < source.length) {
    const start = at;
    while (source.charCodeAt(at) === Char.Space) at++;
    const indent = at - start;
    while ((indents[indents.length - 1] ?? -1) >= indent) indents.pop();
    indents.push(indent);
    let marks = 0;
    let code = source.charCodeAt(at);
    while ((code === Char.Minus || code === Char.Question) && isGap(source.charCodeAt(at + 1))) {
      marks += code === Char.Minus ? 1 : COMPLEX_KEY_WEIGHT;
      at++;
      while (isGap(source.charCodeAt(at))) at++;
      code = source.charCodeAt(at);
    }
    const newline = source.indexOf('\n', at);
    const end = newline === -1 ? source.length : newline;
    for (; at < end; at++) {
      code = source.charCodeAt(at);
      if (code === Char.OpenBracket || code === Char.OpenBrace) brackets++;
      else if ((code === Char.CloseBracket || code === Char.CloseBrace) && brackets > 0) brackets--;
      if (brackets > MAX_NESTING) return at;
    }
    if (indents.length + marks + brackets > MAX_NESTING) return start;
    at = end + 1;
  }
  return -1;
}

function isGap(code: number): boolean {
  return code === Char.Space || code === Char.Tab;
}
