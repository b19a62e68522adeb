/** What the attributes and settings say about line ends of one path (gitattributes(5), git-config(1)). */
export interface LineEndRule {
  /** Values of `git check-attr`: `set`, `unset`, `unspecified` or a word. */
  readonly text: string;
  readonly crlf: string;
  readonly eol: string;
  /** `core.autocrlf`. */
  readonly autocrlf: 'true' | 'input' | 'false';
}

/**
 * The bytes that `git add` would store for a note: what git's `convert.c` does on the way in. `stored` is the blob
 * that the index holds for the path now (null if none): with text=auto git leaves a file alone that was stored with
 * CRLF once.
 */
export function storedLineEnds(bytes: Buffer, rule: LineEndRule, stored: Buffer | null): Buffer {
  if (!bytes.includes(0x0d)) return bytes;
  switch (conversion(rule)) {
    case 'none':
      return bytes;
    case 'always':
      return withoutCarriageReturns(bytes);
    case 'auto':
      if (looksBinary(bytes)) return bytes;
      if (stored !== null && stored.includes('\r\n') && !looksBinary(stored)) return bytes;
      return withoutCarriageReturns(bytes);
  }
}

function conversion({ text, crlf, eol, autocrlf }: LineEndRule): 'none' | 'always' | 'auto' {
  // `crlf` is the old name of `text`; it counts where `text` says nothing that git knows.
  const said = ['set', 'unset', 'auto', 'input'].includes(text) ? text : crlf;
  if (said === 'unset') return 'none';
  if (said === 'auto') return 'auto';
  if (said === 'set' || said === 'input') return 'always';
  if (eol === 'lf' || eol === 'crlf') return 'always';
  return autocrlf === 'false' ? 'none' : 'auto';
}

function withoutCarriageReturns(bytes: Buffer): Buffer {
  const kept = Buffer.alloc(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0x0d && bytes[i + 1] === 0x0a) continue;
    kept[length++] = byte;
  }
  return kept.subarray(0, length);
}

/** git's guess (`convert_is_binary`): a lone CR, a NUL, or more than one unprintable byte in 128. */
function looksBinary(bytes: Buffer): boolean {
  let printable = 0;
  let unprintable = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0) return true;
    if (byte === 0x0d) {
      if (bytes[i + 1] !== 0x0a) return true;
      i++;
    } else if (byte === 0x0a) {
      continue;
    } else if (byte === 0x7f || (byte < 0x20 && ![0x08, 0x09, 0x0c, 0x1b].includes(byte))) {
      unprintable++;
    } else {
      printable++;
    }
  }
  // A DOS end-of-file mark is forgiven.
  if (bytes.at(-1) === 0x1a) unprintable--;
  return printable >> 7 < unprintable;
}
