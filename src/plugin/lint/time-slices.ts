/** How long a slice of work may hold the app up, in milliseconds: half a frame. */
export const SLICE_MS = 8;

/** Work was stopped from outside; nothing of it counts. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

export interface SliceClock {
  /** Milliseconds on any scale that only goes up. */
  now(): number;
  /** Resolves once the app has had its turn. */
  yield(): Promise<void>;
}

/** Cuts long work into slices between which the app draws and answers the person. */
export class TimeSlices {
  #began: number;
  #stopped = false;

  constructor(private readonly clock: SliceClock) {
    this.#began = clock.now();
  }

  /** Call between two pieces of work. Throws `Stopped` once `stop` was called. */
  async pause(): Promise<void> {
    if (this.#stopped) throw new Stopped();
    if (this.clock.now() - this.#began < SLICE_MS) return;
    await this.resume();
  }

  /** Gives the app its turn whatever the time, and begins a new slice: after waiting for a file, for instance. */
  async resume(): Promise<void> {
    await this.clock.yield();
    if (this.#stopped) throw new Stopped();
    this.#began = this.clock.now();
  }

  stop(): void {
    this.#stopped = true;
  }
}
