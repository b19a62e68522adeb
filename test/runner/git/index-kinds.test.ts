import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lines, request, setLine, TempRepo, tempRepo, type RepoOptions } from '../../support/temp-repo';

/** A note with staged and unstaged lines, and one that stays as it is. */
function busyRepo(options: RepoOptions = {}): TempRepo {
  return tempRepo({ 'a.md': lines(), 'folder/b.md': lines(), 'other/c.md': 'c\n' }, options);
}

function halfStage(repo: TempRepo): void {
  repo.edit('a.md', setLine(3, 'staged'));
  repo.git('add', 'a.md');
  repo.edit('a.md', setLine(25, 'unstaged'));
}

/** Our commit keeps the half-staged note's work and leaves a sound repository. */
async function expectSound(repo: TempRepo): Promise<void> {
  halfStage(repo);
  const edits = [repo.edit('a.md', setLine(14, 'fixed')), repo.edit('folder/b.md', setLine(14, 'fixed'))];
  expect(await repo.ours.commit(request(...edits))).toMatchObject({ outcome: 'committed', leftOut: [] });
  expect(repo.git('show', 'HEAD:a.md')).toBe(setLine(14, 'fixed')(lines()));
  expect(repo.git('show', ':a.md')).toBe(setLine(3, 'staged')(setLine(14, 'fixed')(lines())));
  expect(repo.git('status', '--porcelain')).toBe('MM a.md\n');
  repo.git('commit', '-q', '--no-gpg-sign', '-m', 'Theirs');
  expect(repo.git('show', 'HEAD:a.md')).toBe(setLine(3, 'staged')(setLine(14, 'fixed')(lines())));
  // Before a commit git itself names trees of a sparse index as missing.
  expect(repo.git('fsck', '--strict', '--no-dangling')).toBe('');
}

describe('every kind of index and repository', () => {
  it('index version 4', async () => {
    const repo = busyRepo();
    repo.git('update-index', '--index-version', '4');
    await expectSound(repo);
  });

  it('split index, with an untracked cache', async () => {
    const repo = busyRepo();
    repo.git('config', 'splitIndex.maxPercentChange', '100');
    repo.git('update-index', '--split-index', '--untracked-cache', '--force-untracked-cache');
    await expectSound(repo);
  });

  it('SHA-256', async () => {
    await expectSound(busyRepo({ init: ['--object-format=sha256'] }));
  });

  it('an index with unusual settings: autocrlf, no filemode, signed commits, another author', async () => {
    const repo = busyRepo();
    for (const setting of [
      'core.autocrlf=input',
      'core.safecrlf=true',
      'core.fileMode=false',
      'commit.gpgSign=true',
      'user.useConfigOnly=true',
      'i18n.commitEncoding=ISO-8859-1',
      'core.quotePath=true',
      'core.fsmonitor=false',
      'diff.noprefix=true',
    ]) {
      const [name = '', value = ''] = setting.split('=');
      repo.git('config', name, value);
    }
    repo.git('config', 'gpg.program', '/bin/false');
    await expectSound(repo);
    expect(repo.git('log', '-1', '--format=%an', 'HEAD~1')).toBe('Hermes Harness\n');
  });

  it('no commit hook runs, nor one for references or the index', async () => {
    const repo = busyRepo();
    const ran = path.join(repo.folder, 'ran');
    const hooks = path.join(repo.folder, 'hooks');
    mkdirSync(hooks);
    for (const name of [
      'pre-commit',
      'commit-msg',
      'post-commit',
      'reference-transaction',
      'post-index-change',
    ]) {
      const file = path.join(hooks, name);
      writeFileSync(file, `#!/bin/sh\necho ${name} >> '${ran}'\nexit 1\n`, { mode: 0o755 });
    }
    repo.git('config', 'core.hooksPath', hooks);
    expect((await repo.ours.commit(request(repo.edit('a.md', setLine(14, 'fixed'))))).outcome).toBe(
      'committed',
    );
    expect(existsSync(ran)).toBe(false);
    // They would have run for the person.
    expect(repo.tryGit('commit', '--allow-empty', '-m', 'x').code).not.toBe(0);
    expect(existsSync(ran)).toBe(true);
  });

  it('assume-unchanged and skip-worktree stay on the entries they were put on', async () => {
    const repo = busyRepo();
    repo.git('update-index', '--assume-unchanged', 'a.md');
    repo.git('update-index', '--skip-worktree', 'folder/b.md');
    repo.edit('a.md', setLine(25, 'not for git'));
    const edits = [repo.edit('a.md', setLine(14, 'fixed')), repo.edit('folder/b.md', setLine(14, 'fixed'))];
    expect(await repo.ours.commit(request(...edits))).toMatchObject({ outcome: 'committed', leftOut: [] });
    expect(repo.git('ls-files', '-v')).toBe('h a.md\nS folder/b.md\nH other/c.md\n');
    expect(repo.git('show', 'HEAD:a.md')).toBe(setLine(14, 'fixed')(lines()));
    expect(repo.git('diff', '--cached')).toBe('');
  });

  it('intent-to-add of another file stays what it is', async () => {
    const repo = busyRepo();
    repo.write('soon.md', 'soon\n');
    repo.git('add', '-N', 'soon.md');
    await repo.ours.commit(request(repo.edit('a.md', setLine(14, 'fixed'))));
    expect(repo.git('status', '--porcelain')).toBe(' A soon.md\n');
    expect(repo.git('diff', '--cached', '--name-only')).toBe('');
    const own = repo.edit('soon.md', () => 'ours\n', true);
    expect(await repo.ours.commit(request(own))).toMatchObject({ files: ['soon.md'] });
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it.each(['--cone', '--no-cone', '--cone --sparse-index'])('sparse checkout %s', async (options) => {
    const how = options.split(' ');
    const repo = busyRepo();
    repo.git('sparse-checkout', 'set', ...how, 'folder');
    if (how.includes('--no-cone')) repo.git('sparse-checkout', 'add', '/*.md');
    expect(repo.git('ls-files', '-t')).toContain('S other/c.md');
    await expectSound(repo);
    expect(repo.git('ls-files', '-t')).toContain('S other/c.md');
    expect(repo.git('show', 'HEAD:other/c.md')).toBe('c\n');
    repo.write('other/new.md', 'new\n');
    const made = { path: 'other/new.md', before: null, after: 'new\n', own: true };
    expect(await repo.ours.commit(request(made))).toMatchObject({ outcome: 'committed', leftOut: [] });
    expect(repo.git('show', 'HEAD:other/new.md')).toBe('new\n');
  });

  it('a linked work tree has its own index and branch', async () => {
    const main = busyRepo();
    const linked = path.join(main.folder, 'linked');
    main.git('worktree', 'add', '-q', '-b', 'side', linked);
    const repo = new TempRepo(main.folder, linked);
    await expectSound(repo);
    expect(main.git('status', '--porcelain')).toBe('');
    expect(main.git('show', 'main:a.md')).toBe(lines());
  });

  it('a repository whose git folder lies elsewhere', async () => {
    const repo = busyRepo();
    repo.git('init', '-q', `--separate-git-dir=${path.join(repo.folder, 'elsewhere.git')}`);
    await expectSound(repo);
  });
});
