const queues = new WeakMap<object, Promise<unknown>>();

/** Runs `work` after all earlier work for the same `owner` in this process has ended, however it ended. */
export function inTurn<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const earlier = queues.get(owner) ?? Promise.resolve();
  const mine = earlier.then(work, work);
  queues.set(owner, mine);
  return mine;
}
