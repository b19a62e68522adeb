/** What `hermesh doctor` says about one thing. */
export interface CheckResult {
  readonly check: string;
  readonly level: 'ok' | 'warn' | 'fail';
  /** What was found, in one sentence. */
  readonly message: string;
  /** What to do; null where nothing is wrong. */
  readonly remedy: string | null;
}

export function ok(check: string, message: string): CheckResult {
  return { check, level: 'ok', message, remedy: null };
}

export function warn(check: string, message: string, remedy: string): CheckResult {
  return { check, level: 'warn', message, remedy };
}

export function fail(check: string, message: string, remedy: string): CheckResult {
  return { check, level: 'fail', message, remedy };
}
