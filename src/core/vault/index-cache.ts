import { array, number, object, string, tuple, type output } from 'zod';
import type { FileEntry, Instant, VaultListing, VaultPath } from '../ports';
import type { FactsSegment } from './facts-packer';
import { hasFacts, type VaultReading } from './read-vault';
import { decodeText, encodeText, float64View, int32View, joinSections, splitSections } from './sections';
import type { VaultProblem } from './vault-index';

/** File systems keep times in steps of up to two seconds: within one step a change may not show. */
const TIME_STEP = 2000;
const STATS = 4;
/** No path can hold it. */
const SEPARATOR = '\0';

type Kind = VaultProblem['kind'];
/** Whether trying again may help though the file is the same: those are not taken from the cache. */
const PASSING: Readonly<Record<Kind, boolean>> = {
  unreadable: true,
  'changed-while-reading': true,
  'cloud-placeholder': true,
  'invalid-utf8': false,
  'too-large': false,
  'symlink-loop': false,
  'symlink-outside': false,
  'name-with-control-character': false,
  malformed: false,
};
const isKind = (kind: string): kind is Kind => kind in PASSING;
const problems = array(object({ path: string(), kind: string().refine(isKind), message: string() }));
const meta = object({
  fingerprint: string(),
  /** When the vault was listed, and when this was written. */
  started: number(),
  written: number(),
  listingProblems: problems,
  problems,
  /** Length and checksums of the notes' half that belongs to this head. */
  notes: tuple([number(), number(), number()]),
});
type Meta = output<typeof meta>;

/** Which notes' half a head belongs to. */
export type NotesKey = Meta['notes'];

/** The small half of the cache: which files stood there, and what an unchanged vault answers. */
export interface CacheHead {
  readonly meta: Meta;
  /** All files' paths, with `SEPARATOR` between. */
  readonly paths: string;
  /** Size, mtime, ctime and inode of each file that has facts. */
  readonly stats: Float64Array;
  /** Segment, and place in it, of each file that has facts; -1 where the notes' half has none of it. */
  readonly places: Int32Array;
  readonly findings: string;
}

/** What a head is written from. */
export interface HeadContents extends Pick<Meta, 'fingerprint' | 'started' | 'written' | 'notes'> {
  readonly listing: VaultListing;
  readonly reading: VaultReading;
  readonly segments: readonly FactsSegment[];
  readonly findings: string;
}

/** Where the facts of an unchanged file stand in the notes' half. */
export interface CachedPlace {
  readonly segment: number;
  readonly at: number;
}

export function encodeHead(contents: HeadContents): Uint8Array {
  const { fingerprint, started, written, notes, listing, reading } = contents;
  const numbers = new Map(contents.segments.map((segment, at) => [segment, at]));
  const facts = new Map(reading.records.map((record) => [record.path, record.facts]));
  const files = reading.files.filter(({ path }) => hasFacts(path));
  const stats = new Float64Array(files.length * STATS);
  const places = new Int32Array(files.length * 2).fill(-1);
  for (const [at, file] of files.entries()) {
    stats[at * STATS] = file.size;
    stats[at * STATS + 1] = file.mtime;
    stats[at * STATS + 2] = file.ctime;
    stats[at * STATS + 3] = file.inode;
    const packed = facts.get(file.path);
    if (packed === undefined) continue;
    places[at * 2] = numbers.get(packed.segment) ?? -1;
    places[at * 2 + 1] = packed.at;
  }
  const values: Meta = {
    fingerprint,
    started,
    written,
    notes,
    listingProblems: [...listing.problems],
    problems: [...reading.problems],
  };
  return joinSections([
    encodeText(JSON.stringify(values)),
    encodeText(pathsText(reading.files)),
    stats,
    places,
    encodeText(contents.findings),
  ]);
}

/** Null if these bytes are no head of this version, or not whole. */
export function decodeHead(bytes: Uint8Array): CacheHead | null {
  const [values, paths, stats, places, findings] = splitSections(bytes) ?? [];
  if (!values || !paths || !stats || !places || !findings) return null;
  const parsed = meta.safeParse(parseJson(decodeText(values)));
  if (!parsed.success) return null;
  return {
    meta: parsed.data,
    paths: decodeText(paths),
    stats: float64View(stats),
    places: int32View(places),
    findings: decodeText(findings),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Sections of something else.
    return undefined;
  }
}

/** Whether the listing is, file by file, what the head was written from, so that its findings still hold. */
export function isUnchanged(head: CacheHead, listing: VaultListing): boolean {
  if (pathsText(listing.files) !== head.paths) return false;
  let at = 0;
  for (const file of listing.files) {
    if (!hasFacts(file.path)) continue;
    if (!isSame(head, at, file)) return false;
    at++;
  }
  const { listingProblems, problems } = head.meta;
  const listed = JSON.stringify(listing.problems);
  if (listed !== JSON.stringify(listingProblems)) return false;
  return !problems.slice(listingProblems.length).some(({ kind }) => PASSING[kind]);
}

/** Where to find the facts of files that are as the head knows them. */
export function cachedPlaces(head: CacheHead): (file: FileEntry) => CachedPlace | undefined {
  const numbers = new Map<VaultPath, number>();
  for (const path of head.paths.split(SEPARATOR)) if (hasFacts(path)) numbers.set(path, numbers.size);
  return (file) => {
    const at = numbers.get(file.path);
    if (at === undefined || !isSame(head, at, file)) return undefined;
    const segment = head.places[at * 2] ?? -1;
    return segment === -1 ? undefined : { segment, at: head.places[at * 2 + 1] ?? 0 };
  };
}

function isSame(head: CacheHead, at: number, file: FileEntry): boolean {
  const { stats, meta } = head;
  const from = at * STATS;
  return (
    stats[from] === file.size &&
    stats[from + 1] === file.mtime &&
    stats[from + 2] === file.ctime &&
    stats[from + 3] === file.inode &&
    !isWithinStep(file.mtime, meta.started, meta.written)
  );
}

/** Whether a file could have changed again after it was read, and still show this time. */
function isWithinStep(mtime: Instant, started: Instant, written: Instant): boolean {
  return mtime >= started - TIME_STEP && mtime <= written + TIME_STEP;
}

function pathsText(files: readonly FileEntry[]): string {
  return files.map(({ path }) => path).join(SEPARATOR);
}
