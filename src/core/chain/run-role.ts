import type { VaultPath } from '../ports';
import { scan } from '../text/scan';
import { applyChangeset } from '../vault/apply-changeset';
import type { ApplyOutcome, LeftFile, PlannedEdit } from '../vault/changeset';
import { planChangeset, pathsOf } from '../vault/plan-changeset';
import { commitStep } from './commit-step';
import { leftoversOf } from './leftovers';
import { look } from './look';
import type { Night } from './night';
import type { Role, RoleContext, RoleResult } from './role';
import { withStep, type Step, type StepEnd } from './run-record';
import { effectsOf, Uncommitted } from './uncommitted';
import { validateRole, verdictLine, type Evidence, type OwnText } from './validator';

/** The person asked for an end: thrown between files, caught by the step. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

export type StepResult = 'passed' | 'halted' | 'interrupted';

/** Runs one role, writes what it gives, has the VALIDATOR look at it, and commits it if it passed. */
export async function runRole(night: Night, role: Role, step: Step): Promise<StepResult> {
  const { home, ledger, options } = night;
  const startedAt = home.clock.now();
  const uncommitted = await Uncommitted.load(home.state, `${night.record.id}/${role.name}`);
  await night.save(
    withStep(night.record, { ...step, state: { state: 'running', startedAt }, tries: step.tries + 1 }),
  );
  options.watch({ kind: 'role-started', role: role.name });
  // The log's path is that of this moment: at the turn of the year a role ends in another log than it began in.
  const { memoryPath, logPath } = ledger;
  const before = {
    memory: { path: memoryPath, before: await ledger.text(memoryPath) },
    log: { path: logPath, before: await ledger.text(logPath) },
  };

  const result = await ask(night, role, uncommitted);
  if (result === 'interrupted') return 'interrupted';

  const unwritten =
    result.outcome === 'done'
      ? await night.write({
          kind: 'role-done',
          role: role.name,
          section: result.section,
          doings: result.doings,
        })
      : [];
  const checkedAt = home.clock.now();
  const evidence = await gather(night, role, result, uncommitted, before);
  const verdict = validateRole(evidence, home.clock.now() - checkedAt);
  const faults = verdict.passed
    ? null
    : [verdictLine(verdict), ...whyMissing(unwritten, memoryPath)].join('; ');
  const end = endOf(result, faults);
  const { written } = stepOf(night, role);
  const ended: Step = {
    role: role.name,
    tries: step.tries + 1,
    written,
    state: { state: 'ended', startedAt, endedAt: home.clock.now(), end, verdict, commit: null },
  };
  await night.save(withStep(night.record, ended));
  await night.write({ kind: 'checked', role: role.name, verdict });
  options.watch({ kind: 'role-ended', step: ended });
  if (end.outcome === 'failed') return 'halted';

  const wroteSomething =
    result.outcome === 'done' &&
    (result.section !== null || result.doings.length > 0 || uncommitted.files.length > 0);
  if (wroteSomething) await commitStep(night, ended, uncommitted);
  return 'passed';
}

/** A section that does not stand for want of a place to write it: the person mends that, not the role. */
function whyMissing(unwritten: readonly string[], memory: VaultPath): readonly string[] {
  return unwritten.filter((line) => line.startsWith(memory) || line.startsWith("the harness's own files"));
}

function stepOf(night: Night, role: Role): Step {
  const step = night.record.steps.find((candidate) => candidate.role === role.name);
  if (step === undefined) throw new Error(`${role.name} is no step of run ${night.record.id}`);
  return step;
}

