/** Awaited between two pieces of work, so that an app gets its turn; what it throws ends the work. */
export type Pause = () => Promise<void>;
