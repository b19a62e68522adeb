import type { Home } from '../home';
import type { VaultPath } from '../ports';
import { applyChangeset } from '../vault/apply-changeset';
import type { FileEdit } from '../vault/changeset';
import { leftLine } from '../vault/left-line';
import { planChangeset } from '../vault/plan-changeset';
import type { Uncommitted } from './uncommitted';

/** What a file of the harness's own shall hold: made from what it holds now. */
export interface OwnFile {
  readonly path: VaultPath;
  /** Null: take the file away. The text it got: leave it as it is. */
  readonly next: (now: string | null) => string | null;
  /** Why what stands there must not be replaced, as the end of a sentence; null if it may. */
  readonly objection?: (now: string) => string | null;
}

export interface OwnOptions {
  readonly run: string;
  /** Where it is remembered until the next commit. */
  readonly own: Uncommitted;
  /** Name of the app's settings folder: nothing is ever written there. */
  readonly configFolder: string;
}

/** What became of files of the harness's own. */
export interface OwnWritten {
  /** Written or removed. */
  readonly edits: readonly FileEdit[];
  /** One line for each that could not be written. */
  readonly problems: readonly string[];
}

/** Writes files of the harness's own, all or nothing, and remembers them for the next commit. */
export async function writeOwn(
  home: Home,
  { run, own, configFolder }: OwnOptions,
  files: readonly OwnFile[],
): Promise<OwnWritten> {
  const edits: FileEdit[] = [];
  const untouched: string[] = [];
  for (const { path, next, objection } of files) {
    const found = await home.fs.read(path);
    if (!found.ok && found.problem !== null) {
      untouched.push(`${path} was not written: it ${found.problem.message}`);
      continue;
    }
    const now = found.ok ? found.text : null;
    const against = now === null ? null : (objection?.(now) ?? null);
    if (against !== null) {
      untouched.push(`${path} was not written: ${against}`);
      continue;
    }
    const text = next(now);
    if (text === now) continue;
    if (now === null) edits.push({ kind: 'create', path, after: text ?? '' });
    else if (text === null) edits.push({ kind: 'delete', path, before: now });
    else edits.push({ kind: 'modify', path, before: now, after: text });
  }
  const changeset = planChangeset(
    home,
    { run, author: 'HERMES' },
    edits.map((edit) => ({ edit, reason: 'the harness keeps its own files' })),
  );
  if (changeset.edits.length === 0) return { edits: [], problems: untouched };
  const outcome = await own.during(
    edits,
    () =>
      applyChangeset({ vault: home.fs, state: home.state, clock: home.clock }, changeset, {
        configFolder,
        undo: 'crash-only',
      }),
    (applied) => (applied.ok ? applied.written : []),
  );
  if (!outcome.ok) {
    const problem = `the harness's own files were not written: ${outcome.message}`;
    return { edits: [], problems: [...untouched, problem] };
  }
  const left = outcome.left.map(leftLine);
  return { edits: outcome.written, problems: [...untouched, ...left] };
}