/** What the role says, or that it was stopped; an error it throws is a failure that it did not see coming. */
async function ask(night: Night, role: Role, uncommitted: Uncommitted): Promise<RoleResult | 'interrupted'> {
  if (!night.home.config.roles[role.name].enabled) {
    return { outcome: 'skipped', reason: 'turned off in hermes.yaml' };
  }
  try {
    return await role.run(contextFor(night, role, uncommitted));
  } catch (error) {
    if (error instanceof Stopped) return 'interrupted';
    return { outcome: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The record's form of a result; the VALIDATOR's faults make a failure of any of them. */
function endOf(result: RoleResult, faults: string | null): StepEnd {
  if (faults !== null && result.outcome !== 'failed') {
    return { outcome: 'failed', reason: `the VALIDATOR refused it: ${faults}` };
  }
  switch (result.outcome) {
    case 'done':
      return { outcome: 'done', claims: result.claims, section: result.section };
    case 'quiet':
      return { outcome: 'quiet' };
    case 'skipped':
    case 'failed':
      return { outcome: result.outcome, reason: result.reason };
  }
}

function contextFor(night: Night, role: Role, uncommitted: Uncommitted): RoleContext {
  const { home, options } = night;
  const { id, chain, date } = night.record;
  const goOn = () => {
    if (options.stop.aborted) throw new Stopped();
  };
  const progress = (text: string) => options.watch({ kind: 'progress', text });
  return {
    run: { id, chain, date },
    config: home.config,
    vault: {
      list: () => home.fs.list(),
      stat: (path) => home.fs.stat(path),
      read: (path) => home.fs.read(path),
    },
    known: night.known,
    stop: options.stop,
    progress,
    lint: async () => {
      goOn();
      const view = await look(home, options.harness.configFolder, goOn, progress);
      goOn();
      await night.saw(view);
      return view;
    },
    apply: async (edits) => {
      goOn();
      return applyForRole(night, role, uncommitted, edits);
    },
  };
}

async function applyForRole(
  night: Night,
  role: Role,
  uncommitted: Uncommitted,
  edits: readonly PlannedEdit[],
): Promise<ApplyOutcome> {
  const { home, options } = night;
  const { config } = home;
  const changeset = planChangeset(home, { run: night.record.id, author: role.name }, edits);
  const planned = changeset.edits.map(({ edit }) => edit);
  const outcome = await uncommitted.during(
    planned,
    async () =>
      applyChangeset({ vault: home.fs, state: home.state, clock: home.clock }, changeset, {
        configFolder: options.harness.configFolder,
        scope: role.scope,
        quarantined: night.quarantine,
        settle: { minutes: config.changes.settle_minutes, ours: night.ours },
        leave: await waitingForCommit(night, uncommitted, edits),
        undo: config.changes.undo,
      }),
    (applied) => (applied.ok ? applied.written : []),
  );
  for (const { path, message } of outcome.left) options.watch({ kind: 'left', path, message });
  if (outcome.ok) for (const edit of outcome.written) for (const path of pathsOf(edit)) night.ours.add(path);
  const digest = (text: string | null) => (text === null ? null : home.hash.sha256(text));
  const written = uncommitted.files.map(({ path, before, after }) => ({
    path,
    before: digest(before),
    after: digest(after),
  }));
  await night.save(withStep(night.record, { ...stepOf(night, role), written }));
  return outcome;
}

/** Notes whose edit no commit could hold exactly: they wait for the person's own commit. */
async function waitingForCommit(
  night: Night,
  uncommitted: Uncommitted,
  edits: readonly PlannedEdit[],
): Promise<readonly LeftFile[]> {
  if (!night.commits) return [];
  const earlier = new Map<VaultPath, string | null>(
    uncommitted.files.map(({ path, before }) => [path, before]),
  );
  const files = edits
    .flatMap(({ edit }) => effectsOf(edit))
    .map(({ path, before, after }) => ({
      path,
      before: earlier.has(path) ? (earlier.get(path) ?? null) : before,
      after,
      own: false,
    }));
  return (await night.home.git.check(files)).flatMap((check): LeftFile[] =>
    check.can === 'wait' ? [{ path: check.path, reason: 'waits-for-commit', message: check.message }] : [],
  );
}

async function gather(
  night: Night,
  role: Role,
  result: RoleResult,
  uncommitted: Uncommitted,
  before: { readonly memory: Omit<OwnText, 'now'>; readonly log: Omit<OwnText, 'now'> },
): Promise<Evidence> {
  const { home, ledger } = night;
  const written = [];
  for (const file of uncommitted.files) {
    const now = await home.fs.read(file.path);
    written.push({ ...file, now: now.ok ? now.text : null });
  }
  return {
    role,
    result,
    written,
    memory: { ...before.memory, now: await ledger.text(before.memory.path) },
    log: { ...before.log, now: await ledger.text(before.log.path) },
    frontmatterFault: (text) => {
      const { frontmatter } = scan(text);
      return frontmatter.state === 'invalid' ? frontmatter.error.message : null;
    },
    placeholders: leftoversOf,
  };
}
