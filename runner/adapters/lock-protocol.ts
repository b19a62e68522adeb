/** What the protocol needs of a folder; each call is one step that other processes may come between. */
export interface LockFolder {
  /** Names in the folder, in any order. Not a snapshot: a name that is being changed may be missing. */
  list(): Promise<readonly string[]>;
  /** Null if there is no such file. */
  read(name: string): Promise<string | null>;
  /** A new file with this content, whole before anybody can see the name. */
  writeNew(name: string, content: string): Promise<void>;
  /** A second name for a file; false if the name is taken. */
  link(from: string, to: string): Promise<boolean>;
  /** False if there is no such file. */
  rename(from: string, to: string): Promise<boolean>;
  remove(name: string): Promise<void>;
}

/** Who wants the lock, as the protocol sees it. */
export interface Contender {
  /** Unlike that of any other contender. */
  readonly nonce: string;
  /** What stands in the lock file. */
  readonly content: string;
  /** Whether the process that wrote this content is certainly dead. */
  isDead(content: string): boolean;
}

export type Acquired =
  | { readonly held: true; release(): Promise<void> }
  /** `content` of the holder's file; null if others kept winning. `file` is its name. */
  | { readonly held: false; readonly content: string | null; readonly file: string | null };

/** Generations that stay behind the newest, so that a slow reader of the folder meets at least one of them. */
const KEPT = 8;

/** Each lost round means that somebody else won one; so many in a row mean that the lock changes hands all the time. */
const ROUNDS = 100;

interface Generation {
  readonly number: number;
  readonly name: string;
  readonly free: boolean;
}

/**
 * Takes the lock `name`, or says who holds it. Never waits.
 *
 * The lock is a row of files `<name>.<generation>`. The highest decides: `.free` behind it, or a dead writer, and
 * the next generation may be linked, which succeeds for one contender alone. A slow contender can link a generation
 * that was current when it looked: so each looks again and yields to anything of its own generation or above. For
 * that, the highest generation is never deleted, only renamed. (Deleting a dead holder's file and creating it anew
 * lets two contenders in: one deletes what the other has just created.)
 */
export async function acquire(folder: LockFolder, name: string, who: Contender): Promise<Acquired> {
  const temporary = `${name}.new-${who.nonce}`;
  await folder.writeNew(temporary, who.content);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const highest = top(generations(await folder.list(), name));
      if (highest !== null && !highest.free) {
        const content = await folder.read(highest.name);
        if (content === null) continue;
        if (!who.isDead(content)) return { held: false, content, file: highest.name };
      }
      const number = (highest?.number ?? 0) + 1;
      const mine = `${name}.${number}`;
      if (!(await folder.link(temporary, mine))) continue;
      if (await standsAlone(folder, name, mine, number)) {
        await clear(folder, name, number, who);
        return { held: true, release: () => release(folder, mine, who) };
      }
      await folder.remove(mine);
    }
    return { held: false, content: null, file: null };
  } finally {
    await folder.remove(temporary);
  }
}

async function standsAlone(folder: LockFolder, name: string, mine: string, number: number): Promise<boolean> {
  // Twice: a listing misses what is renamed while it is read, but not twice the same thing.
  for (let look = 0; look < 2; look++) {
    const others = generations(await folder.list(), name).filter((other) => other.name !== mine);
    if (others.some((other) => other.number >= number)) return false;
  }
  return true;
}

/** Takes away generations long past and what contenders left that died before they had linked anything. */
async function clear(folder: LockFolder, name: string, number: number, who: Contender): Promise<void> {
  const names = await folder.list();
  for (const old of generations(names, name)) {
    if (old.number < number - KEPT) await folder.remove(old.name);
  }
  for (const unused of names.filter((other) => other.startsWith(`${name}.new-`))) {
    const content = await folder.read(unused);
    if (content !== null && who.isDead(content)) await folder.remove(unused);
  }
}

async function release(folder: LockFolder, mine: string, who: Contender): Promise<void> {
  if ((await folder.read(mine)) === who.content) await folder.rename(mine, `${mine}.free`);
}

function generations(names: readonly string[], lock: string): Generation[] {
  return names.flatMap((name) => {
    if (!name.startsWith(`${lock}.`)) return [];
    const parts = /^(\d+)(\.free)?$/.exec(name.slice(lock.length + 1));
    if (parts === null) return [];
    return [{ number: Number(parts[1]), name, free: parts[2] !== undefined }];
  });
}

/** The highest generation; of two files of one generation the held one, which is somebody's who has yet to yield. */
function top(found: readonly Generation[]): Generation | null {
  let highest: Generation | null = null;
  for (const one of found) {
    if (highest === null || one.number > highest.number || (one.number === highest.number && highest.free)) {
      highest = one;
    }
  }
  return highest;
}
