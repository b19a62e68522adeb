import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemGit } from '../../../runner/adapters/system-git';
import { forgivingGit } from '../../../src/core/chain/forgiving-git';
import { StateError, type CommitRequest } from '../../../src/core/ports';
import { fixedClock } from '../../support/fixed-clock';
import { lines, request, setLine, TempRepo, tempRepo } from '../../support/temp-repo';

/** Everything a person could lose: refs, index, files, and what git says of them. */
function everything(repo: TempRepo): unknown {
  return [
    repo.tryGit('for-each-ref').text,
    repo.tryGit('symbolic-ref', 'HEAD').text,
    repo.tryGit('ls-files', '-s').text,
    repo.tryGit('status', '--porcelain').text,
    repo.tryGit('diff').text,
  ];
}

/** Our git refuses with one line that holds `words`, and nothing changes. */
async function expectRefused(repo: TempRepo, edit: CommitRequest, words: RegExp): Promise<void> {
  const before = everything(repo);
  const [check] = await repo.ours.check(edit.files);
  expect(check).toMatchObject({ can: 'wait', why: 'repository-busy' });
  const outcome = await repo.ours.commit(edit);
  expect(outcome).toMatchObject({ outcome: 'refused' });
  const message = outcome.outcome === 'refused' ? outcome.message : '';
  expect(message).toMatch(words);
  expect(message).not.toContain('\n');
  const ours = repo.gitWith({ remote: 'origin' });
  expect(await ours.pull()).toEqual({ outcome: 'not-synced', message });
  expect(everything(repo)).toEqual(before);
  expect(await repo.ours.recover()).toEqual([]);
}

/** `main` and `side` have changed the same line. */
function twoBranches(): { repo: TempRepo; edit: CommitRequest } {
  const repo = tempRepo({ 'a.md': lines(), 'b.md': lines() });
  repo.git('checkout', '-q', '-b', 'side');
  repo.edit('a.md', setLine(5, 'side'));
  repo.commitAll('Side');
  repo.git('checkout', '-q', 'main');
  repo.edit('a.md', setLine(5, 'main'));
  repo.commitAll('Main');
  const before = lines();
  return { repo, edit: request({ path: 'b.md', before, after: setLine(14, 'fixed')(before), own: false }) };
}

describe('what the person is in the middle of', () => {
  it.each([
    ['merge', 'a merge is in progress', ['merge', 'side']],
    ['rebase', 'a rebase is in progress', ['rebase', 'side']],
    ['rebase by patches', 'a rebase or git am is in progress', ['rebase', '--apply', 'side']],
    ['cherry-pick', 'a cherry-pick is in progress', ['cherry-pick', 'side']],
    ['revert', 'a revert is in progress', ['revert', '--no-edit', 'HEAD~1']],
    ['conflicts of a stash', 'a.md has unresolved conflicts', ['stash', 'pop', '-q']],
    ['bisect', 'a bisect is in progress', ['bisect', 'start', '--no-checkout']],
    ['detached head', 'HEAD is on no branch', ['checkout', '-q', '--detach']],
  ])('%s: one line, and nothing is touched', async (what, words, command) => {
    const { repo, edit } = twoBranches();
    if (what === 'conflicts of a stash') {
      repo.edit('a.md', (text) => text.replace(/^main$/m, 'stashed'));
      repo.git('stash', '-q');
      repo.edit('a.md', (text) => text.replace(/^main$/m, 'later'));
      repo.commitAll('Later');
    }
    if (what === 'revert') {
      repo.edit('a.md', (text) => text.replace(/^main$/m, 'later'));
      repo.commitAll('Later');
      command = ['revert', '--no-edit', 'HEAD~1'];
    }
    repo.tryGit(...command);
    await expectRefused(repo, edit, new RegExp(words));
  });

  it('an unborn branch is left to the person', async () => {
    const repo = tempRepo({});
    repo.write('a.md', lines());
    await expectRefused(
      repo,
      request(repo.edit('a.md', setLine(5, 'fixed'), true)),
      /the branch has no commit yet/,
    );
  });

  it('a foreign index.lock is never removed; the note can still be checked', async () => {
    const repo = tempRepo({ 'a.md': lines() });
    const lock = path.join(repo.top, '.git/index.lock');
    writeFileSync(lock, '');
    const edit = repo.edit('a.md', setLine(5, 'fixed'));
    const head = repo.head();
    expect(await repo.ours.check([edit])).toEqual([{ path: 'a.md', can: 'commit' }]);
    expect(await repo.ours.commit(request(edit))).toEqual({
      outcome: 'refused',
      message: `another git holds ${lock}; if none is running, remove that file`,
    });
    expect(await repo.ours.recover()).toEqual([]);
    expect(existsSync(lock)).toBe(true);
    expect(repo.head()).toBe(head);
    rmSync(lock);
    expect((await repo.ours.commit(request(edit))).outcome).toBe('committed');
  });

  it('an index.lock that goes away in time is waited for', async () => {
    const repo = tempRepo({ 'a.md': lines() });
    const lock = path.join(repo.top, '.git/index.lock');
    writeFileSync(lock, '');
    const outcome = repo.ours.commit(request(repo.edit('a.md', setLine(5, 'fixed'))));
    // It tries for longer than a second, and reads the repository before.
    setTimeout(() => rmSync(lock), 100);
    expect((await outcome).outcome).toBe('committed');
  });
});

