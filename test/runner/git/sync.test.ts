import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** The laptop commits a note and pushes it. */
function pushFrom(laptop: TempRepo, file: string, text: string): string {
  laptop.write(file, text);
  const commit = laptop.commitAll(`Laptop: ${file}`);
  laptop.git('push', '-q');
  return commit;
}

/** A hook of a repository, as a shell script. */
function hook(gitDir: string, name: string, script: string): void {
  mkdirSync(path.join(gitDir, 'hooks'), { recursive: true });
  writeFileSync(path.join(gitDir, 'hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
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

  it('keeps commits of the person where both sides have some, and says how to go on', async () => {
    const { runner, laptop } = twoClones({ 'a.md': lines(), 'b.md': lines() });
    await runner.ours.commit(request(runner.edit('a.md', setLine(5, 'fixed'))));
    runner.edit('b.md', setLine(5, 'Ada'));
    const head = runner.commitAll('Ada on the server');
    pushFrom(laptop, 'c.md', 'c\n');
    const outcome = {
      outcome: 'not-synced',
      message:
        'origin has 1 new commit and here 1 commit of yours is not pushed: bring them together (git pull --rebase, or git pull --no-rebase); nothing was merged',
    };
    expect(await runner.ours.pull()).toEqual(outcome);
    expect(await runner.ours.push()).toEqual(outcome);
    expect(runner.head()).toBe(head);
    expect(runner.git('status', '--porcelain')).toBe('');
  });

  it('takes no commit for ours that only bears our trailer or our name', async () => {
    const { runner, laptop } = twoClones({ 'a.md': lines() });
    runner.edit('a.md', setLine(5, 'Ada'));
    runner.git('commit', '-q', '-a', '-m', 'Mine\n\nHermes-Run: 01JZZZZZZZZZZZZZZZZZZZZZZZ');
    pushFrom(laptop, 'c.md', 'c\n');
    expect(await runner.ours.pull()).toMatchObject({ outcome: 'not-synced' });
    runner.git('reset', '-q', '--hard', 'HEAD~1');
    await runner.ours.commit({ ...request(runner.edit('a.md', setLine(5, 'fixed'))), trailers: {} });
    expect(await runner.ours.pull()).toMatchObject({ outcome: 'not-synced' });
    // Amended by the person: theirs from then on.
    runner.git('reset', '-q', '--hard', 'HEAD~1');
    await runner.ours.commit(request(runner.edit('a.md', setLine(5, 'fixed'))));
    runner.git('commit', '-q', '--amend', '--no-edit');
    expect(await runner.ours.pull()).toMatchObject({ outcome: 'not-synced' });
  });

  it('names the note where the night and the other side changed the same lines; local commits stay', async () => {
    const { runner, laptop } = twoClones({ 'a.md': lines() });
    await runner.ours.commit(request(runner.edit('a.md', setLine(5, 'fixed'))));
    const head = runner.head();
    pushFrom(laptop, 'a.md', setLine(5, 'laptop')(lines()));
    expect(await runner.ours.pull()).toMatchObject({
      outcome: 'not-synced',
      message: expect.stringContaining("the night's change to a.md and an incoming change") as string,
    });
    expect([runner.head(), runner.git('status', '--porcelain')]).toEqual([head, '']);
    expect(runner.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  it('drops a commit of ours that came in from the other side already', async () => {
    const { runner, laptop } = twoClones({ 'a.md': lines(), 'b.md': lines() });
    await runner.ours.commit(request(runner.edit('a.md', setLine(5, 'fixed'))));
    await runner.ours.commit(request(runner.edit('b.md', setLine(5, 'fixed'))));
    const theirs = pushFrom(laptop, 'a.md', setLine(5, 'fixed')(lines()));
    expect(await runner.ours.pull()).toMatchObject({ outcome: 'synced' });
    expect(runner.git('rev-parse', 'HEAD~1').trim()).toBe(theirs);
    expect(runner.git('status', '--porcelain')).toBe('');
  });

  it('leaves all in place where our commits would move but an incoming note is dirty', async () => {
    const { runner, laptop } = twoClones({ 'a.md': lines(), 'b.md': lines() });
    await runner.ours.commit(request(runner.edit('a.md', setLine(5, 'fixed'))));
    const head = runner.head();
    pushFrom(laptop, 'b.md', setLine(20, 'laptop')(lines()));
    runner.edit('b.md', setLine(3, 'half-written'));
    const status = runner.git('status', '--porcelain');
    expect(await runner.ours.pull()).toMatchObject({
      outcome: 'not-synced',
      message: expect.stringContaining('files of yours that are not committed: b.md') as string,
    });
    expect([runner.head(), runner.git('status', '--porcelain')]).toEqual([head, status]);
    runner.git('checkout', '-q', 'b.md');
    expect(await runner.ours.pull()).toMatchObject({ outcome: 'synced', pulled: ['b.md'] });
  });

  it('pushes into an empty remote, and to the branch that the person has set', async () => {
    const repo = tempRepo({ 'a.md': 'a\n' });
    const bare = path.join(repo.folder, 'empty.git');
    repo.git('init', '-q', '--bare', '-b', 'main', bare);
    repo.git('remote', 'add', 'origin', bare);
    const ours = repo.gitWith({ remote: 'origin' });
    expect(await ours.pull()).toEqual({ outcome: 'synced', pulled: [], pushed: 0 });
    expect(await ours.push()).toEqual({ outcome: 'synced', pulled: [], pushed: 1 });
    expect(await ours.push()).toEqual({ outcome: 'synced', pulled: [], pushed: 0 });
    repo.git('config', 'branch.main.remote', 'origin');
    repo.git('config', 'branch.main.merge', 'refs/heads/vault');
    expect(await ours.push()).toMatchObject({ pushed: 1 });
    expect(repo.git('ls-remote', bare, 'refs/heads/vault')).toContain(repo.head());
  });
});

describe('two who push at the same time', () => {
  it('the later one takes the other in and tries again', async () => {
    const { runner, laptop } = twoClones({ 'a.md': lines() });
    await runner.ours.commit(request(runner.edit('a.md', setLine(5, 'fixed'))));
    pushFrom(laptop, 'b.md', 'b\n');
    expect(await runner.ours.push()).toEqual({ outcome: 'synced', pulled: ['b.md'], pushed: 1 });
    laptop.git('pull', '-q', '--ff-only');
    expect(laptop.read('a.md')).toBe(setLine(5, 'fixed')(lines()));
  });

  it('three tries, then the commits wait for next time', async () => {
    const { runner, laptop, bare } = twoClones({ 'a.md': lines() });
    await runner.ours.commit(request(runner.edit('a.md', setLine(5, 'fixed'))));
    pushFrom(laptop, 'b.md', 'b\n');
    // Each time the runner pushes, somebody else is faster.
    const other = path.join(runner.folder, 'other');
    runner.git('clone', '-q', bare, other);
    hook(
      path.join(runner.top, '.git'),
      'pre-push',
      `unset GIT_DIR; cd '${other}' && git pull -q && date +%s%N >> race.md && git add race.md && git -c user.name=B -c user.email=b@example.org commit -q -m Race && git push -q`,
    );
    expect(await runner.ours.push()).toEqual({
      outcome: 'not-synced',
      message:
        'origin was pushed to by somebody else at each of 3 tries; local commits are kept and go out next time',
    });
    expect(runner.git('show', 'HEAD:a.md')).toBe(setLine(5, 'fixed')(lines()));
    expect(laptop.git('ls-remote', 'origin', 'refs/heads/main')).not.toContain(runner.head());
  });

  it('a real race of two runners loses nothing', async () => {
    const { runner, laptop } = twoClones({ 'a.md': lines(), 'b.md': lines() });
    for (let round = 1; round <= 3; round++) {
      await Promise.all([
        runner.ours.commit(request(runner.edit('a.md', setLine(round, `runner ${String(round)}`)))),
        laptop.ours.commit(request(laptop.edit('b.md', setLine(round, `laptop ${String(round)}`)))),
      ]);
      await Promise.all([runner.ours.push(), laptop.ours.push()]);
    }
    for (const repo of [runner, laptop, runner]) expect((await repo.ours.push()).outcome).toBe('synced');
    await laptop.ours.pull();
    await runner.ours.pull();
    expect(runner.head()).toBe(laptop.head());
    expect(runner.git('log', '--format=%s')).toBe(`${'Fix broken links\n'.repeat(6)}First notes\n`);
  });
});

describe('a remote that does not answer as wished', () => {
  /** Pull and push say the same kind of thing, in one line, and keep the local commit. */
  async function expectTrouble(runner: TempRepo, words: RegExp, verbs: ('pull' | 'push')[]): Promise<void> {
    const head = runner.head();
    for (const verb of verbs) {
      const outcome = await runner.ours[verb]();
      expect(outcome).toMatchObject({ outcome: 'not-synced' });
      const message = outcome.outcome === 'not-synced' ? outcome.message : '';
      expect(message).toMatch(words);
      expect(message).not.toContain('\n');
      expect(message).not.toContain('secret');
    }
    expect(runner.head()).toBe(head);
    expect(runner.git('status', '--porcelain')).toBe('');
  }

  async function withCommit(): Promise<{ runner: TempRepo; laptop: TempRepo; bare: string }> {
    const clones = twoClones({ 'a.md': lines() });
    await clones.runner.ours.commit(request(clones.runner.edit('a.md', setLine(5, 'fixed'))));
    return clones;
  }

  it('a remote that is gone, unknown or without a name', async () => {
    const { runner, bare } = await withCommit();
    rmSync(bare, { recursive: true });
    await expectTrouble(runner, /^origin is gone or is no repository/, ['pull', 'push']);
    runner.git('remote', 'remove', 'origin');
    await expectTrouble(runner, /has no remote named origin; add it/, ['pull', 'push']);
    for (const name of ['--upload-pack=touch x', '']) {
      expect(await runner.gitWith({ remote: name }).pull()).toMatchObject({ outcome: 'not-synced' });
    }
  });

  it('no network', async () => {
    const { runner } = await withCommit();
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    runner.git('remote', 'set-url', 'origin', `http://ada:secret@127.0.0.1:${String(port)}/vault.git`);
    await expectTrouble(runner, /^origin cannot be reached .*local commits are kept/, ['pull', 'push']);
    runner.git('remote', 'set-url', 'origin', 'https://no-such-host.invalid/vault.git');
    await expectTrouble(runner, /^origin cannot be reached/, ['pull', 'push']);
  });

  it('a remote that wants a password', async () => {
    const { runner } = await withCommit();
    const server = createServer((_, response) => {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="vault"' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      runner.git('remote', 'set-url', 'origin', `http://127.0.0.1:${String(port)}/vault.git`);
      await expectTrouble(runner, /^origin wants a password or a key/, ['pull', 'push']);
      runner.git('remote', 'set-url', 'origin', `http://ada:secret@127.0.0.1:${String(port)}/vault.git`);
      await expectTrouble(runner, /^origin wants a password or a key/, ['pull', 'push']);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('a pre-push hook that fails, and a remote that refuses', async () => {
    const { runner, bare } = await withCommit();
    const hooks = path.join(runner.top, '.git');
    hook(hooks, 'pre-push', 'echo "spelling is wrong" >&2; exit 1');
    await expectTrouble(runner, /^the pre-push hook stopped the push: spelling is wrong/, ['push']);
    hook(hooks, 'pre-push', 'exit 0');
    hook(bare, 'pre-receive', 'exit 1');
    await expectTrouble(
      runner,
      /^origin refused the push: \[remote rejected\] \(pre-receive hook declined\)/,
      ['push'],
    );
    rmSync(path.join(bare, 'hooks/pre-receive'));
    expect(await runner.ours.push()).toMatchObject({ pushed: 1 });
  });
});
