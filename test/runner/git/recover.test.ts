import { describe, expect, it } from 'vitest';
import { systemGit } from '../../../runner/adapters/system-git';
import { StateError } from '../../../src/core/ports';
import { fixedClock } from '../../support/fixed-clock';
import { lines, request, setLine, tempRepo, type TempRepo } from '../../support/temp-repo';

/** Our commit of one line, cut off after the branch had moved: the index still has the old entry, the record stands. */
async function cutOff(): Promise<TempRepo> {
  const repo = tempRepo({ 'a.md': lines() });
  const git = systemGit(repo.vault, {
    state: { ...repo.state, remove: () => Promise.reject(new StateError('cut off')) },
    clock: fixedClock(),
    env: repo.env,
    remote: null,
  });
  const outcome = await git.commit(request(repo.edit('a.md', setLine(14, 'fixed'))));
  expect(outcome).toMatchObject({ outcome: 'committed', files: ['a.md'] });
  repo.git('reset', '-q', 'HEAD~1', '--', 'a.md');
  expect(repo.git('status', '--porcelain')).toBe('MM a.md\n');
  return repo;
}

describe('what the person did between the crash and the next start', () => {
  it('staged more: it stays staged, and nothing else is', async () => {
    const repo = await cutOff();
    repo.git('checkout', '-q', 'HEAD', '--', 'a.md');
    repo.git('reset', '-q', 'HEAD~1', '--', 'a.md');
    const index = setLine(3, 'staged')(lines());
    repo.write('a.md', index);
    repo.git('add', 'a.md');
    repo.write('a.md', setLine(14, 'fixed')(index));
    expect(await repo.ours.recover()).toEqual([
      `Finished commit ${repo.head().slice(0, 10)}, which a crash had cut off.`,
    ]);
    expect(repo.git('show', ':a.md')).toBe(setLine(14, 'fixed')(index));
    expect(repo.git('status', '--porcelain')).toBe('M  a.md\n');
    expect(await repo.ours.recover()).toEqual([]);
  });

  it('staged the very lines: theirs stay, and a line says what that means', async () => {
    const repo = await cutOff();
    repo.write('a.md', setLine(14, 'Ada')(lines()));
    repo.git('add', 'a.md');
    const index = repo.git('ls-files', '-s');
    const said = await repo.ours.recover();
    expect(said).toHaveLength(2);
    expect(said[1]).toMatch(/^a\.md: what you have staged touches the lines of [0-9a-f]{10}/);
    expect(repo.git('ls-files', '-s')).toBe(index);
  });

  it('committed from the old index: their commit stands, and the note still has the fix', async () => {
    const repo = await cutOff();
    repo.git('commit', '-q', '-m', 'Theirs');
    const head = repo.head();
    const said = await repo.ours.recover();
    expect(said[1]).toMatch(
      /^a\.md: a commit made since takes back the change of [0-9a-f]{10} in git; the note itself still has it$/,
    );
    expect(repo.head()).toBe(head);
    expect(repo.git('status', '--porcelain')).toBe(' M a.md\n');
    expect(repo.read('a.md')).toBe(setLine(14, 'fixed')(lines()));
  });

  it('the next commit finishes the earlier one first', async () => {
    const repo = await cutOff();
    const outcome = await repo.ours.commit(request(repo.edit('a.md', setLine(20, 'second'))));
    expect(outcome.outcome).toBe('committed');
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(await repo.ours.recover()).toHaveLength(1);
  });

  it('began a merge: it waits for its end', async () => {
    const repo = await cutOff();
    repo.git('update-ref', 'MERGE_HEAD', 'HEAD');
    expect(await repo.ours.recover()).toEqual([
      expect.stringMatching(/^A commit that a crash cut off still waits: .*a merge is in progress/),
    ]);
    repo.git('update-ref', '-d', 'MERGE_HEAD');
    expect(await repo.ours.recover()).toHaveLength(1);
    expect(repo.git('status', '--porcelain')).toBe('');
  });
});
