/** Who wants to hear of changes. */
export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** The answer ends it. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  clear(): void {
    this.#listeners.clear();
  }
}