describe('a repository that git will not serve', () => {
  it('no git program: the vault counts as one without git', async () => {
    const repo = tempRepo({ 'a.md': lines() });
    const empty = path.join(repo.folder, 'no-programs');
    mkdirSync(empty);
    const git = repo.gitWith({ env: { ...repo.env, PATH: empty } });
    expect(await git.state()).toMatchObject({ kind: 'none', why: 'no-git-program' });
    const edit = repo.edit('a.md', setLine(5, 'fixed'));
    expect(await git.check([edit])).toMatchObject([{ can: 'leave-out', why: 'no-repository' }]);
    expect(await git.commit(request(edit))).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('install git') as string,
    });
    expect(await git.recover()).toEqual([]);
  });

  it('another owner: says which command would allow it', async () => {
    const repo = tempRepo({ 'a.md': lines() });
    // Only root can give a folder away; anybody else makes git believe it by its own test switch.
    if (process.getuid?.() === 0) chownSync(repo.top, 65534, 65534);
    const program = path.join(repo.folder, 'git-as-other');
    mkdirSync(program);
    writeFileSync(
      path.join(program, 'git'),
      `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 PATH='${repo.env['PATH'] ?? ''}' exec git "$@"\n`,
      { mode: 0o755 },
    );
    const git = repo.gitWith({ env: { ...repo.env, PATH: `${program}:${repo.env['PATH'] ?? ''}` } });
    const state = await git.state();
    expect(state).toMatchObject({ kind: 'none', why: 'refused' });
    expect(state.kind === 'none' ? state.message : '').toContain(
      `git config --global --add safe.directory ${repo.top}`,
    );
  });

  it('broken settings, a git folder without HEAD, a bare repository, a folder that is gone', async () => {
    const repo = tempRepo({ 'a.md': lines() });
    writeFileSync(path.join(repo.top, '.git/config'), '[core\nbare');
    expect(await repo.ours.state()).toMatchObject({
      why: 'refused',
      message: expect.stringContaining('bad config') as string,
    });
    rmSync(path.join(repo.top, '.git/HEAD'));
    expect(await repo.ours.state()).toMatchObject({ kind: 'none' });
    execFileSync('git', ['init', '-q', '--bare', path.join(repo.folder, 'bare')], { env: repo.env });
    for (const [folder, why] of [
      ['bare', 'no-repository'],
      ['gone', 'no-repository'],
    ] as const) {
      const other = new TempRepo(repo.folder, path.join(repo.folder, folder));
      expect(await other.ours.state()).toMatchObject({ kind: 'none', why });
    }
  });

  it('a lost object or a full disk is told in git’s words, and the branch stays', async () => {
    const repo = tempRepo({ 'a.md': lines() });
    const edit = repo.edit('a.md', setLine(5, 'fixed'));
    const blob = repo.git('rev-parse', 'HEAD:a.md').trim();
    const file = path.join(repo.top, '.git/objects', blob.slice(0, 2), blob.slice(2));
    chmodSync(file, 0o644);
    rmSync(file);
    const head = repo.head();
    expect(await repo.ours.commit(request(edit))).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining(blob) as string,
    });
    expect(repo.head()).toBe(head);
    expect(existsSync(path.join(repo.top, '.git/index.lock'))).toBe(false);
  });

  it('a state folder that cannot be written or read stops the commit before its first step', async () => {
    const repo = tempRepo({ 'a.md': lines() });
    const edit = request(repo.edit('a.md', setLine(5, 'fixed')));
    const before = everything(repo);
    await repo.state.write('git/pending.json', new TextEncoder().encode('{"version":2}'));
    const [line] = await repo.ours.recover();
    expect(line).toContain('git/pending.json');
    expect(await repo.ours.commit(edit)).toMatchObject({ outcome: 'refused' });
    await repo.state.remove('git/pending.json');
    const full = systemGit(repo.vault, {
      state: { ...repo.state, write: () => Promise.reject(new StateError('the disk is full')) },
      clock: fixedClock(),
      env: repo.env,
      remote: null,
    });
    expect(await full.commit(edit)).toEqual({ outcome: 'refused', message: 'the disk is full' });
    expect(everything(repo)).toEqual(before);
    expect((await repo.ours.commit(edit)).outcome).toBe('committed');
  });
});

describe('a damaged repository', () => {
  it('whose HEAD names a commit that is gone is not taken for one without commits', async () => {
    const repo = tempRepo({ 'a.md': 'a\n' });
    const head = repo.git('rev-parse', 'HEAD').trim();
    rmSync(path.join(repo.vault, '.git/objects', head.slice(0, 2), head.slice(2)));
    await expect(repo.ours.state()).rejects.toThrow(`names ${head}, which is no commit that can be read`);
    expect(await forgivingGit(repo.ours).state()).toMatchObject({ kind: 'none', why: 'refused' });
  });

  it('with an empty HEAD is named, not taken for a folder without git', async () => {
    const repo = tempRepo({ 'a.md': 'a\n' });
    writeFileSync(path.join(repo.vault, '.git/HEAD'), '');
    expect(await repo.ours.state()).toMatchObject({
      kind: 'none',
      why: 'refused',
      message: expect.stringContaining('for no repository') as string,
    });
  });
});
