import { number, object, record, string, tuple, type output } from 'zod';
import { StateError, type FileEntry, type StateFs, type VaultPath } from '../../core/ports';

const KEY = 'lint/sides';
/** Fewer notes read than this are as quickly read again as kept. */
const WORTH_KEEPING = 20;

/** By path: size, time of the last change, what the linter keeps with the note. */
const schema = object({
  fingerprint: string(),
  notes: record(string(), tuple([number(), number(), string()])),
});
type Kept = output<typeof schema>;

interface Visited {
  readonly entry: FileEntry;
  readonly note: object | null;
  readonly side: string;
}

/**
 * What the linter said about each note, kept on the device: after a restart only notes that changed are read. It is a
 * cache; a storage that fails costs time, nothing else.
 */
export class KeptSides {
  #notes: Kept['notes'] = {};

  constructor(private readonly state: StateFs) {}

  /** Takes up what was kept under this fingerprint. */
  async load(fingerprint: string): Promise<void> {
    this.#notes = {};
    const kept = await this.#read();
    if (kept?.fingerprint === fingerprint) this.#notes = kept.notes;
  }

  /** Undefined for a note that changed since, or is not known. */
  side({ path, size, mtime }: FileEntry): string | undefined {
    const kept = Object.hasOwn(this.#notes, path) ? this.#notes[path] : undefined;
    return kept?.[0] === size && kept[1] === mtime ? kept[2] : undefined;
  }

  /** `read`: how many notes had to be read this time. */
  async save(fingerprint: string, visited: readonly Visited[], read: number): Promise<void> {
    this.#notes = {};
    if (read < WORTH_KEEPING) return;
    const notes: [VaultPath, Kept['notes'][string]][] = visited
      .filter(({ note }) => note !== null)
      .map(({ entry, side }) => [entry.path, [entry.size, entry.mtime, side]]);
    const text = JSON.stringify({ fingerprint, notes: Object.fromEntries(notes) } satisfies Kept);
    try {
      await this.state.write(KEY, new TextEncoder().encode(text));
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      console.warn(`Hermes Harness: ${error.message}`);
    }
  }

  async #read(): Promise<Kept | null> {
    try {
      const bytes = await this.state.read(KEY);
      if (bytes === null) return null;
      const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
      return parsed.success ? parsed.data : null;
    } catch (error) {
      if (error instanceof StateError) console.warn(`Hermes Harness: ${error.message}`);
      else if (!(error instanceof SyntaxError)) throw error;
      return null;
    }
  }
}
