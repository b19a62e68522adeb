/**
 * A file of binary sections that knows when it is not whole: magic and version in front, a checksum over everything
 * behind. Word order is the machine's own; such a file never travels.
 */

declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(label: 'utf-8', options: { readonly ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

const MAGIC = 0x48_58_53_31;
/** Magic, length of the whole, two checksums, count; then a length for each section. */
const HEADER_WORDS = 5;
const CHECKSUM_AT = 2;
const ALIGNMENT = 8;

type Section = Uint8Array | Int32Array | Float64Array;

/** The sections as one piece. */
export function joinSections(sections: readonly Section[]): Uint8Array {
  const tableEnd = align((HEADER_WORDS + sections.length) * 4);
  const total = sections.reduce((length, section) => length + align(section.byteLength), tableEnd);
  const bytes = new Uint8Array(total);
  const header = new Uint32Array(bytes.buffer, 0, HEADER_WORDS + sections.length);
  let at = tableEnd;
  for (const [number, section] of sections.entries()) {
    header[HEADER_WORDS + number] = section.byteLength;
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += align(section.byteLength);
  }
  header[0] = MAGIC;
  header[1] = total;
  header[4] = sections.length;
  const [first, second] = checksum(bytes);
  header[CHECKSUM_AT] = first;
  header[CHECKSUM_AT + 1] = second;
  return bytes;
}

/** The sections that `joinSections` joined, as views; null if these bytes are torn, altered or something else. */
export function splitSections(bytes: Uint8Array): readonly Uint8Array[] | null {
  if (bytes.length < HEADER_WORDS * 4 || bytes.length % ALIGNMENT !== 0) return null;
  const aligned = bytes.byteOffset % ALIGNMENT === 0 ? bytes : bytes.slice();
  const header = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
  if (header[0] !== MAGIC || header[1] !== aligned.length) return null;
  const [first, second] = checksum(aligned);
  if (header[CHECKSUM_AT] !== first || header[CHECKSUM_AT + 1] !== second) return null;
  const count = header[4] ?? 0;
  let at = align((HEADER_WORDS + count) * 4);
  const sections: Uint8Array[] = [];
  for (const length of header.subarray(HEADER_WORDS, HEADER_WORDS + count)) {
    sections.push(aligned.subarray(at, at + length));
    at += align(length);
  }
  return sections;
}

/** Length and checksums of what `joinSections` gave: tells one file of sections from another. */
export function sectionsKey(bytes: Uint8Array): [number, number, number] {
  const [, , first = 0, second = 0] = new Uint32Array(bytes.slice(0, HEADER_WORDS * 4).buffer);
  return [bytes.length, first, second];
}

/**
 * Two words that change with every changed word, those of the checksum itself left out. Four lanes side by side: one
 * would wait for itself at each step, and the cache of a large vault has a hundred megabytes.
 */
function checksum(bytes: Uint8Array): readonly [number, number] {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const prime = 0x01_00_01_93;
  let [a, b, c, d] = [0x81_1c_9d_c5, 0x9e_37_79_b9, 0x85_eb_ca_6b, 0xc2_b2_ae_35];
  a = Math.imul(a ^ (words[0] ?? 0), prime);
  b = Math.imul(b ^ (words[1] ?? 0), prime);
  let at = CHECKSUM_AT + 2;
  for (const last = words.length - 3; at < last; at += 4) {
    a = Math.imul((a << 5) ^ (a >>> 27) ^ (words[at] ?? 0), prime);
    b = Math.imul((b << 5) ^ (b >>> 27) ^ (words[at + 1] ?? 0), prime);
    c = Math.imul((c << 5) ^ (c >>> 27) ^ (words[at + 2] ?? 0), prime);
    d = Math.imul((d << 5) ^ (d >>> 27) ^ (words[at + 3] ?? 0), prime);
  }
  for (; at < words.length; at++) a = Math.imul((a << 5) ^ (a >>> 27) ^ (words[at] ?? 0), prime);
  return [(a ^ Math.imul(c, prime)) >>> 0, (b ^ Math.imul(d, prime)) >>> 0];
}

export function int32View(section: Uint8Array): Int32Array {
  return new Int32Array(section.buffer, section.byteOffset, section.length / 4);
}

export function float64View(section: Uint8Array): Float64Array {
  return new Float64Array(section.buffer, section.byteOffset, section.length / 8);
}

export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Every byte counts: a byte-order mark is part of the text. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

function align(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
