import {
  array,
  boolean,
  discriminatedUnion,
  enum as oneOf,
  literal,
  nullable,
  number,
  object,
  optional,
  string,
  type ZodType,
} from 'zod';
import type { StateFs } from '../ports';
import { CHAIN_NAMES } from './chain-name';
import { LINE_TYPES, ROLE_NAMES } from './role';
import type { RunRecord } from './run-record';
import { readJson, writeJson } from '../vault/state-json';

const FOLDER = 'runs/';

const claim = discriminatedUnion('kind', [
  object({ kind: oneOf(['created', 'modified', 'deleted']), path: string() }),
  object({ kind: literal('moved'), path: string(), to: string() }),
]);

const section = object({
  summary: string(),
  lines: array(object({ type: oneOf(LINE_TYPES), text: string(), key: string(), rule: optional(string()) })),
});

const end = discriminatedUnion('outcome', [
  object({ outcome: literal('done'), claims: array(claim), section: nullable(section) }),
  object({ outcome: literal('quiet') }),
  object({ outcome: literal('skipped'), reason: string() }),
  object({ outcome: literal('failed'), reason: string() }),
]);

const verdict = object({
  passed: boolean(),
  checks: array(object({ name: string(), faults: array(string()) })),
  notes: array(string()),
  milliseconds: number(),
});

const stepState = discriminatedUnion('state', [
  object({ state: literal('waiting') }),
  object({ state: literal('running'), startedAt: number() }),
  object({
    state: literal('ended'),
    startedAt: number(),
    endedAt: number(),
    end,
    verdict,
    commit: nullable(string()),
  }),
]);

const role = oneOf(ROLE_NAMES);

const status = discriminatedUnion('status', [
  object({ status: literal('running') }),
  object({ status: literal('finished'), endedAt: number() }),
  object({ status: literal('halted'), endedAt: number(), role: nullable(role), reason: string() }),
  object({
    status: literal('interrupted'),
    endedAt: number(),
    role: nullable(role),
    how: oneOf(['stopped', 'killed']),
  }),
  object({ status: literal('dismissed'), endedAt: number(), role: nullable(role), reason: string() }),
]);

const runRecord: ZodType<RunRecord> = object({
  version: literal(1),
  id: string(),
  chain: oneOf(CHAIN_NAMES),
  date: string(),
  startedAt: number(),
  only: nullable(role),
  status,
  steps: array(
    object({
      role,
      state: stepState,
      tries: number(),
      written: array(object({ path: string(), before: nullable(string()), after: nullable(string()) })),
    }),
  ),
  files: nullable(number()),
  counts: nullable(
    object({ errors: number(), warnings: number(), infos: number(), fresh: number(), resolved: number() }),
  ),
  notes: array(string()),
});

function keyOf(id: string): string {
  return `${FOLDER}${id}.json`;
}

/** Writes the record durably: what it says is true after a power cut. */
export async function saveRun(state: StateFs, record: RunRecord): Promise<void> {
  await writeJson(state, keyOf(record.id), record);
}

/** Every record of this device, oldest first. `unreadable` names keys that a newer version wrote, or damage. */
export async function loadRuns(
  state: StateFs,
): Promise<{ readonly records: readonly RunRecord[]; readonly unreadable: readonly string[] }> {
  const records: RunRecord[] = [];
  const unreadable: string[] = [];
  for (const key of await state.list(FOLDER)) {
    if (!key.endsWith('.json')) continue;
    const parsed = runRecord.safeParse(await readJson(state, key));
    if (parsed.success) records.push(parsed.data);
    else unreadable.push(key);
  }
  return { records, unreadable };
}

/** Removes the oldest records beyond `keep`; those that wait for the person, or for a commit of what they wrote, stay. */
export async function trimRuns(state: StateFs, records: readonly RunRecord[], keep: number): Promise<void> {
  const settled = records.filter(({ status: { status: kind } }) => kind !== 'halted' && kind !== 'running');
  for (const record of settled.slice(0, Math.max(0, records.length - keep))) {
    if ((await state.list(`uncommitted/${record.id}/`)).length > 0) continue;
    await state.remove(keyOf(record.id));
  }
}
