import type { Refusal } from './night';
import type { RunRecord } from './run-record';

/** The run of that id; its first letters are enough where they mean one run only. */
export function findRun(
  records: readonly RunRecord[],
  id: string,
): { readonly ok: true; readonly record: RunRecord } | { readonly ok: false; readonly refusal: Refusal } {
  const wanted = id.toUpperCase();
  const exact = records.find((record) => record.id === wanted);
  const alike = records.filter((record) => wanted.length >= 8 && record.id.startsWith(wanted));
  const record = exact ?? (alike.length === 1 ? alike[0] : undefined);
  if (record !== undefined) return { ok: true, record };
  const waiting = records.filter(({ status }) => status.status === 'halted').map((halted) => halted.id);
  const remedy = waiting.length === 0 ? 'no run waits for you' : `these wait: ${waiting.join(', ')}`;
  return {
    ok: false,
    refusal: { why: 'no-such-run', message: `there is no run ${id} on this device; ${remedy}` },
  };
}
