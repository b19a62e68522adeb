import type { Home } from '../home';
import type { ChainName } from './chain-name';
import { endRun } from './end-run';
import type { ChainOptions, ChainOutcome } from './night';
import { stepPassed, type RunStatus } from './run-record';
import { runRole } from './run-role';
import { startRun } from './start-run';

/**
 * Runs a chain once: its roles in order, the VALIDATOR after each, one commit for each that passed and wrote. The
 * caller holds the home's lock. Halts at the first role that fails; ends between files where `stop` is aborted.
 * Throws `StateError` if the device's own storage fails.
 */
export async function runChain(home: Home, chain: ChainName, options: ChainOptions): Promise<ChainOutcome> {
  const start = await startRun(home, chain, options);
  if (!start.ok) return { outcome: 'refused', refusal: start.refusal };
  const { night, alarm } = start;
  const now = () => home.clock.now();

  if (alarm !== null) {
    await endRun(night, { status: 'halted', endedAt: now(), role: null, reason: alarm }, 'write-nothing');
    return { outcome: 'ended', record: night.record, view: null };
  }
  await night.write({ kind: 'nothing' });

  let status: RunStatus | null = null;
  for (const step of night.record.steps) {
    if (stepPassed(step)) continue;
    if (options.stop.aborted) {
      status = { status: 'interrupted', endedAt: now(), role: step.role, how: 'stopped' };
      break;
    }
    const role = options.roles.find(({ name }) => name === step.role);
    if (role === undefined) throw new Error(`no role is registered as ${step.role}`);
    const result = await runRole(night, role, step);
    if (result === 'interrupted') {
      status = { status: 'interrupted', endedAt: now(), role: step.role, how: 'stopped' };
      break;
    }
    if (result === 'halted') {
      const ended = night.record.steps.find((candidate) => candidate.role === step.role)?.state;
      const reason =
        ended?.state === 'ended' && ended.end.outcome === 'failed' ? ended.end.reason : 'it failed';
      status = { status: 'halted', endedAt: now(), role: step.role, reason };
      break;
    }
  }
  await endRun(night, status ?? { status: 'finished', endedAt: now() }, 'write');
  return { outcome: 'ended', record: night.record, view: night.view };
}
