import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommitFile } from '../../../src/core/ports';
import { lines, request, setLine, TempRepo, tempRepo } from '../../support/temp-repo';

/** Asks for the commit, and proves that a file which it leaves is untouched in git. */
async function expectLeft(repo: TempRepo, file: CommitFile, answer: object): Promise<void> {
  const before = [repo.head(), repo.git('ls-files', '-s'), repo.git('status', '--porcelain')];
  const [check] = await repo.ours.check([file]);
  expect(check).toMatchObject({ path: file.path, ...answer });
  expect(await repo.ours.commit(request(file))).toEqual({ outcome: 'nothing', leftOut: [check] });
  expect([repo.head(), repo.git('ls-files', '-s'), repo.git('status', '--porcelain')]).toEqual(before);
}

const committed = (repo: TempRepo, file: string): string => repo.git('show', `HEAD:${file}`);

describe('a note waits for the commit of the person', () => {
  it.each(['unstaged', 'staged', 'staged, the file on disk as in HEAD'])(
    'where our edit touches their %s lines',
    async (kind) => {
      const repo = tempRepo({ 'a.md': lines() });
      repo.edit('a.md', setLine(15, 'Ada'));
      if (kind !== 'unstaged') repo.git('add', 'a.md');
      if (kind.endsWith('HEAD')) repo.write('a.md', lines());
      const edit = repo.edit('a.md', (text) => text.replace(/^line 16$/m, 'fixed'));
      await expectLeft(repo, edit, { can: 'wait', why: 'conflicts-with-unsaved-work' });
    },
  );

  it('where git does not hold the note yet', async () => {
    const repo = tempRepo({ 'a.md': lines() });
    repo.write('new.md', lines());
    await expectLeft(repo, repo.edit('new.md', setLine(5, 'fixed')), { can: 'wait', why: 'untracked' });
    repo.git('add', 'new.md');
    await expectLeft(repo, repo.edit('new.md', setLine(9, 'fixed')), { can: 'wait', why: 'untracked' });
    repo.write('soon.md', lines());
    repo.git('add', '-N', 'soon.md');
    await expectLeft(repo, repo.edit('soon.md', setLine(9, 'fixed')), { can: 'wait', why: 'untracked' });
  });

  it('where they have staged its removal, or changed what we delete', async () => {
    const repo = tempRepo({ 'a.md': lines(), 'b.md': lines() });
    repo.git('rm', '-q', '--cached', 'a.md');
    await expectLeft(repo, repo.edit('a.md', setLine(5, 'fixed')), { can: 'wait' });
    const before = setLine(3, 'Ada')(lines());
    repo.write('b.md', before);
    rmSync(path.join(repo.vault, 'b.md'));
    await expectLeft(repo, { path: 'b.md', before, after: null, own: false }, { can: 'wait' });
  });

  it('where git stores other bytes than the note has', async () => {
    const repo = tempRepo({
      '.gitattributes': 'secret/** filter=crypt\nold/** working-tree-encoding=latin1\nid.md ident\n',
      'secret/a.md': lines(),
      'old/a.md': lines(),
      'id.md': lines(),
    });
    for (const file of ['secret/a.md', 'old/a.md', 'id.md']) {
      await expectLeft(repo, repo.edit(file, setLine(5, 'fixed')), {
        can: 'wait',
        why: 'stored-through-a-filter',
      });
    }
  });

  it('and one that does not wait is committed beside one that does', async () => {
    const repo = tempRepo({ 'a.md': lines(), 'b.md': lines() });
    repo.write('new.md', 'new\n');
    const edits = [
      repo.edit('a.md', setLine(5, 'fixed')),
      repo.edit('new.md', () => 'newer\n'),
      repo.edit('b.md', setLine(5, 'fixed')),
    ];
    const outcome = await repo.ours.commit(request(...edits));
    expect(outcome).toMatchObject({
      outcome: 'committed',
      files: ['a.md', 'b.md'],
      leftOut: [{ path: 'new.md', message: 'new.md: waits for your commit: git does not hold it yet' }],
    });
  });
});

