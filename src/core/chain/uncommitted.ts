import { array, literal, nullable, object, string, type ZodType } from 'zod';
import type { StateFs, VaultFs, VaultPath } from '../ports';
import type { FileEdit } from '../vault/changeset';
import { readJson, writeJson } from '../vault/state-json';

/** Net effect on one file of everything written since the last commit. Null is «no such file». */
export interface UncommittedFile {
  readonly path: VaultPath;
  readonly before: string | null;
  readonly after: string | null;
}

const stored: ZodType<{ version: 1; files: UncommittedFile[] }> = object({
  version: literal(1),
  files: array(object({ path: string(), before: nullable(string()), after: nullable(string()) })),
});

/** The edit as effects on paths: a move is a removal and a creation. */
export function effectsOf(edit: FileEdit): readonly UncommittedFile[] {
  switch (edit.kind) {
    case 'modify':
      return [{ path: edit.path, before: edit.before, after: edit.after }];
    case 'create':
      return [{ path: edit.path, before: null, after: edit.after }];
    case 'delete':
      return [{ path: edit.path, before: edit.before, after: null }];
    case 'move':
      return [
        { path: edit.path, before: edit.before, after: null },
        { path: edit.to, before: null, after: edit.before },
      ];
  }
}

/**
 * What was written and is in no commit yet, remembered on the device, so that the commit holds exactly that: also
 * after a crash between the writing and the commit, and after the resume of a role that failed half-way.
 */
export class Uncommitted {
  private constructor(
    private readonly state: StateFs,
    private readonly key: string,
    private readonly byPath: Map<VaultPath, UncommittedFile>,
  ) {}

  /** What is remembered under the name. A damaged memory counts as none. */
  static async load(state: StateFs, name: string): Promise<Uncommitted> {
    const key = `uncommitted/${name}.json`;
    const parsed = stored.safeParse(await readJson(state, key));
    const files = parsed.success ? parsed.data.files : [];
    return new Uncommitted(state, key, new Map(files.map((file) => [file.path, file])));
  }

  /** Every file that was written, sorted by path; also those that stand again as they were. */
  get files(): readonly UncommittedFile[] {
    return [...this.byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /**
   * Writes through `apply`, which says what it wrote. What is about to be written is remembered first: a crash in
   * between is set right by `reconcile`.
   */
  async during<Outcome>(
    edits: readonly FileEdit[],
    apply: () => Promise<Outcome>,
    written: (outcome: Outcome) => readonly FileEdit[],
  ): Promise<Outcome> {
    const before = new Map(this.byPath);
    this.add(edits);
    await this.save();
    const outcome = await apply();
    const wrote = written(outcome);
    if (wrote.length < edits.length) {
      this.byPath.clear();
      for (const [path, file] of before) this.byPath.set(path, file);
      this.add(wrote);
      await this.save();
    }
    return outcome;
  }

  /** Holds the memory against the vault: what does not stand there as it was written is forgotten. */
  async reconcile(vault: Pick<VaultFs, 'read'>): Promise<void> {
    for (const { path, after } of [...this.byPath.values()]) {
      const now = await vault.read(path);
      if ((now.ok ? now.text : null) !== after) this.byPath.delete(path);
    }
    await this.save();
  }

  /** After the commit, or where there is none to be made. */
  async forget(): Promise<void> {
    this.byPath.clear();
    await this.save();
  }

  private add(edits: readonly FileEdit[]): void {
    for (const { path, before, after } of edits.flatMap(effectsOf)) {
      this.byPath.set(path, { path, before: (this.byPath.get(path) ?? { before }).before, after });
    }
  }

  private async save(): Promise<void> {
    if (this.byPath.size === 0) await this.state.remove(this.key);
    else await writeJson(this.state, this.key, { version: 1, files: [...this.byPath.values()] });
  }
}
