import type { VaultPath } from '../../core/ports';

/** After the last change of notes that nobody types in: a sync writes many files in a row. */
export const SETTLE_MS = 500;
/** Changes that never stop are taken in all the same after this long. */
export const LONGEST_WAIT_MS = 5000;
/** After the last change of a note that is being edited. */
export const IDLE_MS = 2500;

/** Which changed files are due for a fresh look, and when: changes in, paths and waiting times out. */
export class RefreshSchedule {
  readonly #settling = new Set<VaultPath>();
  #firstChange = 0;
  #lastChange = 0;
  /** Files being edited, with the time of their last change. */
  readonly #edited = new Map<VaultPath, number>();

  /** `active`: the person is editing this file now. */
  changed(path: VaultPath, active: boolean, now: number): void {
    this.#edited.delete(path);
    if (active) {
      this.#settling.delete(path);
      this.#edited.set(path, now);
      return;
    }
    if (this.#settling.size === 0) this.#firstChange = now;
    this.#lastChange = now;
    this.#settling.add(path);
  }

  /** Whether the file changed under the person's hands and has not come to rest since. */
  isEdited(path: VaultPath): boolean {
    return this.#edited.has(path);
  }

  /** Milliseconds from `now` until something is due; null if nothing changed. */
  wait(now: number): number | null {
    const dues = [...this.#edited.values()].map((changed) => changed + IDLE_MS);
    if (this.#settling.size > 0) dues.push(this.#settled());
    return dues.length === 0 ? null : Math.max(0, Math.min(...dues) - now);
  }

  /** The paths that are due, each once: they are taken care of from here. */
  take(now: number): readonly VaultPath[] {
    const due: VaultPath[] = [];
    if (this.#settling.size > 0 && this.#settled() <= now) {
      due.push(...this.#settling);
      this.#settling.clear();
    }
    for (const [path, changed] of this.#edited) {
      if (changed + IDLE_MS > now) continue;
      due.push(path);
      this.#edited.delete(path);
    }
    return due;
  }

  #settled(): number {
    return Math.min(this.#lastChange + SETTLE_MS, this.#firstChange + LONGEST_WAIT_MS);
  }
}
