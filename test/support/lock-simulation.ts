import type { Acquired, Contender, LockFolder } from '../../runner/adapters/lock-protocol';
import { acquire } from '../../runner/adapters/lock-protocol';
import { seededRandom } from './seeded-random';
import type { SeededRandom } from './seeded-random';

interface Step {
  readonly process: number;
  readonly run: () => void;
}

/** A folder in memory whose every step waits for its turn. */
class SlowFolder {
  readonly files = new Map<string, string>();
  private waiting: Step[] = [];

  /** The folder as one process sees it. */
  seenBy(process: number): LockFolder {
    const step = <T>(work: () => T): Promise<T> =>
      new Promise((resolve) => this.waiting.push({ process, run: () => resolve(work()) }));
    return {
      list: async () => {
        // No snapshot: the names of one half of the folder are read before those of the other, whichever half a
        // renamed file has come to lie in.
        const isEarly = (name: string) => name.length % 2 === 0;
        const early = await step(() => [...this.files.keys()].filter(isEarly));
        const late = await step(() => [...this.files.keys()].filter((name) => !isEarly(name)));
        return [...early, ...late];
      },
      read: (name) => step(() => this.files.get(name) ?? null),
      writeNew: (name, content) => step(() => void this.files.set(name, content)),
      link: (from, to) =>
        step(() => {
          const content = this.files.get(from);
          if (this.files.has(to)) return false;
          if (content === undefined) throw new Error(`no ${from} to link`);
          this.files.set(to, content);
          return true;
        }),
      rename: (from, to) =>
        step(() => {
          const content = this.files.get(from);
          if (content === undefined) return false;
          this.files.delete(from);
          this.files.set(to, content);
          return true;
        }),
      remove: (name) => step(() => void this.files.delete(name)),
    };
  }

  get steps(): readonly Step[] {
    return this.waiting;
  }

  take(step: Step): void {
    this.waiting = this.waiting.filter((other) => other !== step);
  }
}

export interface ScheduleResult {
  /** How often a process believed to hold the lock while a living other one did. Must be 0. */
  readonly doubleHolders: number;
  readonly acquisitions: number;
  readonly takeOvers: number;
}

/**
 * Several processes that acquire, hold and release one lock, some of them killed in between, each step of each in
 * an order that the seed decides.
 */
export async function runSchedule(seed: number): Promise<ScheduleResult> {
  const random = seededRandom(seed);
  const folder = new SlowFolder();
  const processes = 2 + random.below(4);
  const turns = 1 + random.below(8);
  // One process in a row most of the time: the others sleep where they are, which is what makes them dangerous.
  const patience = random.below(16);
  let current = -1;
  const dead = new Set<number>();
  const holders = new Set<number>();
  let running = processes;
  let doubleHolders = 0;
  let acquisitions = 0;
  let takeOvers = 0;
  let heldByTheDead = false;

  const live = async (process: number): Promise<void> => {
    const slow = folder.seenBy(process);
    for (let turn = 0; turn < turns; turn++) {
      const who: Contender = {
        nonce: `${process}-${turn}`,
        content: `${process}`,
        isDead: (content) => dead.has(Number(content)),
      };
      const lock: Acquired = await acquire(slow, 'home', who);
      if (!lock.held) continue;
      if (holders.size > 0) doubleHolders++;
      acquisitions++;
      if (heldByTheDead) takeOvers++;
      heldByTheDead = false;
      holders.add(process);
      // Holds it for a few steps of others.
      for (let step = random.below(6); step > 0; step--) await slow.read('nothing');
      holders.delete(process);
      await lock.release();
    }
    running--;
  };
  for (let process = 0; process < processes; process++) void live(process);

  while (running > dead.size) {
    // Everything that follows from the last step must have asked for its next one.
    await settled();
    const able = folder.steps.filter((step) => !dead.has(step.process));
    const same = able.filter((step) => step.process === current);
    const next = pick(random, same.length > 0 && random.below(16) < patience ? same : able);
    if (next === null) break;
    current = next.process;
    if (dead.size < processes - 1 && random.below(60) === 0) {
      dead.add(next.process);
      if (holders.delete(next.process)) heldByTheDead = true;
      continue;
    }
    folder.take(next);
    next.run();
  }
  return { doubleHolders, acquisitions, takeOvers };
}

/** A handful of turns of the microtask queue: as deep as the protocol's own awaits go. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
}

function pick<T>(random: SeededRandom, from: readonly T[]): T | null {
  return from[random.below(from.length)] ?? null;
}
