import { describe, expect, it, vi } from 'vitest';
import type { Hash } from '../../../src/core/ports';
import { appHash } from '../../../src/plugin/adapters/app-ports';
import { obsidianVaultFs } from '../../../src/plugin/adapters/obsidian-vault-fs';
import { KeptSides } from '../../../src/plugin/lint/kept-sides';
import { LintSession } from '../../../src/plugin/lint/lint-session';
import { SLICE_MS } from '../../../src/plugin/lint/time-slices';
import { VaultReader } from '../../../src/plugin/lint/vault-reader';
import { memoryStateFs } from '../../support/memory-state-fs';
import { openVault, type OpenVault } from '../../support/obsidian-app/open-vault';

vi.mock('obsidian', async () => import('../../support/obsidian-app/page/obsidian'));

const NOTE = '---\ntitle: A\ncreated: 2026-01-01\ntags: [x]\n---\n';

/** A clock that stands until it is moved, and timers that fire when it is. */
class FakeClock {
  time = 0;
  slices = 0;
  readonly timers = new Set<{ readonly at: number; readonly run: () => void }>();
  onYield: () => void = () => undefined;

  now = (): number => this.time;

  yield = async (): Promise<void> => {
    this.slices += 1;
    this.onYield();
    await Promise.resolve();
  };

  after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.time + ms, run };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  };

  advance(ms: number): void {
    this.time += ms;
    for (const timer of [...this.timers].filter(({ at }) => at <= this.time)) {
      this.timers.delete(timer);
      timer.run();
    }
  }
}

interface Setup {
  readonly session: LintSession;
  readonly clock: FakeClock;
  readonly app: OpenVault;
  readonly state: ReturnType<typeof memoryStateFs>;
  readonly editing: Set<string>;
}

function setUp(
  files: Readonly<Record<string, string>>,
  state = memoryStateFs(),
  hash: Hash = appHash,
): Setup {
  const app = openVault(files);
  const clock = new FakeClock();
  const fs = obsidianVaultFs(app.vault, app.fileManager);
  const editing = new Set<string>();
  const session = new LintSession({
    fs,
    configDir: '.obsidian',
    hash,
    reader: new VaultReader(app.vault, app.metadataCache, fs, new KeptSides(state)),
    clock,
    after: clock.after,
    isEditing: (path) => editing.has(path),
  });
  return { session, clock, app, state, editing };
}

/** Resolves when a run has ended. */
async function settled(session: LintSession): Promise<void> {
  await new Promise<void>((done) => {
    const end = session.subscribe(() => {
      if (session.state.kind === 'busy') return;
      end();
      done();
    });
  });
}

async function lint(session: LintSession): Promise<void> {
  const ended = settled(session);
  session.lintAgain();
  await ended;
}

function rules(session: LintSession): readonly string[] {
  const { state } = session;
  if (state.kind !== 'ready') throw new Error(`not ready but ${JSON.stringify(state)}`);
  return state.report.findings.map(({ rule, path, line }) => `${path}:${String(line)} ${rule}`);
}

