import { Char, isSpace } from './characters';
import { destinationEnd, skipSpaces, titleEnd } from './link-syntax';

const MAX_LABEL = 999;

function labelEnd(s: string, at: number, to: number): number {
  let blank = true;
  for (let i = at + 1; i < to && i - at <= MAX_LABEL; i++) {
    const code = s.charCodeAt(i);
    if (code === Char.CloseBracket)
      return blank || s.charCodeAt(i + 1) !== Char.Colon || i + 1 >= to ? -1 : i + 2;
    if (code === Char.OpenBracket) return -1;
    if (code === Char.Backslash) i++;
    if (!isSpace(code)) blank = false;
  }
  return -1;
}

function lineEnd(s: string, at: number, to: number): number {
  const newline = s.indexOf('\n', at);
  return newline === -1 || newline > to ? to : newline;
}

function restIsBlank(s: string, at: number, to: number): boolean {
  return skipSpaces(s, at, to) >= lineEnd(s, at, to);
}

/**
 * Where the text of a paragraph begins behind the link reference definitions at its start (`[label]: destination`,
 * CommonMark 4.7), which are no text: neither a link nor a `#heading` destination in them counts.
 */
export function skipDefinitions(s: string, from: number, to: number): number {
  let at = from;
  while (at < to && s.charCodeAt(at) === Char.OpenBracket) {
    const label = labelEnd(s, at, to);
    if (label === -1) break;
    const destination = skipSpaces(s, label, to);
    if (destination >= to) break;
    const end = destinationEnd(s, destination, to);
    if (end === -1 || end === destination) break;
    const title = skipSpaces(s, end, to);
    const titled = title > end && title < to ? titleEnd(s, title, to) : -1;
    let done = -1;
    if (titled !== -1 && restIsBlank(s, titled, to)) done = titled;
    else if (restIsBlank(s, end, to)) done = end;
    if (done === -1) break;
    at = skipSpaces(s, lineEnd(s, done, to), to);
  }
  return at;
}
