import type { Home } from '../home';
import { takeBackRole } from './bury-the-dead';
import type { ChainName } from './chain-name';
import { endRun, rememberFindings } from './end-run';
import type { ChainOptions, ChainOutcome, Night } from './night';
import type { RoleName } from './role';
import { stepPassed, withoutWrites, type RunStatus } from './run-record';
import { runRole } from './run-role';
import { startRun } from './start-run';

/**
 * Runs a chain once: its roles in order, the VALIDATOR after each, one commit for each that passed and wrote. The
 * caller holds the home's lock. Halts at the first role that fails; ends between files where `stop` is aborted.
 * Throws `StateError` if the device's own storage fails.
 */
export async function runChain(home: Home, chain: ChainName, options: ChainOptions): Promise<ChainOutcome> {
  const start = await startRun(home, chain, options);
  if (start.outcome === 'refused') return start;
  const { night } = start;
  if (start.outcome === 'alarm') {
    const status = { status: 'halted', endedAt: home.clock.now(), role: null, reason: start.reason } as const;
    await night.save({ ...night.record, status });
    return { outcome: 'ended', record: night.record, traces: night.traces };
  }
  await night.write({ kind: 'nothing' });
  await endRun(night, await runSteps(night));
  return { outcome: 'ended', record: night.record, traces: night.traces };
}

async function runSteps(night: Night): Promise<Exclude<RunStatus, { status: 'running' }>> {
  const { home, options } = night;
  for (const step of night.record.steps) {
    if (stepPassed(step)) continue;
    if (options.stop.aborted) return stopped(night, step.role);
    const role = options.roles.find(({ name }) => name === step.role);
    if (role === undefined) throw new Error(`no role is registered as ${step.role}`);
    switch (await runRole(night, role, step)) {
      case 'passed':
        if (role.name === 'LINT-AGENT') await rememberFindings(night);
        break;
      case 'halted':
        return {
          status: 'halted',
          endedAt: home.clock.now(),
          role: role.name,
          reason: failureOf(night, role.name),
        };
      case 'interrupted': {
        const back = await takeBackRole(home, options.harness.configFolder, night.record, role.name);
        await night.save(withoutWrites(night.record, role.name));
        if (back !== null) await night.note(`${role.name} was stopped; ${back}`);
        return stopped(night, role.name);
      }
    }
  }
  return { status: 'finished', endedAt: home.clock.now() };
}

function stopped({ home }: Night, role: RoleName): Extract<RunStatus, { status: 'interrupted' }> {
  return { status: 'interrupted', endedAt: home.clock.now(), role, how: 'stopped' };
}

function failureOf({ record }: Night, role: RoleName): string {
  const state = record.steps.find((step) => step.role === role)?.state;
  return state?.state === 'ended' && state.end.outcome === 'failed' ? state.end.reason : 'it failed';
}
