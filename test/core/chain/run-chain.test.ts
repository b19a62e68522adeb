import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dismissRun } from '../../../src/core/chain/dismiss-run';
import type { Role, RoleResult } from '../../../src/core/chain/role';
import { loadRuns } from '../../../src/core/chain/run-store';
import { parseHeartbeat } from '../../../src/core/logs/heartbeat';
import { parseRunSummary } from '../../../src/core/logs/run-summary';
import type { PlannedEdit } from '../../../src/core/vault/changeset';
import { endOf, nightHome, NOTES, stepOf } from './night-home';

const EVERYWHERE = { include: ['**'], exclude: [] };

function modify(path: string, before: string, after: string): PlannedEdit {
  return { edit: { kind: 'modify', path, before, after }, reason: 'test' };
}

function create(path: string, after: string): PlannedEdit {
  return { edit: { kind: 'create', path, after }, reason: 'test' };
}

const shed = NOTES['Shed.md'] ?? '';
const mendedShed = shed.replace('---\n[[', 'tags: [b]\n---\n[[');

/** A FIX-AGENT that mends one note. */
const mending: Partial<Role> = {
  scope: EVERYWHERE,
  run: async ({ apply }) => {
    await apply([modify('Shed.md', shed, mendedShed)]);
    return {
      outcome: 'done',
      claims: [{ kind: 'modified', path: 'Shed.md' }],
      section: {
        summary: 'One note mended.',
        lines: [{ type: 'fix', text: '`Shed.md` got tags', key: 'x' }],
      },
      doings: [{ type: 'fix', path: 'Shed.md', to: null, text: 'added tags' }],
    };
  },
};

function failing(reason: string): Partial<Role> {
  return { scope: EVERYWHERE, run: () => Promise.resolve({ outcome: 'failed', reason }) };
}

