import { array, enum as oneOf, literal, number, object, string, type ZodType } from 'zod';
import { SEVERITIES, type Finding, type Severity } from '../lint/finding';
import type { StateFs, VaultPath } from '../ports';
import { readJson, writeJson } from '../vault/state-json';

const KEY = 'chain/known.json';
/** What will be known if the run that saw it finishes. */
const NEXT = 'chain/known-next.json';

/** As much of a finding as is needed to say tomorrow that it is gone. */
export interface KnownFinding {
  readonly id: string;
  readonly rule: string;
  readonly path: VaultPath;
  readonly severity: Severity;
  /** Cut at 200 characters. */
  readonly subject: string;
}

/** What the last finished night left behind: what was known then is not news now. */
export interface KnownState {
  readonly version: 1;
  readonly run: string;
  readonly date: string;
  readonly findings: readonly KnownFinding[];
  /** Texts of the queue's open items. */
  readonly queue: readonly string[];
  /** Files in the vault. */
  readonly files: number;
}

const knownState: ZodType<KnownState> = object({
  version: literal(1),
  run: string(),
  date: string(),
  findings: array(
    object({ id: string(), rule: string(), path: string(), severity: oneOf(SEVERITIES), subject: string() }),
  ),
  queue: array(string()),
  files: number(),
});

/** What the last finished night left; null before the first one, or if the memory of it is damaged. */
export async function loadKnown(state: StateFs): Promise<KnownState | null> {
  const parsed = knownState.safeParse(await readJson(state, KEY));
  return parsed.success ? parsed.data : null;
}

/** Remembers what the run saw until it has finished: a run that halts and is resumed does not look again. */
export async function proposeKnown(state: StateFs, known: KnownState): Promise<void> {
  await writeJson(state, NEXT, known);
}

/** The run has finished: what it saw is known now. */
export async function acceptKnown(state: StateFs, run: string): Promise<void> {
  const parsed = knownState.safeParse(await readJson(state, NEXT));
  if (!parsed.success || parsed.data.run !== run) return;
  await writeJson(state, KEY, parsed.data);
  await state.remove(NEXT);
}

/** The person says that the vault is meant to have so many files. */
export async function acceptSize(state: StateFs, files: number): Promise<void> {
  const known = await loadKnown(state);
  if (known !== null) await writeJson(state, KEY, { ...known, files });
}

/** Findings now against findings then. */
export interface FindingNews {
  readonly fresh: readonly Finding[];
  readonly resolved: readonly KnownFinding[];
  readonly total: number;
}

/** What is new and what is gone since the last finished night; everything is new before the first. */
export function findingNews(now: readonly Finding[], known: KnownState | null): FindingNews {
  const before = new Set(known?.findings.map(({ id }) => id));
  const after = new Set(now.map(({ id }) => id));
  return {
    fresh: now.filter(({ id }) => !before.has(id)),
    resolved: known?.findings.filter(({ id }) => !after.has(id)) ?? [],
    total: now.length,
  };
}
