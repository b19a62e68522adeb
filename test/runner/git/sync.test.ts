import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lines, request, setLine, TempRepo, tempRepo } from '../../support/temp-repo';

/** A bare remote with the first notes, and two clones of it: the runner's and the laptop's. */
function twoClones(notes: Record<string, string>): { runner: TempRepo; laptop: TempRepo; bare: string } {
  const first = tempRepo(notes);
  const bare = path.join(first.folder, 'remote.git');
  first.git('clone', '-q', '--bare', first.top, bare);
  const clone = (name: string): TempRepo => {
    const folder = path.join(first.folder, name);
    mkdirSync(path.join(folder, 'home'), { recursive: true });
    execFileSync('git', ['clone', '-q', '--template=', bare, path.join(folder, 'vault')], { env: first.env });
    return new TempRepo(folder, path.join(folder, 'vault'), { remote: 'origin' });
  };
  return { runner: clone('runner'), laptop: clone('laptop'), bare };
}

describe('sync with a remote', () => {
  it('is off without a remote in the settings', async () => {
    const repo = tempRepo({ 'a.md': 'a\n' });
    expect(await repo.ours.pull()).toEqual({ outcome: 'off' });
    expect(await repo.ours.push()).toEqual({ outcome: 'off' });
  });

  it('fast-forwards to what came in and keeps uncommitted work in other notes', async () => {
    const { runner, laptop } = twoClones({ 'a.md': 'a\n', 'b.md': 'b\n' });
    laptop.write('a.md', 'a from the laptop\n');
    laptop.write('new.md', 'new\n');
    laptop.commitAll('Laptop');
    laptop.git('push', '-q');
    runner.write('b.md', 'b, not committed\n');
    expect(await runner.ours.pull()).toEqual({ outcome: 'synced', pulled: ['a.md', 'new.md'], pushed: 0 });
    expect(runner.read('a.md')).toBe('a from the laptop\n');
    expect(runner.git('status', '--porcelain')).toBe(' M b.md\n');
    expect(await runner.ours.pull()).toEqual({ outcome: 'synced', pulled: [], pushed: 0 });
  });

  it('says which incoming note meets uncommitted work, and merges nothing', async () => {
    const { runner, laptop } = twoClones({ 'a.md': 'a\n', 'b.md': 'b\n' });
    laptop.write('a.md', 'a from the laptop\n');
    laptop.write('new.md', 'new\n');
    laptop.commitAll('Laptop');
    laptop.git('push', '-q');
    const head = runner.head();
    runner.write('a.md', 'a, not committed\n');
    expect(await runner.ours.pull()).toEqual({
      outcome: 'not-synced',
      message:
        'incoming changes meet files of yours that are not committed: a.md; commit or move them; nothing was merged',
    });
    runner.git('checkout', '-q', 'a.md');
    runner.write('new.md', 'my own\n');
    expect(await runner.ours.pull()).toMatchObject({ message: expect.stringContaining('new.md') as string });
    expect(runner.head()).toBe(head);
    expect(runner.read('new.md')).toBe('my own\n');
  });

  it('puts our unpushed commits on top of what came in, keeping dirty and staged notes', async () => {
    const { runner, laptop } = twoClones({
      'a.md': lines(),
      'b.md': lines(),
      'c.md': 'c\n',
      'd.md': `${lines()}d\n`,
    });
    await runner.ours.commit(
      request(runner.edit('a.md', setLine(5, 'fixed')), runner.edit('d.md', setLine(5, 'fixed'))),
    );
    await runner.ours.commit(request(runner.edit('b.md', setLine(7, 'fixed'))));
    laptop.edit('a.md', setLine(20, 'laptop'));
    laptop.write('new.md', 'new\n');
    laptop.git('mv', 'd.md', 'e.md');
    const theirs = laptop.commitAll('Laptop');
    laptop.git('push', '-q');
    runner.edit('b.md', setLine(25, 'half-written'));
    runner.write('c.md', 'staged\n');
    runner.git('add', 'c.md');
    runner.write('c.md', 'staged, and more\n');

    expect(await runner.ours.pull()).toEqual({
      outcome: 'synced',
      pulled: ['a.md', 'd.md', 'e.md', 'new.md'],
      pushed: 0,
    });
    expect(runner.git('rev-parse', 'HEAD~2').trim()).toBe(theirs);
    expect(runner.read('a.md')).toBe(setLine(20, 'laptop')(setLine(5, 'fixed')(lines())));
    // The fix follows a note that was renamed on the other side.
    expect(runner.read('e.md')).toBe(`${setLine(5, 'fixed')(lines())}d\n`);
    expect(runner.git('status', '--porcelain')).toBe(' M b.md\nMM c.md\n');
    expect(runner.git('show', ':c.md')).toBe('staged\n');
    expect(runner.git('log', '-2', '--format=%an|%cn|%(trailers:key=Hermes-Role,valueonly,separator=)')).toBe(
      'Hermes Harness|Hermes Harness|FIX-AGENT\nHermes Harness|Hermes Harness|FIX-AGENT\n',
    );
    expect(runner.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(await runner.ours.push()).toEqual({ outcome: 'synced', pulled: [], pushed: 2 });
    laptop.git('pull', '-q', '--ff-only');
    expect(laptop.read('b.md')).toBe(setLine(7, 'fixed')(lines()));
    expect(existsSync(path.join(runner.top, '.git', 'index.lock'))).toBe(false);
  });
});
