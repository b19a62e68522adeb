import type { StateFs } from '../ports';

// Every platform that runs the core has these two; the core is compiled without the DOM's types.
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(encoding: 'utf-8', options: { fatal: true });
  decode(bytes: Uint8Array): string;
}

/** Writes a value durably as JSON; gives the bytes that it took. Throws `StateError`. */
export async function writeJson(state: StateFs, key: string, value: unknown): Promise<number> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  await state.write(key, bytes);
  return bytes.length;
}

/** The value under the key; null if there is none; undefined if what stands there is no JSON. */
export async function readJson(state: StateFs, key: string): Promise<unknown> {
  const bytes = await state.read(key);
  if (bytes === null) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return value;
  } catch {
    return undefined;
  }
}
