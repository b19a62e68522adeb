import type { Clock, FileEntry, StateFs, VaultFs, VaultListing, VaultPath } from '../ports';
import { indexOf } from './build-index';
import { compactRecords, decodeNotes, encodeNotes, isNearlyStored } from './cached-notes';
import { CODE } from './code-version';
import type { FactsSegment } from './facts-packer';
import { cachedPlaces, decodeHead, encodeHead, isUnchanged, type CacheHead } from './index-cache';
import { PackedFacts } from './packed-facts';
import { readVault, type ReadOptions, type VaultReading } from './read-vault';
import type { VaultIndex, VaultProblem } from './vault-index';

const HEAD = 'index/head';
const NOTES = 'index/notes';

export interface OpenOptions extends Omit<ReadOptions, 'skip'> {
  /**
   * Everything besides the notes and the program that findings and sides depend on: the configuration. The cache of
   * another fingerprint, or of another version of the program, is not used.
   */
  readonly fingerprint: string;
  /** Obsidian's «Detect all file extensions». */
  readonly showUnsupportedFiles: boolean;
}

/** The vault's index with what is remembered of each note, loaded when somebody asks for it. */
export interface OpenedIndex {
  /**
   * What `save` was last given and the problems of then, if neither the vault nor the fingerprint changed since;
   * else null.
   */
  readonly stored: { readonly findings: string; readonly problems: readonly VaultProblem[] } | null;
  /** Reads the cache and the files that changed; the same answer on each call. */
  load(): Promise<LoadedIndex>;
}

export interface LoadedIndex {
  readonly index: VaultIndex;
  /** Files that were read (and notes that were visited) now, because the cache did not know them as they are. */
  readonly read: ReadonlySet<VaultPath>;
  /** What `visit` gave for the note, now or when it was last read; empty for a path that is no indexed note. */
  side(path: VaultPath): string;
  /** Keeps the index for next time, with `findings` as what an unchanged vault answers. Throws `StateError`. */
  save(findings: string): Promise<void>;
}

/** Where the index comes from and where it is kept. */
export interface IndexPorts {
  readonly fs: Pick<VaultFs, 'list' | 'read'>;
  readonly state: StateFs;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Lists the vault and compares it with the cache; nothing else is read before `load`. A cache that is torn, altered or
 * of another version counts as none.
 */
export async function openIndex(ports: IndexPorts, options: OpenOptions): Promise<OpenedIndex> {
  const started = ports.clock.now();
  const listing = await ports.fs.list();
  const fingerprint = JSON.stringify([CODE, options.fingerprint, options.showUnsupportedFiles]);
  const bytes = await ports.state.read(HEAD);
  const found = bytes === null ? null : decodeHead(bytes);
  const head = found?.meta.fingerprint === fingerprint ? found : null;
  const isCurrent = head !== null && isUnchanged(head, listing);
  let loading: Promise<LoadedIndex> | undefined;
  return {
    stored: isCurrent ? { findings: head.findings, problems: head.meta.problems } : null,
    load: () => (loading ??= loadIndex(ports, options, { started, listing, fingerprint, head })),
  };
}

interface Opening {
  readonly started: number;
  readonly listing: VaultListing;
  readonly fingerprint: string;
  readonly head: CacheHead | null;
}

async function loadIndex(ports: IndexPorts, options: OpenOptions, opening: Opening): Promise<LoadedIndex> {
  const { listing, head } = opening;
  const segments = head === null ? null : await cachedSegments(ports.state, head);
  const known = head === null || segments === null ? () => undefined : cachedFacts(head, segments);
  const reading = await readVault(ports.fs, listing, known, options);
  const facts = new Map(reading.records.map((record) => [record.path, record.facts]));
  return {
    index: indexOf(reading, options.showUnsupportedFiles),
    read: reading.read,
    side: (path) => facts.get(path)?.side ?? '',
    save: (findings) => saveIndex(ports, opening, segments ?? [], reading, findings),
  };
}

async function cachedSegments(state: StateFs, head: CacheHead): Promise<readonly FactsSegment[] | null> {
  const bytes = await state.read(NOTES);
  return bytes === null ? null : decodeNotes(bytes, head.meta.notes);
}

function cachedFacts(
  head: CacheHead,
  segments: readonly FactsSegment[],
): (entry: FileEntry) => PackedFacts | undefined {
  const placeOf = cachedPlaces(head);
  return (entry) => {
    const place = placeOf(entry);
    const segment = place === undefined ? undefined : segments[place.segment];
    return place === undefined || segment === undefined ? undefined : new PackedFacts(segment, place.at);
  };
}

async function saveIndex(
  ports: IndexPorts,
  { started, listing, fingerprint, head }: Opening,
  cached: readonly FactsSegment[],
  reading: VaultReading,
  findings: string,
): Promise<void> {
  // Few notes outside what is stored are cheaper to read again next time than all is to write again.
  const isStored = isNearlyStored(reading.records, cached);
  const { records, segments } = isStored
    ? { records: reading.records, segments: cached }
    : compactRecords(reading.records);
  let notes = head?.meta.notes;
  if (!isStored || notes === undefined) {
    const encoded = encodeNotes(segments);
    notes = encoded.key;
    // Notes without their head are of no use, and a head without its notes costs one more reading: no order is unsafe.
    await ports.state.write(NOTES, encoded.bytes);
  }
  const written = ports.clock.now();
  const kept = { ...reading, records };
  const contents = { fingerprint, started, written, notes, listing, reading: kept, segments, findings };
  await ports.state.write(HEAD, encodeHead(contents));
}