describe('a night', () => {
  it('commits exactly what each passing role wrote, with trailers, and leaves the person’s work alone', async () => {
    const { repo, run, home } = nightHome();
    repo.write('Garden.md', `${NOTES['Garden.md'] ?? ''}half a thought`);
    repo.write('Staged.md', 'staged');
    repo.git('add', 'Staged.md');
    const before = repo.git('status', '--porcelain');

    const record = await run({ roles: { 'FIX-AGENT': mending } });

    expect(record.status.status).toBe('finished');
    expect(repo.read('Shed.md')).toBe(mendedShed);
    expect(repo.git('status', '--porcelain')).toBe(before);
    const { state } = stepOf(record, 'FIX-AGENT');
    const commit = state.state === 'ended' ? (state.commit ?? '') : '';
    expect(repo.git('show', '--format=%an|%s', '--name-only', commit).trim().split('\n')).toEqual([
      'Hermes Harness|Hermes nightly 2026-07-04: FIX-AGENT',
      '',
      expect.stringMatching(/^Logs\/\d{4}\.md$/),
      'Logs/heartbeat.md',
      `Logs/hermes/runs/${record.id}.json`,
      'Logs/memory/2026-07-04.md',
      'Shed.md',
    ]);
    const trailers = repo.git('log', '-1', '--format=%(trailers:unfold)', commit);
    expect(trailers).toContain(`Hermes-Run: ${record.id}`);
    expect(trailers).toContain('Hermes-Role: FIX-AGENT');
    expect(repo.git('show', `${commit}:Shed.md`)).toBe(mendedShed);

    const memory = repo.read('Logs/memory/2026-07-04.md');
    expect(memory).toContain('status: finished');
    expect(memory).toContain('## FIX-AGENT\n\nOne note mended.\n\n- [type:: fix] `Shed.md` got tags ^');
    const summary = parseRunSummary(repo.read(`Logs/hermes/runs/${record.id}.json`));
    expect(summary.kind === 'read' && summary.summary.diff.text).toContain('+tags: [b]');
    const beat = parseHeartbeat(repo.read('Logs/heartbeat.md'));
    expect(
      beat.kind === 'read' && [beat.heartbeat.status, beat.heartbeat.harness, beat.heartbeat.device],
    ).toEqual(['finished', '1.2.3', home.device.id]);
  });

  it('says nothing twice: the second night makes no memory file and one commit', async () => {
    const { repo, run } = nightHome();
    await run();
    const log = repo.git('ls-files', 'Logs/*.md');
    const head = repo.head();
    const record = await run({ date: '2026-07-05' });
    expect(['DISPATCHER', 'LINT-AGENT'].map((role) => endOf(record, role as 'DISPATCHER'))).toEqual([
      'quiet',
      'quiet',
    ]);
    expect(repo.git('rev-list', `${head}..HEAD`).trim().split('\n')).toHaveLength(1);
    expect(repo.git('diff', '--name-only', head, 'HEAD').trim().split('\n')).toEqual([
      'Logs/heartbeat.md',
      `Logs/hermes/runs/${record.id}.json`,
    ]);
    expect(repo.git('ls-files', 'Logs/*.md')).toBe(log);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('reports what is new and what is resolved since the last finished night', async () => {
    const { repo, run } = nightHome(NOTES, 'without git');
    await run();
    repo.write('Shed.md', mendedShed);
    repo.write('Home.md', `${NOTES['Home.md'] ?? ''}[[garden.md]] [[No such]] ![[pic.png]]\n`);
    const record = await run({ date: '2026-07-05' });
    expect(record.counts).toMatchObject({ fresh: 1, resolved: 1 });
    const memory = repo.read('Logs/memory/2026-07-05.md');
    expect(memory).toContain('broken-wikilink');
    expect(memory).toContain('`Shed.md` resolved: missing-field');
    expect(repo.read(`Logs/${new Date().getFullYear()}.md`)).toMatch(/\[type:: resolved\].*`Shed\.md`/);
  });
});

describe('a chain that looks no note over', () => {
  it('leaves the last count of findings standing in the heartbeat', async () => {
    const { repo, run } = nightHome(NOTES, 'without git');
    const { counts: found } = await run();
    if (found === null) throw new Error('the night counted nothing');
    await run({ chain: 'weekly' });
    const beat = parseHeartbeat(repo.read('Logs/heartbeat.md'));
    if (beat.kind !== 'read') throw new Error('the heartbeat cannot be read');
    const { chain, counts, runs } = beat.heartbeat;
    expect({ chain, ...counts }).toMatchObject({
      chain: 'weekly',
      warnings: found.warnings,
      fresh: 0,
      resolved: 0,
    });
    const open = found.errors + found.warnings + found.infos;
    expect(runs.map(({ findings }) => findings)).toEqual([open, open]);
    expect(open).toBeGreaterThan(0);
  });
});

describe('a role that misbehaves', () => {
  const section = { summary: 'All well.', lines: [] };
  const done = (over: Partial<Extract<RoleResult, { outcome: 'done' }>>): RoleResult => ({
    outcome: 'done',
    claims: [],
    section: null,
    doings: [],
    ...over,
  });

  it.each<[string, Role['run'], RegExp, Partial<Role>?]>([
    [
      'claims what it did not do',
      () => Promise.resolve(done({ claims: [{ kind: 'modified', path: 'Shed.md' }] })),
      /claims to have modified Shed\.md, which was not written for it/,
    ],
    [
      'writes outside its scope and claims it',
      async ({ apply }) => {
        await apply([modify('Shed.md', shed, mendedShed)]);
        return done({ claims: [{ kind: 'modified', path: 'Shed.md' }] });
      },
      /Shed\.md is outside of what it may write/,
      { scope: { include: ['Garden.md'], exclude: [] } },
    ],
    [
      'gives an empty section',
      () => Promise.resolve(done({ section: { summary: ' ', lines: [] } })),
      /its section is empty/,
    ],
    [
      'is quiet and claims all the same',
      () => {
        const faulty: object = { outcome: 'quiet', claims: [{ kind: 'created', path: 'New.md' }] };
        return Promise.resolve(faulty as RoleResult);
      },
      /ended quiet and claims to have created New\.md/,
    ],
    [
      'is quiet and writes all the same',
      async ({ apply }) => {
        await apply([create('New.md', 'x')]);
        return { outcome: 'quiet' };
      },
      /ended quiet and wrote New\.md/,
    ],
    [
      'keeps a write to itself',
      async ({ apply }) => {
        await apply([create('New.md', 'x')]);
        return done({ section });
      },
      /it wrote New\.md and does not claim it/,
    ],
    [
      'breaks the frontmatter of a note',
      async ({ apply }) => {
        await apply([modify('Shed.md', shed, shed.replace('title:', 'title: [open'))]);
        return done({ claims: [{ kind: 'modified', path: 'Shed.md' }] });
      },
      // The gate would not write it, and the VALIDATOR sees that it was not written.
      /claims to have modified Shed\.md, which was not written for it/,
    ],
    [
      'leaves a placeholder in a file that it calls done',
      async ({ apply }) => {
        await apply([create('New.md', '# New\n\nDear <name of the reader>, TODO\n')]);
        return done({ claims: [{ kind: 'created', path: 'New.md' }] });
      },
      /New\.md is called done and holds the placeholder/,
    ],
    ['throws', () => Promise.reject(new Error('out of tea')), /out of tea/],
  ])('%s is refused, named, and halts the chain', async (_, run, reason, over = {}) => {
    const { repo, run: night } = nightHome(NOTES, 'without git');
    const record = await night({ roles: { 'FIX-AGENT': { scope: EVERYWHERE, ...over, run } } });
    expect(record.status).toMatchObject({ status: 'halted', role: 'FIX-AGENT' });
    expect(endOf(record, 'FIX-AGENT')).toMatch(/^failed: /);
    expect(endOf(record, 'FIX-AGENT')).toMatch(reason);
    expect(endOf(record, 'LINT-AGENT')).toBe('waiting');
    // The harness's files say what happened.
    expect(repo.read('Logs/heartbeat.md')).toMatch(/^status: halted$/m);
    expect(repo.read('Logs/heartbeat.md')).toContain(`--resume ${record.id}`);
    expect(repo.read(`Logs/${new Date().getFullYear()}.md`)).toMatch(/\[type:: halt\] \[role:: FIX-AGENT\]/);
    expect(repo.read('Logs/memory/2026-07-04.md')).toMatch(/- .* FIX-AGENT (refused|passed) \(/);
    expect(repo.read('Logs/memory/2026-07-04.md')).toMatch(/^status: failed$/m);
  });

  it('that rewrites the event log behind the harness’s back is refused', async () => {
    const { repo, run } = nightHome(NOTES, 'without git');
    await run();
    const log = `Logs/${new Date().getFullYear()}.md`;
    const record = await run({
      roles: {
        'FIX-AGENT': {
          run: () => {
            repo.write(log, repo.read(log).replace(/\[type:: finding\]/, '[type:: nothing]'));
            return Promise.resolve({ outcome: 'quiet' });
          },
        },
      },
    });
    expect(endOf(record, 'FIX-AGENT')).toMatch(
      /Logs\/\d{4}\.md: what stood on line \d+ was changed or removed/,
    );
  });
});

it('passes over the turn of the year: the log of the old one stands, that of the new one begins', async () => {
  const { repo, run } = nightHome(NOTES, 'without git');
  let now = Date.UTC(2026, 5, 1, 12);
  const clock = { now: () => now, zone: () => 'UTC' };
  await run({ clock });
  repo.write('New.md', '[[garden.md]]');
  const record = await run({
    clock,
    roles: {
      'FIX-AGENT': {
        run: () => {
          now = Date.UTC(2027, 5, 1, 12);
          return Promise.resolve({ outcome: 'quiet' });
        },
      },
    },
  });
  expect(record.status.status).toBe('finished');
  expect(repo.read('Logs/2026.md')).not.toContain('New.md');
  expect(repo.read('Logs/2027.md')).toContain('`New.md`');
});

it('tells what git keeps out of its commits, but for what the person has it ignore', async () => {
  const { repo, run } = nightHome();
  repo.write('.gitattributes', 'Logs/*.md filter=crypt\n');
  repo.write('.gitignore', 'Logs/memory/\n');
  repo.commitAll('Rules');
  const record = await run();
  expect(record.notes).toContainEqual(expect.stringMatching(/^Logs\/heartbeat\.md is not committed: /));
  expect(record.notes.filter((note) => note.startsWith('Logs/heartbeat.md'))).toHaveLength(1);
  expect(record.notes.join('\n')).not.toContain('Logs/memory/');
});

describe('a halted run', () => {
  it('keeps its files from later nights until it is dismissed', async () => {
    const { repo, run, home } = nightHome();
    const halted = await run({
      roles: {
        'FIX-AGENT': {
          ...mending,
          run: async (context) => {
            await mending.run?.(context);
            return { outcome: 'failed', reason: 'could not go on' };
          },
        },
      },
    });
    expect(halted.status.status).toBe('halted');
    expect(repo.git('status', '--porcelain').trim()).toBe('M Shed.md');

    const left: string[] = [];
    const touching: Partial<Role> = {
      scope: EVERYWHERE,
      run: async ({ apply }) => {
        const outcome = await apply([modify('Shed.md', mendedShed, `${mendedShed}more\n`)]);
        left.push(...outcome.left.map(({ reason }) => reason));
        return { outcome: 'quiet' };
      },
    };
    await run({ date: '2026-07-05', roles: { 'FIX-AGENT': touching } });
    expect(left).toEqual(['quarantined']);
    expect(repo.read('Shed.md')).toBe(mendedShed);
    expect(repo.git('status', '--porcelain').trim()).toBe('M Shed.md');

    const dismissed = await dismissRun(home, halted.id, { version: '1', configFolder: '.obsidian' });
    expect(dismissed.ok && dismissed.record.status.status).toBe('dismissed');
    await run({
      date: '2026-07-06',
      roles: {
        'FIX-AGENT': {
          ...touching,
          run: async (context) => {
            await touching.run?.(context);
            return {
              outcome: 'done',
              claims: [{ kind: 'modified', path: 'Shed.md' }],
              section: null,
              doings: [],
            };
          },
        },
      },
    });
    // The person's uncommitted version of the note is theirs now; ours goes on top of it only if a commit can hold it.
    expect(left[1] ?? 'written').toMatch(/waits-for-commit|written/);
  });

  it('goes on from the role that failed, and its claims hold against the first try', async () => {
    const { repo, run } = nightHome();
    const halted = await run({
      roles: {
        'FIX-AGENT': {
          ...mending,
          run: async (context) => {
            await mending.run?.(context);
            return { outcome: 'failed', reason: 'could not go on' };
          },
        },
      },
    });
    const seen: string[] = [];
    const resumed = await run({
      resume: halted.id,
      date: null,
      roles: {
        DISPATCHER: { run: () => Promise.reject(new Error('must not run again')) },
        'FIX-AGENT': {
          scope: EVERYWHERE,
          run: () => {
            seen.push('again');
            // Wrote it in its first try; nothing is left to do.
            return Promise.resolve({
              outcome: 'done',
              claims: [{ kind: 'modified', path: 'Shed.md' }],
              section: null,
              doings: [],
            });
          },
        },
      },
    });
    expect(seen).toEqual(['again']);
    expect(resumed.id).toBe(halted.id);
    expect(resumed.status.status).toBe('finished');
    expect(stepOf(resumed, 'FIX-AGENT').tries).toBe(2);
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(repo.git('show', 'HEAD:Shed.md')).toBe(mendedShed);
    expect(repo.read('Logs/memory/2026-07-04.md')).toContain('status: finished');
  });

  it('stops the chain after three in a row, until one is settled', async () => {
    const { run, home } = nightHome(NOTES, 'without git');
    const roles = { 'LINT-AGENT': failing('no luck') };
    const first = await run({ roles });
    await run({ roles, date: '2026-07-05' });
    await run({ roles, date: '2026-07-06' });
    await expect(run({ date: '2026-07-07' })).rejects.toThrow(
      /the last 3 nightly runs halted, so no new one starts/,
    );
    expect((await loadRuns(home.state)).records).toHaveLength(3);
    await run({ chain: 'weekly', date: '2026-07-07' });
    await expect(run({ resume: '01JNOSUCHRUN', date: null })).rejects.toThrow(
      /there is no run 01JNOSUCHRUN on this device; these wait: /,
    );
    await dismissRun(home, (await loadRuns(home.state)).records[2]?.id ?? '', {
      version: '1',
      configFolder: '.obsidian',
    });
    const after = await run({ date: '2026-07-08' });
    expect(after.status.status).toBe('finished');
    await expect(run({ resume: after.id, date: null })).rejects.toThrow(
      /is finished; only a halted or interrupted run can be resumed/,
    );
    expect((await run({ resume: first.id, date: null })).status.status).toBe('finished');
  });
});

describe('a run that ends early', () => {
  it('stops between files, takes back what nobody checked, and can be resumed', async () => {
    const { repo, run } = nightHome();
    const stop = { aborted: false };
    const record = await run({
      stop,
      roles: {
        'FIX-AGENT': {
          scope: EVERYWHERE,
          run: async ({ apply }) => {
            await apply([modify('Shed.md', shed, mendedShed)]);
            stop.aborted = true;
            await apply([create('New.md', 'x')]);
            return { outcome: 'quiet' };
          },
        },
      },
    });
    expect(record.status).toMatchObject({ status: 'interrupted', role: 'FIX-AGENT', how: 'stopped' });
    expect(repo.read('Shed.md')).toBe(shed);
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(repo.read('Logs/heartbeat.md')).toMatch(/^status: interrupted$/m);
    const resumed = await run({ resume: record.id, date: null, roles: { 'FIX-AGENT': mending } });
    expect(resumed.status.status).toBe('finished');
    expect(repo.git('show', 'HEAD:Shed.md')).toBe(mendedShed);
  });

  it('that died is reported at the next start, and its unchecked edits are taken back', async () => {
    const { repo, run, home, events } = nightHome();
    const dying = run({
      roles: {
        'FIX-AGENT': {
          scope: EVERYWHERE,
          run: async ({ apply }) => {
            await apply([modify('Shed.md', shed, mendedShed)]);
            throw new Error('unreachable after this');
          },
        },
      },
    });
    await dying;
    // As a kill would have left it: the record still says that it runs.
    const [record] = (await loadRuns(home.state)).records;
    if (record === undefined) throw new Error('no record');
    await home.state.write(
      `runs/${record.id}.json`,
      new TextEncoder().encode(JSON.stringify({ ...record, status: { status: 'running' } })),
    );
    events.length = 0;
    const next = await run({ date: '2026-07-05' });
    expect(next.status.status).toBe('finished');
    expect(events.flatMap((event) => (event.kind === 'note' ? [event.text] : []))).toEqual([
      `the nightly run ${record.id} of 2026-07-04 was killed in FIX-AGENT; its unfinished edits were taken back (Shed.md)`,
    ]);
    expect(repo.read('Shed.md')).toBe(shed);
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(repo.read('Logs/memory/2026-07-04.md')).toContain('status: interrupted');
    expect(repo.read('Logs/heartbeat.md')).toContain('the process was killed');
  });
});

describe('a vault that suddenly shrank', () => {
  it('is left alone until a person has looked', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`Many/${i}.md`, `note ${i}\n`]));
    const { repo, run, home } = nightHome({ ...NOTES, ...many }, 'without git');
    await run();
    rmSync(join(repo.vault, 'Many'), { recursive: true });
    const beat = repo.read('Logs/heartbeat.md');
    const halted = await run({ date: '2026-07-05' });
    expect(halted.status).toMatchObject({ status: 'halted', role: null });
    expect(repo.read('Logs/heartbeat.md')).toBe(beat);
    await dismissRun(home, halted.id, { version: '1', configFolder: '.obsidian' });
    expect((await run({ date: '2026-07-05' })).status.status).toBe('finished');
  });
});