describe('what a commit takes along and what it leaves out', () => {
  it('takes files that we made, deleted and moved', async () => {
    const repo = tempRepo({ 'gone.md': 'gone\n', 'old.md': 'moved\n', 'keep.md': 'k\n' });
    for (const file of ['gone.md', 'old.md']) rmSync(path.join(repo.vault, file));
    repo.write('deep/er/new.md', 'new\n');
    repo.write('moved.md', 'moved\n');
    const made = (file: string, text: string): CommitFile => ({
      path: file,
      before: null,
      after: text,
      own: false,
    });
    const gone = (file: string, text: string): CommitFile => ({
      path: file,
      before: text,
      after: null,
      own: false,
    });
    const outcome = await repo.ours.commit(
      request(
        made('deep/er/new.md', 'new\n'),
        gone('gone.md', 'gone\n'),
        gone('old.md', 'moved\n'),
        made('moved.md', 'moved\n'),
      ),
    );
    expect(outcome).toMatchObject({ outcome: 'committed', leftOut: [] });
    expect(repo.git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('deep/er/new.md\nkeep.md\nmoved.md\n');
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('takes own files whole: unknown to git, or with lines that an earlier night left uncommitted', async () => {
    const repo = tempRepo({ 'Logs/2026.md': 'old\n' });
    repo.write('Logs/2026.md', 'yesterday\nold\n');
    repo.write('Logs/heartbeat.md', 'yesterday\n');
    const edits = [
      repo.edit('Logs/2026.md', (text) => `today\n${text}`, true),
      repo.edit('Logs/heartbeat.md', () => 'today\n', true),
    ];
    expect(await repo.ours.commit(request(...edits))).toMatchObject({ outcome: 'committed', leftOut: [] });
    expect(committed(repo, 'Logs/2026.md')).toBe('today\nyesterday\nold\n');
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('leaves out what git ignores, but not a tracked file that an ignore rule names', async () => {
    const repo = tempRepo({ '.gitignore': 'Logs/\n', 'a.md': 'a\n' });
    repo.write('Logs/forced.md', 'f\n');
    repo.git('add', '-f', 'Logs/forced.md');
    repo.commitAll('Forced');
    repo.write('Logs/new.md', 'new\n');
    const edit = { path: 'Logs/new.md', before: null, after: 'new\n', own: true };
    await expectLeft(repo, edit, { can: 'leave-out', why: 'ignored' });
    const tracked = repo.edit('Logs/forced.md', () => 'g\n', true);
    expect(await repo.ours.check([tracked])).toEqual([{ path: 'Logs/forced.md', can: 'commit' }]);
  });

  it('says nothing to do where HEAD holds the edit already', async () => {
    const repo = tempRepo({ 'a.md': lines() });
    const edit = repo.edit('a.md', setLine(5, 'fixed'));
    repo.commitAll('Ada was faster');
    expect(await repo.ours.commit(request(edit))).toEqual({ outcome: 'nothing', leftOut: [] });
  });

  it('takes hostile names as they are', async () => {
    const names = [
      'new\nline.md',
      '-rf.md',
      ':(top)x.md',
      '*.md',
      'tab\t"q".md',
      "it's.md",
      'ä/🦊.md',
      'a\\b.md',
      ' .md',
    ];
    const repo = tempRepo(Object.fromEntries([...names, 'plain.md'].map((name) => [name, lines()])));
    const edits = names.map((name) => repo.edit(name, setLine(5, 'fixed')));
    const made = names.map((name) => ({ path: `made/${name}`, before: null, after: 'new\n', own: false }));
    for (const { path: file } of made) repo.write(file, 'new\n');
    repo.write('made/.gitignore', 'ignored.md\n');
    repo.git('add', 'made/.gitignore');
    expect(await repo.ours.check(made)).toEqual(
      made.map(({ path: file }) => ({ path: file, can: 'commit' })),
    );
    await repo.ours.commit(request(...made));
    repo.git('commit', '-q', '-m', 'Ignore');
    expect(await repo.ours.commit(request(...edits))).toMatchObject({ files: names, leftOut: [] });
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(committed(repo, 'plain.md')).toBe(lines());
  });

  it('keeps the executable bit, and takes file names that are no UTF-8 beside it for what they are', async () => {
    const repo = tempRepo({ 'a.md': lines() });
    chmodSync(path.join(repo.top, 'a.md'), 0o755);
    writeFileSync(Buffer.concat([Buffer.from(`${repo.top}/`), Buffer.from([0xff, 0xfe])]), 'x');
    repo.commitAll('Odd');
    await repo.ours.commit(request(repo.edit('a.md', setLine(5, 'fixed'))));
    expect(repo.git('ls-tree', 'HEAD', 'a.md')).toMatch(/^100755 /);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('refuses a commit that would take away a file of the person by its name', async () => {
    const repo = tempRepo({ thing: 'a file\n', 'b.md': 'b\n' });
    rmSync(path.join(repo.top, 'thing'));
    repo.write('thing/new.md', 'new\n');
    const before = [repo.head(), repo.git('status', '--porcelain')];
    const edit = { path: 'thing/new.md', before: null, after: 'new\n', own: false };
    const outcome = await repo.ours.commit(request(edit));
    expect(outcome.outcome).not.toBe('committed');
    expect([repo.head(), repo.git('status', '--porcelain')]).toEqual(before);
  });
});

describe('where the vault and its files lie', () => {
  it('a vault in a folder of the repository commits its own files only', async () => {
    const repo = tempRepo({ 'a.md': lines() }, { vault: 'notes/vault' });
    writeFileSync(path.join(repo.top, 'a.md'), 'another a\n');
    repo.commitAll('Outside');
    expect(await repo.ours.headText('a.md')).toBe(lines());
    const outcome = await repo.ours.commit(request(repo.edit('a.md', setLine(5, 'fixed'))));
    expect(outcome).toMatchObject({ outcome: 'committed', files: ['a.md'] });
    expect(committed(repo, 'notes/vault/a.md')).toBe(setLine(5, 'fixed')(lines()));
    const shown = outcome.outcome === 'committed' ? await repo.ours.showCommit(outcome.commit) : null;
    expect(shown).toContain('diff --git a/a.md b/a.md');
  });

  it('a repository further up that tracks nothing of the vault does not serve it', async () => {
    const repo = tempRepo({ 'a.md': 'a\n' });
    const vault = path.join(repo.top, 'vault');
    mkdirSync(vault);
    writeFileSync(path.join(vault, 'n.md'), 'n\n');
    const inside = new TempRepo(repo.folder, repo.top, { vault: 'vault' });
    expect(await inside.ours.state()).toMatchObject({ kind: 'none', why: 'no-repository' });
    expect(await inside.ours.check([inside.edit('n.md', () => 'm\n')])).toMatchObject([
      { can: 'leave-out', why: 'no-repository' },
    ]);
  });

  it('follows symbolic links inside the repository and declines those that leave it', async () => {
    const repo = tempRepo({ 'real/a.md': lines() });
    symlinkSync('real', path.join(repo.top, 'linked'));
    symlinkSync('real/a.md', path.join(repo.top, 'alias.md'));
    const outside = path.join(repo.folder, 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'o.md'), lines());
    symlinkSync(outside, path.join(repo.top, 'out'));
    repo.commitAll('Links');
    await repo.ours.commit(request(repo.edit('linked/a.md', setLine(5, 'through the folder'))));
    await repo.ours.commit(request(repo.edit('alias.md', setLine(9, 'through the file'))));
    expect(committed(repo, 'real/a.md')).toBe(
      setLine(9, 'through the file')(setLine(5, 'through the folder')(lines())),
    );
    expect(repo.git('status', '--porcelain')).toBe('');
    const edit = repo.edit('out/o.md', setLine(5, 'fixed'));
    await expectLeft(repo, edit, { can: 'leave-out', why: 'other-repository' });
    rmSync(path.join(repo.top, 'alias.md'));
    const gone = { path: 'alias.md', before: lines(), after: null, own: false };
    await expectLeft(repo, gone, { can: 'wait', why: 'not-a-plain-file' });
  });

  it('leaves submodules and repositories inside the vault to themselves', async () => {
    const other = tempRepo({ 's.md': lines() });
    const repo = tempRepo({ 'a.md': 'a\n' });
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.top, 'sub');
    repo.commitAll('Submodule');
    repo.git('init', '-q', 'nested');
    repo.write('nested/n.md', lines());
    for (const file of ['sub/s.md', 'nested/n.md']) {
      const edit = repo.edit(file, setLine(5, 'fixed'));
      await expectLeft(repo, edit, { can: 'leave-out', why: 'other-repository' });
    }
    repo.git('submodule', '--quiet', 'deinit', '-f', 'sub');
    repo.write('sub/new.md', 'new\n');
    const edit = { path: 'sub/new.md', before: null, after: 'new\n', own: true };
    await expectLeft(repo, edit, { can: 'leave-out', why: 'other-repository' });
  });
});
