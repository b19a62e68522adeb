import { FactsPacker, type FactsSegment } from './facts-packer';
import type { NotesKey } from './index-cache';
import { PackedFacts } from './packed-facts';
import type { FactsRecord } from './read-vault';
import { decodeText, int32View, joinSections, sectionsKey, splitSections } from './sections';

/** Segments of fewer notes and less text, and those that are mostly out of use, are packed anew. */
const SMALL_NOTES = 128;
const SMALL_TEXT = 1 << 16;
const SECTIONS = 3;

/** The large half of the cache: facts and sides of all notes. */
export interface EncodedNotes {
  readonly bytes: Uint8Array;
  readonly key: NotesKey;
}

export function encodeNotes(segments: readonly FactsSegment[]): EncodedNotes {
  const bytes = joinSections(
    segments.flatMap((segment) => [segment.starts, segment.words, segment.encoded()]),
  );
  return { bytes, key: sectionsKey(bytes) };
}

/** The segments that were encoded under `key`; null if these bytes are others, or not whole. */
export function decodeNotes(bytes: Uint8Array, key: NotesKey): readonly FactsSegment[] | null {
  const sections = splitSections(bytes);
  if (sections === null || sections.length % SECTIONS !== 0) return null;
  if (sectionsKey(bytes).some((part, at) => part !== key[at])) return null;
  const segments: FactsSegment[] = [];
  for (let at = 0; at < sections.length; at += SECTIONS) {
    const [starts, words, text] = sections.slice(at, at + SECTIONS);
    if (!starts || !words || !text) return null;
    segments.push(storedSegment(int32View(starts), int32View(words), text));
  }
  return segments;
}

function storedSegment(starts: Int32Array, words: Int32Array, bytes: Uint8Array): FactsSegment {
  let text: string | undefined;
  return { starts, words, text: () => (text ??= decodeText(bytes)), encoded: () => bytes };
}

/** Whether the cached segments hold all but a fiftieth of the records, and not much else. */
export function isNearlyStored(records: readonly FactsRecord[], cached: readonly FactsSegment[]): boolean {
  const known = new Set(cached);
  const inside = records.filter(({ facts }) => known.has(facts.segment)).length;
  const stored = cached.reduce((count, segment) => count + notesIn(segment), 0);
  return inside > 0 && (records.length - inside) * 50 <= records.length && inside * 4 >= stored * 3;
}

function notesIn(segment: FactsSegment): number {
  return segment.starts.length / 2 - 1;
}

/**
 * The records with few, well-filled segments under them: what replaced notes left behind is dropped, and the crumbs of
 * many small changes are packed together.
 */
export function compactRecords(records: readonly FactsRecord[]): {
  readonly records: readonly FactsRecord[];
  readonly segments: readonly FactsSegment[];
} {
  const used = new Map<FactsSegment, number>();
  for (const { facts } of records) used.set(facts.segment, (used.get(facts.segment) ?? 0) + 1);
  const kept = new Set(
    [...used].filter(([segment, count]) => isWellFilled(segment, count)).map(([segment]) => segment),
  );
  const compacted = [...records];
  const segments = [...kept];
  let packer = new FactsPacker();
  let moved: number[] = [];
  const seal = (): void => {
    if (moved.length === 0) return;
    const segment = packer.seal();
    segments.push(segment);
    for (const [at, place] of moved.entries()) {
      const record = records[place];
      if (record !== undefined) compacted[place] = { ...record, facts: new PackedFacts(segment, at) };
    }
    packer = new FactsPacker();
    moved = [];
  };
  for (const [place, { facts }] of records.entries()) {
    if (kept.has(facts.segment)) continue;
    packer.copy(facts.segment, facts.at);
    moved.push(place);
    if (packer.isFull) seal();
  }
  seal();
  return { records: compacted, segments };
}

function isWellFilled(segment: FactsSegment, used: number): boolean {
  const textLength = segment.starts.at(-1) ?? 0;
  return used * 2 >= notesIn(segment) && (used >= SMALL_NOTES || textLength >= SMALL_TEXT);
}
