import { describe, expect, it } from 'vitest';
import type { FileEdit } from '../../../src/core/vault/changeset';
import { applyChangeset } from '../../../src/core/vault/apply-changeset';
import { OverlappingEdits } from '../../../src/core/vault/plan-changeset';
import { recoverApplies } from '../../../src/core/vault/recover-applies';
import { shrinkAlarm } from '../../../src/core/vault/shrink-guard';
import { UndoStore } from '../../../src/core/vault/undo-store';
import { BY_HAND, planned } from '../../support/changes';
import { fixedClock } from '../../support/fixed-clock';
import { memoryStateFs } from '../../support/memory-state-fs';
import { memoryVaultFs } from '../../support/memory-vault-fs';

const FULL = { ok: false, why: 'failed', message: 'the disk is full' } as const;

function desk(files: Readonly<Record<string, string>>) {
  const vault = memoryVaultFs(files);
  const state = memoryStateFs();
  const clock = fixedClock();
  return { vault, state, clock, store: new UndoStore(state), files: () => vault.snapshot() };
}

function modify(path: string, before: string, after: string): FileEdit {
  return { kind: 'modify', path, before, after };
}

describe('planning', () => {
  it('drops what changes nothing and keeps the order of the rest', () => {
    const changeset = planned([
      modify('a.md', 'same', 'same'),
      { kind: 'move', path: 'm.md', to: 'm.md', before: 'x' },
      modify('b.md', '1', '2'),
      { kind: 'create', path: 'empty.md', after: '' },
    ]);
    expect(changeset.edits.map(({ edit }) => edit.path)).toEqual(['b.md', 'empty.md']);
    expect(changeset.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('refuses two edits that meet in one file', () => {
    const plan = () =>
      planned([{ kind: 'move', path: 'a.md', to: 'b.md', before: 'a' }, modify('b.md', '1', '2')]);
    expect(plan).toThrow(OverlappingEdits);
    expect(plan).toThrow('two edits of one changeset touch b.md');
  });
});

describe('applying', () => {
  it('writes every kind of edit and keeps the originals', async () => {
    const { vault, state, clock, store, files } = desk({
      'a.md': 'a',
      'd.md': 'd',
      'm.md': 'm',
      'z.md': 'z',
    });
    const changeset = planned([
      { kind: 'delete', path: 'd.md', before: 'd' },
      modify('a.md', 'a', 'A'),
      { kind: 'move', path: 'm.md', to: 'sub/m.md', before: 'm' },
      { kind: 'create', path: 'new.md', after: 'new' },
    ]);
    const outcome = await applyChangeset({ vault, state, clock }, changeset, BY_HAND);
    expect(outcome).toMatchObject({ ok: true, left: [] });
    expect(files()).toEqual({ 'a.md': 'A', 'new.md': 'new', 'sub/m.md': 'm', 'z.md': 'z' });
    expect(await store.changeset(changeset.id)).toMatchObject({ author: 'TEST', edits: changeset.edits });
    expect(await store.entries()).toMatchObject([
      { id: changeset.id, state: 'applied', paths: ['d.md', 'a.md', 'm.md', 'sub/m.md', 'new.md'], left: [] },
    ]);
  });

  it('has the originals before the first byte is written', async () => {
    const { vault, state, clock, store } = desk({ 'a.md': 'a' });
    const changeset = planned([modify('a.md', 'a', 'b')]);
    const standing: Promise<unknown>[] = [];
    vault.intercept = ({ method }) => {
      if (method === 'overwrite') standing.push(store.entries());
      return undefined;
    };
    await applyChangeset({ vault, state, clock }, changeset, BY_HAND);
    expect(await Promise.all(standing)).toMatchObject([[{ id: changeset.id, state: 'pending' }]]);
  });

  it('leaves what changed since it was planned, before or at the moment of writing', async () => {
    const { vault, state, clock, store, files } = desk({
      'a.md': 'a',
      'b.md': 'b',
      'c.md': 'c',
      'x.md': 'x',
    });
    const changeset = planned([
      modify('a.md', 'a', 'A'),
      modify('b.md', 'b', 'B'),
      modify('c.md', 'c', 'C'),
      modify('gone.md', 'g', 'G'),
      { kind: 'create', path: 'x.md', after: 'new' },
    ]);
    vault.put('a.md', 'by hand');
    vault.intercept = ({ method, path }) => {
      if (method === 'overwrite' && path === 'b.md') vault.put('b.md', 'saved just now');
      return undefined;
    };
    const outcome = await applyChangeset({ vault, state, clock }, changeset, BY_HAND);
    expect(outcome).toEqual({
      ok: true,
      written: [modify('c.md', 'c', 'C')],
      left: [
        { path: 'a.md', reason: 'changed-since-plan', message: 'it changed since this was planned' },
        { path: 'gone.md', reason: 'changed-since-plan', message: 'it is not there any more' },
        {
          path: 'x.md',
          reason: 'changed-since-plan',
          message: 'a file stands there already, or where its folder would be',
        },
        { path: 'b.md', reason: 'changed-since-plan', message: 'it changed since this was planned' },
      ],
    });
    expect(files()).toEqual({ 'a.md': 'by hand', 'b.md': 'saved just now', 'c.md': 'C', 'x.md': 'x' });
    expect((await store.entries())[0]?.left).toContain('b.md');
  });

  it('leaves a file that may not be written, and goes on', async () => {
    const { vault, state, clock, files } = desk({ 'a.md': 'a', 'b.md': 'b' });
    vault.intercept = ({ method, path }) =>
      method === 'overwrite' && path === 'a.md'
        ? { ok: false, why: 'read-only', message: 'no permission' }
        : undefined;
    const changeset = planned([modify('a.md', 'a', 'A'), modify('b.md', 'b', 'B')]);
    const outcome = await applyChangeset({ vault, state, clock }, changeset, BY_HAND);
    expect(outcome.left).toEqual([{ path: 'a.md', reason: 'read-only', message: 'no permission' }]);
    expect(files()).toEqual({ 'a.md': 'a', 'b.md': 'B' });
  });

  it('puts everything back when the disk fails in the middle', async () => {
    const before = { 'a.md': 'a', 'd.md': 'd', 'm.md': 'm', 'z.md': 'z' };
    const { vault, state, clock, store, files } = desk(before);
    vault.intercept = ({ method }) => (method === 'remove' ? FULL : undefined);
    const changeset = planned([
      { kind: 'delete', path: 'd.md', before: 'd' },
      { kind: 'create', path: 'new.md', after: 'new' },
      modify('a.md', 'a', 'A'),
      { kind: 'move', path: 'm.md', to: 'n.md', before: 'm' },
    ]);
    expect(await applyChangeset({ vault, state, clock }, changeset, BY_HAND)).toEqual({
      ok: false,
      message: 'the disk is full; 3 files already written were put back',
      left: [],
    });
    expect(files()).toEqual(before);
    expect(await store.entries()).toEqual([]);
    expect(await state.list('undo/records/')).toEqual([]);
  });

  it('leaves the rest of the putting back to the next start when the disk takes nothing', async () => {
    const { vault, state, clock, files } = desk({ 'a.md': 'a', 'b.md': 'b' });
    let broken = false;
    vault.intercept = ({ method, path }) => {
      if (method === 'overwrite' && path === 'b.md') broken = true;
      return broken && method !== 'read' ? FULL : undefined;
    };
    const changeset = planned([modify('a.md', 'a', 'A'), modify('b.md', 'b', 'B')]);
    const outcome = await applyChangeset({ vault, state, clock }, changeset, BY_HAND);
    expect(outcome).toMatchObject({
      ok: false,
      message: 'the disk is full; not yet put back, the next start tries again: b.md, a.md',
    });
    expect(files()).toEqual({ 'a.md': 'A', 'b.md': 'b' });

    vault.intercept = null;
    const [recovery] = await recoverApplies({ vault, state });
    expect(recovery?.message).toBe('TEST was cut off while writing 2 files; 1 file put back as before');
    expect(files()).toEqual({ 'a.md': 'a', 'b.md': 'b' });
  });

  it('writes nothing when the originals cannot be saved', async () => {
    const { vault, state, clock, files } = desk({ 'a.md': 'a' });
    state.failWrites = 'the disk is full';
    const outcome = await applyChangeset(
      { vault, state, clock },
      planned([modify('a.md', 'a', 'A')]),
      BY_HAND,
    );
    expect(!outcome.ok && outcome.message).toContain('nothing was written');
    expect(files()).toEqual({ 'a.md': 'a' });
  });

  it('puts everything back when it cannot note that all is written', async () => {
    const { vault, state, clock, files } = desk({ 'a.md': 'a' });
    vault.intercept = ({ method }) => {
      if (method === 'overwrite') state.failWrites = 'the disk is full';
      return undefined;
    };
    const outcome = await applyChangeset(
      { vault, state, clock },
      planned([modify('a.md', 'a', 'A')]),
      BY_HAND,
    );
    expect(outcome.ok).toBe(false);
    expect(files()).toEqual({ 'a.md': 'a' });
    state.failWrites = null;
    expect(await recoverApplies({ vault, state })).toMatchObject([{ restored: [], edited: [], failed: [] }]);
    expect(await recoverApplies({ vault, state })).toEqual([]);
  });

  it('lets applies of one process wait for each other', async () => {
    const { vault, state, clock, store } = desk({ 'a.md': '0' });
    const plans = [0, 1, 2, 3].map((n) => planned([modify('a.md', String(n), String(n + 1))], `run-${n}`));
    const outcomes = await Promise.all(
      plans.map((plan) => applyChangeset({ vault, state, clock }, plan, BY_HAND)),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect((await store.entries()).map(({ id, state: is }) => [id, is])).toEqual(
      plans.map(({ id }) => [id, 'applied']),
    );
  });
});

describe('what is not written at all', () => {
  it.each([
    ['../x.md', 'outside-vault'],
    ['/x.md', 'outside-vault'],
    ['a/./x.md', 'outside-vault'],
    ['a\\x.md', 'outside-vault'],
    ['two\nlines.md', 'outside-vault'],
    ['.git/config', 'forbidden-place'],
    ['.GIT/config', 'forbidden-place'],
    ['.git./config', 'forbidden-place'],
    ['project/.git/hooks/post-commit', 'forbidden-place'],
    ['.trash/x.md', 'forbidden-place'],
    ['.settings/app.json', 'forbidden-place'],
  ])('%j is %s', async (path, reason) => {
    const { vault, state, clock, files } = desk({ 'a.md': 'a' });
    const options = { ...BY_HAND, configFolder: '.settings' };
    const make = planned([{ kind: 'create', path, after: 'x' }]);
    expect((await applyChangeset({ vault, state, clock }, make, options)).left).toMatchObject([
      { path, reason },
    ]);
    const move = planned([{ kind: 'move', path: 'a.md', to: path, before: 'a' }]);
    expect((await applyChangeset({ vault, state, clock }, move, options)).left).toMatchObject([{ reason }]);
    expect(files()).toEqual({ 'a.md': 'a' });
  });

  it('follows scope, quarantine, waiting files, gates and half characters', async () => {
    const { vault, state, clock, files } = desk({
      'in/a.md': '1',
      'in/q.md': '1',
      'in/w.md': '1',
      'in/half.md': '1',
      'in/fm.md': '---\na: 1\n---\n',
      'in/bad.md': '---\na: [\n---\n',
      'in/not/x.md': '1',
      'in/two.md': '1',
      'out.md': '1',
    });
    const edits = Object.entries(files()).map(([path, before]) =>
      modify(
        path,
        before,
        path === 'in/half.md' ? '\ud83d' : path.includes('fm') ? '---\na: [\n---\n' : before + '2',
      ),
    );
    const outcome = await applyChangeset({ vault, state, clock }, planned(edits), {
      ...BY_HAND,
      scope: { include: ['in/**'], exclude: ['in/not/**'] },
      quarantined: new Set(['in/q.md']),
      leave: [{ path: 'in/w.md', reason: 'waits-for-commit', message: 'not committed yet' }],
      gates: [
        {
          name: 'never two',
          check: (edit) =>
            edit.path.includes('two') ? { reason: 'refused-by-gate', message: 'two is too many' } : null,
        },
      ],
    });
    expect(outcome.left.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      'in/fm.md refused-by-gate',
      'in/half.md refused-by-gate',
      'in/not/x.md outside-scope',
      'in/q.md quarantined',
      'in/two.md refused-by-gate',
      'in/w.md waits-for-commit',
      'out.md outside-scope',
    ]);
    expect(outcome.ok && outcome.written.map(({ path }) => path)).toEqual(['in/a.md', 'in/bad.md']);
  });

  it('lets a note rest that was touched within the last minutes, unless that was us', async () => {
    const { vault, state, clock, files } = desk({ 'old.md': '1' });
    const minute = 60_000;
    const put = (path: string, age: number) => {
      vault.time = clock.time - age * minute;
      vault.put(path, '1');
    };
    put('old.md', 6);
    put('fresh.md', 4);
    put('ours.md', 0);
    put('clock-runs-ahead.md', -60);
    const edits = Object.keys(files()).map((path) => modify(path, '1', '2'));
    const settle = { minutes: 5, ours: new Set(['ours.md']) };
    const outcome = await applyChangeset({ vault, state, clock }, planned(edits), { ...BY_HAND, settle });
    expect(outcome.left).toEqual([
      {
        path: 'fresh.md',
        reason: 'too-fresh',
        message: 'it was edited within the last 5 minutes and waits for the next run',
      },
    ]);
    const byHand = await applyChangeset(
      { vault, state, clock },
      planned([modify('fresh.md', '1', '2')]),
      BY_HAND,
    );
    expect(byHand.left).toEqual([]);
  });

  it('reports what cannot be read', async () => {
    const { vault, state, clock } = desk({});
    vault.put('bad.md', Uint8Array.of(0xff));
    const outcome = await applyChangeset(
      { vault, state, clock },
      planned([modify('bad.md', 'x', 'y')]),
      BY_HAND,
    );
    expect(outcome.left).toEqual([
      { path: 'bad.md', reason: 'unreadable', message: 'is no valid UTF-8 text' },
    ]);
  });
});

describe('after a process died while it wrote', () => {
  class Killed extends Error {}

  /** Applies until `survives` writes were made, then stops dead; `torn` is what the next one leaves. */
  async function cutOff(survives: number, torn?: { path: string; bytes: Uint8Array }) {
    const at = desk({ 'a.md': 'aaaa', 'b.md': 'bbbb', 'd.md': 'd', 'm.md': 'm' });
    let writes = 0;
    at.vault.intercept = ({ method }) => {
      if (method === 'read' || writes++ < survives) return undefined;
      if (torn !== undefined) at.vault.put(torn.path, torn.bytes);
      throw new Killed();
    };
    const changeset = planned([
      modify('a.md', 'aaaa', 'AAAA longer'),
      modify('b.md', 'bbbb', 'BB'),
      { kind: 'create', path: 'c.md', after: 'cc' },
      { kind: 'move', path: 'm.md', to: 'n.md', before: 'm' },
      { kind: 'delete', path: 'd.md', before: 'd' },
    ]);
    await expect(applyChangeset(at, changeset, BY_HAND)).rejects.toThrow(Killed);
    at.vault.intercept = null;
    return at;
  }
  const old = { 'a.md': 'aaaa', 'b.md': 'bbbb', 'd.md': 'd', 'm.md': 'm' };
  const bytes = (text: string) => new TextEncoder().encode(text);

  it.each([0, 1, 2, 3, 4])('with %i files written, all are as before', async (survives) => {
    const { vault, state, store, files } = await cutOff(survives);
    const [recovery] = await recoverApplies({ vault, state });
    expect(recovery?.restored).toHaveLength(survives);
    expect(files()).toEqual(old);
    expect(await store.entries()).toEqual([]);
    expect(await state.list('undo/records/')).toEqual([]);
    expect(await recoverApplies({ vault, state })).toEqual([]);
  });

  it.each([
    ['c.md', 'c', 0],
    ['c.md', '', 0],
    ['a.md', 'aaaa lon', 1],
    ['a.md', 'AAaa longer', 1],
    ['b.md', 'Bbbb', 2],
    ['b.md', 'BBbb', 2],
  ])('with %s torn as %j, all are as before', async (path, torn, survives) => {
    const { vault, state, files } = await cutOff(survives, { path, bytes: bytes(torn) });
    await recoverApplies({ vault, state });
    expect(files()).toEqual(old);
  });

  it('with a character cut in two, all are as before', async () => {
    const vault = memoryVaultFs({ 'n.md': 'ää' });
    const state = memoryStateFs();
    vault.intercept = ({ method }) => {
      if (method !== 'overwrite') return undefined;
      vault.put('n.md', Uint8Array.of(0xe2, 0xa4, 0xc3, 0xa4));
      throw new Killed();
    };
    const changeset = planned([modify('n.md', 'ää', '€€')]);
    await expect(applyChangeset({ vault, state, clock: fixedClock() }, changeset, BY_HAND)).rejects.toThrow(
      Killed,
    );
    vault.intercept = null;
    vault.put('n.md', Uint8Array.of(0xe2, 0x82, 0xc3, 0xa4));
    await recoverApplies({ vault, state });
    expect(vault.snapshot()).toEqual({ 'n.md': 'ää' });
  });

  it('leaves a file that somebody edited since, keeps its original and says so', async () => {
    const { vault, state, store, files } = await cutOff(4);
    vault.put('a.md', 'AAAA longer, and by hand');
    const [recovery] = await recoverApplies({ vault, state });
    expect(recovery?.message).toBe(
      'TEST was cut off while writing 6 files; 3 files put back as before; left because edited since: a.md',
    );
    expect(files()).toEqual({ ...old, 'a.md': 'AAAA longer, and by hand' });
    const [entry] = await store.entries();
    expect(entry?.state).toBe('interrupted');
    expect((await store.changeset(entry?.id ?? ''))?.edits[0]?.edit).toEqual(
      modify('a.md', 'aaaa', 'AAAA longer'),
    );
    expect(await recoverApplies({ vault, state })).toEqual([]);
  });

  it('finishes a move that stood under both names', async () => {
    const { vault, state, files } = await cutOff(3, { path: 'n.md', bytes: bytes('m') });
    await recoverApplies({ vault, state });
    expect(files()).toEqual(old);
  });
});

describe('the undo store', () => {
  it('keeps the newest runs within its limits, whole', async () => {
    const { vault, state, clock, store } = desk({ 'a.md': '0' });
    const options = { ...BY_HAND, undo: { runs: 3, megabytes: 1 } };
    let text = '0';
    const write = async (run: string, next: string) => {
      const outcome = await applyChangeset(
        { vault, state, clock },
        planned([modify('a.md', text, next)], run),
        options,
      );
      expect(outcome.ok).toBe(true);
      text = next;
    };
    const kept = async () => (await store.entries()).map(({ run }) => run);
    for (const run of ['r1', 'r2', 'r2', 'r3', 'r4']) await write(run, `${text}.`);
    expect(await kept()).toEqual(['r2', 'r2', 'r3', 'r4']);
    await write('r5', 'x'.repeat(700_000));
    expect(await kept()).toEqual(['r3', 'r4', 'r5']);
    await write('r6', 'y'.repeat(800_000));
    expect(await kept()).toEqual(['r6']);
    expect(await state.list('undo/records/')).toHaveLength(1);
  });

  it('keeps no originals of what the harness alone writes, once it is written', async () => {
    const { vault, state, clock, store, files } = desk({ 'log.md': '1' });
    const plan = planned([modify('log.md', '1', '2')]);
    await applyChangeset({ vault, state, clock }, plan, { ...BY_HAND, undo: 'crash-only' });
    expect(files()).toEqual({ 'log.md': '2' });
    expect(await store.entries()).toEqual([]);
    expect(await state.list('undo/records/')).toEqual([]);
  });

  it('says what to do about a list that it cannot read', async () => {
    const { state, store } = desk({});
    await state.write('undo/index.json', new TextEncoder().encode('{"version":2}'));
    await expect(store.entries()).rejects.toThrow('written by another version');
    await state.write('undo/index.json', new TextEncoder().encode('{"vers'));
    await expect(store.entries()).rejects.toThrow('move it away to go on');
  });
});

describe('a vault that is suddenly much smaller', () => {
  const limits = { percent: 20, files: 50 };
  it.each([
    [null, 0, false],
    [1000, 1000, false],
    [1000, 2000, false],
    [1000, 801, false],
    [1000, 800, false],
    [1000, 799, true],
    [100, 51, false],
    [100, 50, false],
    [100, 49, true],
    [10_000, 9_900, false],
    [60, 0, true],
    [50, 0, false],
  ])('from %s to %i files: stops %s', (before, now, stops) => {
    expect(shrinkAlarm(before, now, limits) !== null).toBe(stops);
  });
});
