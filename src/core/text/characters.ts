/** Character codes that the scanner looks for. */
export const Char = {
  Tab: 0x09,
  Newline: 0x0a,
  Return: 0x0d,
  Space: 0x20,
  Bang: 0x21,
  DoubleQuote: 0x22,
  Hash: 0x23,
  Dollar: 0x24,
  Percent: 0x25,
  Ampersand: 0x26,
  SingleQuote: 0x27,
  OpenParen: 0x28,
  CloseParen: 0x29,
  Star: 0x2a,
  Plus: 0x2b,
  Comma: 0x2c,
  Minus: 0x2d,
  Dot: 0x2e,
  Slash: 0x2f,
  Zero: 0x30,
  Nine: 0x39,
  Colon: 0x3a,
  Less: 0x3c,
  Equals: 0x3d,
  Greater: 0x3e,
  Question: 0x3f,
  OpenBracket: 0x5b,
  Backslash: 0x5c,
  CloseBracket: 0x5d,
  Caret: 0x5e,
  Underscore: 0x5f,
  Backtick: 0x60,
  OpenBrace: 0x7b,
  Pipe: 0x7c,
  CloseBrace: 0x7d,
  Tilde: 0x7e,
  Delete: 0x7f,
  Bom: 0xfeff,
} as const;

/** Space, tab, line feed or carriage return. */
export function isSpace(code: number): boolean {
  return code === Char.Space || code === Char.Tab || code === Char.Newline || code === Char.Return;
}

export function isDigit(code: number): boolean {
  return code >= Char.Zero && code <= Char.Nine;
}

export function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a && code < 0x80;
}

/** What a backslash escapes (CommonMark 2.4). */
export function isAsciiPunctuation(code: number): boolean {
  return (
    (code >= 0x21 && code <= 0x2f) ||
    (code >= 0x3a && code <= 0x40) ||
    (code >= 0x5b && code <= 0x60) ||
    (code >= 0x7b && code <= 0x7e)
  );
}

/** Latin letters, digits and dash: what a block id is made of (Obsidian help, "Link to a block in a note"). */
export function isBlockIdCharacter(code: number): boolean {
  return isAsciiLetter(code) || isDigit(code) || code === Char.Minus;
}

const ASCII_TAG_CHARACTER = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const allowed = isAsciiLetter(code) || isDigit(code) || '_-/'.includes(String.fromCharCode(code));
  ASCII_TAG_CHARACTER[code] = allowed ? 1 : 0;
}

/**
 * Letters, digits, `_`, `-`, `/`, and outside ASCII all but spaces, general and supplemental punctuation
 * (Obsidian help, "Tags"). Emoji are written with joiners, which therefore count.
 */
export function isTagCharacter(code: number): boolean {
  if (code < 128) return ASCII_TAG_CHARACTER[code] === 1;
  if (code >= 0x2000 && code <= 0x206f) return code === 0x200c || code === 0x200d;
  if (code >= 0x2e00 && code <= 0x2e7f) return false;
  return code !== 0x85 && code !== 0xa0 && code !== 0x1680 && code !== 0x3000 && code !== Char.Bom;
}