describe('linting in the app', () => {
  it('finds what the rules find', async () => {
    const { session } = setUp({
      'Home.md': `${NOTE}[[other note]] [[gap]]\n`,
      'Other-note.md': `${NOTE}[[Home]]\n`,
    });
    expect(session.state.kind).toBe('waiting');
    await lint(session);
    expect(rules(session)).toContain('Home.md:6 broken-wikilink');
    expect(session.state).toMatchObject({
      report: { gaps: [{ link: 'gap', line: 6, column: 16 }], notes: 2 },
    });
  });

  it('takes up no new note once a slice has run its time', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`${String(at)}.md`, `${NOTE}[[x]]\n`]),
    );
    const { session, clock, app } = setUp(files);
    let began = 0;
    let notesInSlice = 0;
    clock.onYield = () => {
      began = clock.time;
      notesInSlice = 0;
    };
    const cachedRead = app.vault.cachedRead.bind(app.vault);
    app.vault.cachedRead = async (file) => {
      expect(clock.time - began).toBeLessThan(SLICE_MS);
      notesInSlice += 1;
      clock.time += 3;
      return cachedRead(file);
    };
    await lint(session);
    expect(rules(session).length).toBeGreaterThan(0);
    expect(notesInSlice).toBeLessThanOrEqual(Math.ceil(SLICE_MS / 3));
    expect(clock.slices).toBeGreaterThanOrEqual(50 / Math.ceil(SLICE_MS / 3));
  });

  it('gives the app its turn also while it concludes over all notes', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`${String(at)}.md`, `${NOTE}[[x]]\n`]),
    );
    // A finding's id is among the last things of a report that are worked out.
    const ids: { readonly inSlice: number; readonly slice: number }[] = [];
    const timed = { began: 0, clock: null as FakeClock | null };
    const { session, clock } = setUp(files, memoryStateFs(), {
      sha256(text) {
        if (timed.clock !== null) {
          ids.push({ inSlice: timed.clock.time - timed.began, slice: timed.clock.slices });
          timed.clock.time += 3;
        }
        return appHash.sha256(text);
      },
    });
    timed.clock = clock;
    clock.onYield = () => {
      timed.began = clock.time;
    };
    await lint(session);
    const found = rules(session).length;
    expect(found).toBeGreaterThanOrEqual(50);
    for (const { inSlice } of ids.slice(-found)) expect(inSlice).toBeLessThan(SLICE_MS);
    expect(new Set(ids.slice(-found).map(({ slice }) => slice)).size).toBeGreaterThan(found / 4);
  });

  it('stops amid a report when it is ended', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`${String(at)}.md`, `${NOTE}[[x]]\n`]),
    );
    let hashed = 0;
    const { session, clock } = setUp(files, memoryStateFs(), {
      sha256(text) {
        hashed += 1;
        clock.time += SLICE_MS;
        if (hashed === 10) session.end();
        return appHash.sha256(text);
      },
    });
    session.lintAgain();
    await vi.waitFor(() => {
      expect(hashed).toBe(10);
    });
    await new Promise((done) => setTimeout(done, 0));
    expect(hashed).toBe(10);
    expect(session.state.kind).not.toBe('ready');
  });

  it('reads only what changed, and waits until changes settle', async () => {
    const { session, clock, app } = setUp({ 'a.md': NOTE, 'b.md': NOTE });
    await lint(session);
    const reads = app.disk.reads;
    app.disk.put('b.md', `${NOTE}TODO\n`);
    await new Promise((done) => setTimeout(done, 0));
    session.changed('b.md');
    expect(clock.timers.size).toBe(1);
    const ended = settled(session);
    clock.advance(500);
    await ended;
    expect(rules(session)).toContain('b.md:6 leftover-placeholder');
    // hermes.yaml is not there; what was read anew is the one note.
    expect(app.disk.reads - reads).toBe(1);
  });

  it('does not touch the note that is being edited until the person stops', async () => {
    const { session, clock, app, editing } = setUp({ 'a.md': NOTE, 'b.md': NOTE });
    await lint(session);
    editing.add('a.md');
    app.disk.put('a.md', `${NOTE}TODO\n`);
    app.disk.put('b.md', `${NOTE}TODO\n`);
    await new Promise((done) => setTimeout(done, 0));
    session.changed('a.md');
    session.changed('b.md');
    let ended = settled(session);
    clock.advance(500);
    await ended;
    expect(rules(session)).toContain('b.md:6 leftover-placeholder');
    expect(rules(session)).not.toContain('a.md:6 leftover-placeholder');
    ended = settled(session);
    clock.advance(2000);
    await ended;
    expect(rules(session)).toContain('a.md:6 leftover-placeholder');
  });

  it('says what is wrong with hermes.yaml, line by line, and checks nothing', async () => {
    const { session, app } = setUp({
      'a.md': 'x',
      'hermes.yaml': 'version: 1\nlint:\n  exclud: []\nfix: 3\n',
    });
    await lint(session);
    expect(session.state).toMatchObject({ kind: 'config-broken' });
    const { state } = session;
    const lines = state.kind === 'config-broken' ? state.lines : [];
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^hermes\.yaml line 3: lint\.exclud: .*exclude/);
    app.disk.put('hermes.yaml', 'version: 1\nlint:\n  exclude: ["a.md"]\n');
    await lint(session);
    expect(rules(session)).toEqual([]);
  });

  it('says what is wrong with an option of a rule', async () => {
    const { session } = setUp({
      'hermes.yaml': 'version: 1\nlint:\n  rules:\n    missing-field:\n      options: { nonsense: 1 }\n',
    });
    await lint(session);
    expect(session.state).toMatchObject({ kind: 'config-broken' });
    expect(JSON.stringify(session.state)).toContain('nonsense');
  });

  it('reports a file that cannot be read, and serves the rest', async () => {
    const { session, app } = setUp({ 'a.md': `${NOTE}TODO\n`, 'b.md': NOTE });
    app.disk.put('bad.md', Uint8Array.of(0x61, 0xff));
    app.disk.unreadable.add('b.md');
    await lint(session);
    expect(rules(session)).toContain('a.md:6 leftover-placeholder');
    expect(session.state).toMatchObject({
      report: {
        problems: [
          { path: 'b.md', kind: 'unreadable' },
          { path: 'bad.md', kind: 'invalid-utf8' },
        ],
      },
    });
  });

  it('knows after a restart what it said of notes that did not change', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`${String(at)}.md`, `${NOTE}TODO [[x]]\n`]),
    );
    const first = setUp(files);
    await lint(first.session);
    const second = setUp(files, first.state);
    await lint(second.session);
    expect(second.app.disk.reads).toBe(0);
    expect(second.session.state).toEqual(first.session.state);
  });

  it('looks anew at everything when the configuration changed', async () => {
    const { session, app } = setUp({ 'a.md': `${NOTE}TODO\n`, 'hermes.yaml': 'version: 1\n' });
    await lint(session);
    expect(rules(session)).toContain('a.md:6 leftover-placeholder');
    app.disk.put('hermes.yaml', 'version: 1\nlint:\n  rules:\n    leftover-placeholder: { severity: off }\n');
    await lint(session);
    expect(rules(session)).not.toContain('a.md:6 leftover-placeholder');
  });

  it('stops between two notes when it is ended, and says nothing more', async () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${String(at)}.md`, NOTE]));
    const { session, clock, app } = setUp(files);
    const cachedRead = app.vault.cachedRead.bind(app.vault);
    app.vault.cachedRead = async (file) => {
      clock.time += 3;
      return cachedRead(file);
    };
    const heard = vi.fn();
    session.subscribe(heard);
    const stopped = new Promise<void>((done) => {
      clock.onYield = () => {
        session.end();
        heard.mockClear();
        setTimeout(done, 0);
      };
    });
    session.lintAgain();
    await stopped;
    expect(heard).not.toHaveBeenCalled();
    expect(app.disk.reads).toBeLessThan(30);
    session.lintAgain();
    session.changed('1.md');
    expect(clock.timers.size).toBe(0);
  });
});
