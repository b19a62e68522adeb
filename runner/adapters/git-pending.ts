import {
  array,
  boolean,
  discriminatedUnion,
  literal,
  nullable,
  object,
  record,
  string,
  type infer as Infer,
} from 'zod';
import { GitError, type StateFs } from '../../src/core/ports';

/** Where the record stands in the state of this device. */
const KEY = 'git/pending.json';

const file = object({
  path: string(),
  before: nullable(string()),
  after: nullable(string()),
  own: boolean(),
});

const planned = object({
  path: string(),
  place: string(),
  mode: string(),
  own: boolean(),
  head: nullable(string()),
  committed: nullable(string()),
  before: nullable(string()),
  after: nullable(string()),
});

const pendingRecord = discriminatedUnion('kind', [
  object({
    version: literal(1),
    kind: literal('commit'),
    /** Names the index lock and the copy of the index as ours. */
    token: string(),
    request: object({
      subject: string(),
      body: string(),
      trailers: record(string(), string()),
      files: array(file),
    }),
    /** Null until the commit is made and only the branch and the index are left to move. */
    made: nullable(object({ commit: string(), files: array(planned) })),
  }),
  object({
    version: literal(1),
    kind: literal('take-over'),
    token: string(),
    branch: string(),
    from: string(),
    to: string(),
  }),
  object({ version: literal(1), kind: literal('rebase'), worktree: string() }),
]);

/**
 * What is under way in the repository. It is written before the first step and removed after the last, so that the
 * next start can finish what a crash cut off.
 */
export type Pending = Infer<typeof pendingRecord>;

/** The record of what is under way; null if nothing is. Throws `GitError` where it cannot be read. */
export async function readPending(state: StateFs): Promise<Pending | null> {
  const bytes = await state.read(KEY);
  if (bytes === null) return null;
  try {
    return pendingRecord.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    throw new GitError(
      `the record ${KEY} in the state folder cannot be read (a newer version may have written it); remove it once git status looks right`,
    );
  }
}

/** Records what is under way, durably. */
export async function writePending(state: StateFs, pending: Pending): Promise<void> {
  await state.write(KEY, new TextEncoder().encode(JSON.stringify(pending)));
}

/** Nothing is under way any more. */
export async function clearPending(state: StateFs): Promise<void> {
  await state.remove(KEY);
}
