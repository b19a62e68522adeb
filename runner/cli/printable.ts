const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Text of any origin, such as a file's name, as a terminal may show it: on one line, and with what a terminal would
 * obey, or would show in another order than it stands, written as an escape.
 */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu,
    (character) => SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The text up to `width` characters, cut between two words where it is longer; `…` says so. */
export function clipped(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  const head = characters.slice(0, width - 1).join('');
  const space = head.lastIndexOf(' ');
  // A long word alone is cut in its midst rather than left out.
  return `${head.slice(0, space > head.length / 2 ? space : undefined).replace(/[\s,;:(]+$/, '')}…`;
}
