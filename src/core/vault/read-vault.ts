import type { FileEntry, VaultFs, VaultListing, VaultPath } from '../ports';
import type { NoteFacts } from '../text/note-facts';
import { scan } from '../text/scan';
import { FactsPacker } from './facts-packer';
import { isNotePath } from './file-table';
import { isFileUser, namesAsFacts, namesIn } from './file-users';
import { PackedFacts } from './packed-facts';
import type { IndexedNote, VaultProblem } from './vault-index';

/** A note, canvas or base with what is kept of it. */
export interface FactsRecord extends IndexedNote {
  readonly facts: PackedFacts;
}

export interface ReadOptions {
  /** Sees each note that is read, once, with its text; what it returns is kept with the note as its `side`. */
  visit?(note: IndexedNote, text: string): string;
  /** Awaited now and then between notes; what it throws ends the reading. */
  progress?(done: number, total: number): void | Promise<void>;
  /** Files that are not to be read though they have facts: they are resolved to, and known by no more than that. */
  skip?(path: VaultPath): boolean;
}

export interface VaultReading {
  /** The listed files that still stand there, with the stats that belong to what was read. */
  readonly files: readonly FileEntry[];
  /** One for every readable note, canvas and base, sorted by path. */
  readonly records: readonly FactsRecord[];
  /** The listing's, and those that reading showed. */
  readonly problems: readonly VaultProblem[];
  /** Paths that were read now. */
  readonly read: ReadonlySet<VaultPath>;
}

const PROGRESS_EVERY = 128;

/** Whether an index keeps facts of the file: a note, or what names others without being one. */
export function hasFacts(path: VaultPath): boolean {
  return isNotePath(path) || isFileUser(path);
}

/**
 * Reads every listed file that has facts, once, one after another, and keeps only the facts. `known` gives the facts of
 * a file that need not be read.
 */
export async function readVault(
  fs: Pick<VaultFs, 'read'>,
  listing: VaultListing,
  known: (entry: FileEntry) => PackedFacts | undefined,
  options: ReadOptions,
): Promise<VaultReading> {
  const reading = new Reading(listing, options);
  for (const [at, entry] of listing.files.entries()) {
    if (at % PROGRESS_EVERY === 0) await options.progress?.(at, listing.files.length);
    if (!hasFacts(entry.path) || options.skip?.(entry.path) === true) {
      reading.files.push(entry);
      continue;
    }
    const facts = known(entry);
    if (facts !== undefined) reading.keep(entry, facts);
    else await reading.read(fs, entry);
  }
  return reading.finish();
}

class Reading {
  readonly files: FileEntry[] = [];
  private readonly records: (FactsRecord | null)[] = [];
  private readonly problems: VaultProblem[];
  private readonly readNow = new Set<VaultPath>();
  private packer = new FactsPacker();
  /** What the open segment holds: entry and place among the records. */
  private waiting: { readonly entry: FileEntry; readonly place: number }[] = [];

  constructor(
    listing: VaultListing,
    private readonly options: ReadOptions,
  ) {
    this.problems = [...listing.problems];
  }

  keep(entry: FileEntry, facts: PackedFacts): void {
    this.files.push(entry);
    this.records.push({ path: entry.path, entry, facts });
  }

  async read(fs: Pick<VaultFs, 'read'>, listed: FileEntry): Promise<void> {
    const { path } = listed;
    const outcome = await fs.read(path);
    if (!outcome.ok) {
      // No such file: it went away after the listing.
      if (outcome.problem === null) return;
      this.files.push(listed);
      this.problems.push(outcome.problem);
      return;
    }
    const { size, mtime, ctime, birthtime, inode } = outcome.stat;
    const entry: FileEntry = { path, size, mtime, ctime, birthtime, inode };
    this.files.push(entry);
    this.readNow.add(path);
    const facts = isNotePath(path) ? scan(outcome.text) : this.factsOfUser(path, outcome.text);
    if (facts === null) return;
    const side = isNotePath(path) ? (this.options.visit?.({ path, entry, facts }, outcome.text) ?? '') : '';
    this.waiting.push({ entry, place: this.records.push(null) - 1 });
    this.packer.pack(facts, side);
    if (this.packer.isFull) this.seal();
  }

  finish(): VaultReading {
    this.seal();
    return {
      files: this.files,
      records: this.records.filter((record) => record !== null),
      problems: this.problems,
      read: this.readNow,
    };
  }

  private factsOfUser(path: VaultPath, text: string): NoteFacts | null {
    const outcome = namesIn(path, text);
    if (outcome.ok) return namesAsFacts(outcome.names);
    this.problems.push({ path, kind: 'malformed', message: `${outcome.message}; what it uses is not known` });
    return null;
  }

  private seal(): void {
    if (this.waiting.length === 0) return;
    const segment = this.packer.seal();
    for (const [at, { entry, place }] of this.waiting.entries())
      this.records[place] = { path: entry.path, entry, facts: new PackedFacts(segment, at) };
    this.waiting = [];
    this.packer = new FactsPacker();
  }
}
