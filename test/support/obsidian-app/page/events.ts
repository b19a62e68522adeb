/** What `on` gives and `offref` takes. */
export interface EventRef {
  readonly source: Events;
  readonly name: string;
  readonly callback: (...data: unknown[]) => unknown;
  readonly context: unknown;
}

const live = new Set<EventRef>();

/** How many event subscriptions stand now, over all emitters. */
export function countEventRefs(): number {
  return live.size;
}

/** The app's event emitter. A listener that throws does not keep the others from hearing. */
export class Events {
  readonly #refs = new Set<EventRef>();

  on(name: string, callback: (...data: never[]) => unknown, context?: unknown): EventRef {
    const ref: EventRef = {
      source: this,
      name,
      callback: callback as (...data: unknown[]) => unknown,
      context,
    };
    this.#refs.add(ref);
    live.add(ref);
    return ref;
  }

  off(name: string, callback: (...data: never[]) => unknown): void {
    for (const ref of this.#refs) if (ref.name === name && ref.callback === callback) this.offref(ref);
  }

  offref(ref: EventRef): void {
    this.#refs.delete(ref);
    live.delete(ref);
  }

  trigger(name: string, ...data: unknown[]): void {
    for (const ref of [...this.#refs]) {
      if (ref.name !== name) continue;
      try {
        ref.callback.apply(ref.context, data);
      } catch (error) {
        // An uncaught error of the page, or of the test.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
