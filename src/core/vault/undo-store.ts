import {
  array,
  discriminatedUnion,
  literal,
  number,
  object,
  string,
  enum as oneOf,
  type infer as Infer,
} from 'zod';
import type { StateFs } from '../ports';
import { StateError } from '../ports';
import type { Changeset } from './changeset';
import { pathsOf } from './plan-changeset';
import { readJson, writeJson } from './state-json';

const INDEX = 'undo/index.json';
const RECORDS = 'undo/records/';

/** How much is kept: whole runs, the oldest go first. */
export interface UndoLimits {
  readonly runs: number;
  readonly megabytes: number;
}

const entrySchema = object({
  /** The changeset's id. */
  id: string(),
  run: string(),
  author: string(),
  at: number(),
  /**
   * `pending`: being applied, or cut off while it was. `applied`: stands, can be undone.
   * `interrupted`: cut off, and some of its files were edited before they could be put back; originals are kept.
   */
  state: oneOf(['pending', 'applied', 'interrupted']),
  /** Size of the record. */
  bytes: number(),
  paths: array(string()),
  /** Planned and not written. */
  left: array(string()),
});

const indexSchema = object({ version: literal(1), entries: array(entrySchema) });

const editSchema = discriminatedUnion('kind', [
  object({ kind: literal('modify'), path: string(), before: string(), after: string() }),
  object({ kind: literal('create'), path: string(), after: string() }),
  object({ kind: literal('delete'), path: string(), before: string() }),
  object({ kind: literal('move'), path: string(), to: string(), before: string() }),
]);

const recordSchema = object({
  version: literal(1),
  id: string(),
  run: string(),
  author: string(),
  edits: array(object({ edit: editSchema, reason: string() })),
});

/** One changeset in the list of what can be undone, newest last. */
export type UndoEntry = Infer<typeof entrySchema>;

/**
 * Originals of everything the harness changed, on this device. A record (the whole changeset, both texts of each
 * file) is durable before the first file is written, and says `pending` until the last one is.
 */
export class UndoStore {
  constructor(private readonly state: StateFs) {}

  /** Oldest first. Throws `StateError`, also where a newer version wrote the list. */
  async entries(): Promise<readonly UndoEntry[]> {
    const found = await readJson(this.state, INDEX);
    if (found === null) return [];
    const parsed = indexSchema.safeParse(found);
    if (parsed.success) return parsed.data.entries;
    if (typeof found === 'object' && 'version' in found && found.version !== 1) {
      throw new StateError(`${INDEX} was written by another version of Hermes Harness; update this one`);
    }
    throw new StateError(
      `${INDEX} in the state folder is damaged; move it away to go on (what it listed can then not be undone)`,
    );
  }

  /** The changeset with both texts of each file; null if it is not kept any more. */
  async changeset(id: string): Promise<Changeset | null> {
    const parsed = recordSchema.safeParse(await readJson(this.state, RECORDS + id + '.json'));
    return parsed.success ? parsed.data : null;
  }

  /** Before the first file is written: after this returns, the originals outlive a power cut. */
  async open(changeset: Changeset, at: number): Promise<void> {
    const { id, run, author, edits } = changeset;
    const entries = await this.entries();
    const bytes = await writeJson(this.state, RECORDS + id + '.json', { version: 1, id, run, author, edits });
    const paths = edits.flatMap(({ edit }) => pathsOf(edit));
    await this.save([...entries, { id, run, author, at, state: 'pending', bytes, paths, left: [] }]);
  }

  /** All that could be written stands. Lets go of what the limits do not allow any more. */
  async keep(id: string, left: readonly string[], limits: UndoLimits): Promise<void> {
    const entries = (await this.entries()).map((entry) =>
      entry.id === id ? { ...entry, state: 'applied' as const, left: [...left] } : entry,
    );
    const kept = withinLimits(entries, limits);
    await this.save(kept);
    const keptIds = new Set(kept.map((entry) => entry.id));
    for (const entry of entries)
      if (!keptIds.has(entry.id)) await this.state.remove(RECORDS + entry.id + '.json');
  }

  /** Could not be put back whole: the originals stay. */
  async markInterrupted(id: string): Promise<void> {
    const entries = await this.entries();
    await this.save(
      entries.map((entry) => (entry.id === id ? { ...entry, state: 'interrupted' as const } : entry)),
    );
  }

  /** Nothing of it stands, or nobody will want it undone. */
  async drop(id: string): Promise<void> {
    await this.save((await this.entries()).filter((entry) => entry.id !== id));
    await this.state.remove(RECORDS + id + '.json');
  }

  /** Removes records that a crash left without a place in the list: nothing was written for them. */
  async sweep(): Promise<void> {
    const listed = new Set((await this.entries()).map(({ id }) => `${RECORDS}${id}.json`));
    for (const key of await this.state.list(RECORDS)) if (!listed.has(key)) await this.state.remove(key);
  }

  private async save(entries: readonly UndoEntry[]): Promise<void> {
    await writeJson(this.state, INDEX, { version: 1, entries });
  }
}

/** The newest runs that fit; the newest one always does. What is not `applied` is a safety net and stays. */
function withinLimits(entries: readonly UndoEntry[], limits: UndoLimits): readonly UndoEntry[] {
  const runs: string[] = [];
  for (const { run, state } of [...entries].reverse()) {
    if (state === 'applied' && !runs.includes(run)) runs.push(run);
  }
  const kept = new Set<string>();
  let bytes = 0;
  for (const run of runs.slice(0, limits.runs)) {
    bytes += entries.filter((entry) => entry.run === run).reduce((sum, entry) => sum + entry.bytes, 0);
    if (kept.size > 0 && bytes > limits.megabytes * 1024 * 1024) break;
    kept.add(run);
  }
  return entries.filter((entry) => entry.state !== 'applied' || kept.has(entry.run));
}
