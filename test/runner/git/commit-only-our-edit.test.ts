import { describe, expect, it } from 'vitest';
import { lines, request, setLine, tempRepo, type TempRepo } from '../../support/temp-repo';

/** What the person sees of their own work: staged and unstaged changes. */
function ownWork(repo: TempRepo): { staged: string; unstaged: string } {
  const changed = (...args: string[]): string =>
    repo
      .git('diff', '-U0', ...args)
      .split('\n')
      .filter((line) => /^[-+]/.test(line))
      .join('\n');
  return { staged: changed('--cached'), unstaged: changed() };
}

describe('a commit holds exactly our edit', () => {
  it('in a clean note', async () => {
    const repo = tempRepo({ 'a.md': lines(), 'b.md': 'b\n' });
    const parent = repo.head();
    const edit = repo.edit('a.md', setLine(15, 'fixed'));
    const outcome = await repo.ours.commit(request(edit));
    expect(outcome).toMatchObject({
      outcome: 'committed',
      files: ['a.md'],
      leftOut: [],
      commit: repo.head(),
    });
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(repo.git('rev-parse', 'HEAD^').trim()).toBe(parent);
    expect(repo.git('show', 'HEAD:a.md')).toBe(repo.read('a.md'));
    expect(repo.git('log', '-1', '--format=%an <%ae>|%cn <%ce>|%s|%b')).toBe(
      'Hermes Harness <hermes-harness@localhost>|Hermes Harness <hermes-harness@localhost>|Fix broken links|' +
        'Two links.\n\nHermes-Run: 01JZZZZZZZZZZZZZZZZZZZZZZZ\nHermes-Role: FIX-AGENT\n\n',
    );
    expect(repo.git('fsck', '--strict')).toBe('');
  });

  it('and leaves staged, half-staged and unstaged work in that very note as it was', async () => {
    const repo = tempRepo({ 'a.md': lines(), 'other.md': 'other\n' });
    // Staged; half-staged (staged, and changed again in another line); unstaged.
    repo.edit('a.md', setLine(3, 'staged by Ada'));
    repo.git('add', 'a.md');
    repo.edit('a.md', setLine(25, 'unstaged by Ada'));
    repo.write('other.md', 'other, changed\n');
    repo.write('new.md', 'untracked\n');
    const before = ownWork(repo);
    expect(before.staged).toContain('+staged by Ada');

    const edit = repo.edit('a.md', setLine(14, 'fixed'));
    expect(await repo.ours.check([edit])).toEqual([{ path: 'a.md', can: 'commit' }]);
    expect((await repo.ours.commit(request(edit))).outcome).toBe('committed');

    expect(ownWork(repo)).toEqual(before);
    expect(repo.git('show', 'HEAD:a.md')).toBe(setLine(14, 'fixed')(lines()));
    expect(repo.git('status', '--porcelain')).toBe('MM a.md\n M other.md\n?? new.md\n');

    repo.git('commit', '-q', '-m', 'Mine');
    expect(repo.git('show', 'HEAD:a.md')).toBe(setLine(3, 'staged by Ada')(setLine(14, 'fixed')(lines())));
    expect(repo.git('diff', 'HEAD~1', '--stat')).toContain('a.md');
  });
});
