/**
 * Replaces maths, dollars included, by spaces: `$$…$$` over several lines, `$…$` on one. `$5 and $6` is none: no space
 * inside its dollars, no digit behind it. Line breaks and all offsets stay. Linear.
 */
export function blankMaths(text: string): string {
  if (!text.includes('$')) return text;
  const pieces: string[] = [];
  let kept = 0;
  const blank = (from: number, to: number): number => {
    pieces.push(text.slice(kept, from), text.slice(from, to).replace(/[^\n]/g, ' '));
    kept = to;
    return to;
  };
  /** Where the line ends in which no single dollar closes anything any more. */
  let hopeless = -1;
  let noDouble = false;
  for (let at = 0; at < text.length;) {
    const char = text[at];
    if (char === '\\') at += 2;
    else if (char === '[') at = behindLink(text, at);
    else if (char !== '$') at++;
    else if (text[at + 1] === '$') {
      const close: number = noDouble ? -1 : text.indexOf('$$', at + 2);
      noDouble = close < 0;
      at = close < 0 ? at + 2 : blank(at, close + 2);
    } else if (at < hopeless) at++;
    else {
      const close: ClosingDollar = closingDollar(text, at);
      if (!close.found) hopeless = close.at;
      at = close.found ? blank(at, close.at + 1) : at + 1;
    }
  }
  pieces.push(text.slice(kept));
  return pieces.join('');
}

interface ClosingDollar {
  readonly found: boolean;
  /** The closing dollar; where there is none, up to where none needs to be looked for. */
  readonly at: number;
}

function closingDollar(text: string, open: number): ClosingDollar {
  if (!/\S/.test(text.charAt(open + 1))) return { found: false, at: open + 1 };
  let at = open + 1;
  while (at < text.length && text[at] !== '\n') {
    const char = text[at];
    if (char === '\\') at += 2;
    else if (char === '[') at = behindLink(text, at);
    else if (char !== '$') at++;
    else if (/\S/.test(text.charAt(at - 1)) && !/\d/.test(text.charAt(at + 1))) return { found: true, at };
    else at++;
  }
  return { found: false, at };
}

/** No link is longer; what is longer is text. */
const LONGEST_LINK = 1_000;

/** A dollar inside a wikilink belongs to its name (Obsidian 0.13.28 release notes). */
function behindLink(text: string, at: number): number {
  // Of a row of brackets only the last two can open a link.
  if (text[at + 1] !== '[' || text[at + 2] === '[') return at + 1;
  for (let end = at + 2; end < text.length && end - at < LONGEST_LINK; end++) {
    const char = text[end];
    if (char === '\n' || char === '[') return end;
    if (char === ']' && text[end + 1] === ']') return end + 2;
  }
  return at + 2;
}
