import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GitReader } from '../../../src/core/ports';
import { lines, setLine, tempRepo, type TempRepo } from '../temp-repo';
import { tempFolder } from '../temp-vault';

/** What every reader of a repository must give, on real repositories; `read` makes the reader for one. */
export function gitReaderContract(
  name: string,
  read: (vault: string, repo: TempRepo | null) => GitReader,
): void {
  const reader = (repo: TempRepo): GitReader => read(repo.vault, repo);

  describe(`${name} reads a repository`, () => {
    it('says that there is none', async () => {
      const folder = tempFolder();
      const git = read(folder, null);
      expect(await git.state()).toMatchObject({ kind: 'none', why: 'no-repository' });
      expect(await git.headText('a.md')).toBeNull();
      expect(await git.showCommit('0'.repeat(40))).toBeNull();
    });

    it('says where it stands, and what is under way', async () => {
      const repo = tempRepo({});
      const at = reader(repo);
      expect(await at.state()).toMatchObject({
        branch: 'refs/heads/main',
        commit: null,
        obstacle: { kind: 'unborn-branch' },
      });
      expect(await at.headText('a.md')).toBeNull();
      repo.write('a.md', lines());
      const first = repo.commitAll('First');
      expect(await at.state()).toEqual({
        kind: 'repository',
        branch: 'refs/heads/main',
        commit: first,
        obstacle: null,
      });
      repo.git('checkout', '-q', '-b', 'änderung/zwei');
      repo.edit('a.md', setLine(3, 'two'));
      repo.commitAll('Two');
      expect(await at.state()).toMatchObject({ branch: 'refs/heads/änderung/zwei', obstacle: null });

      repo.git('checkout', '-q', '--detach');
      expect(await at.state()).toMatchObject({ branch: null, obstacle: { kind: 'detached-head' } });
      repo.git('checkout', '-q', 'main');
      repo.git('merge', '-q', '--no-ff', '--no-commit', 'änderung/zwei');
      expect(await at.state()).toMatchObject({ obstacle: { kind: 'merge-in-progress' } });
      repo.git('merge', '--abort');
      writeFileSync(path.join(repo.top, '.git/index.lock'), '');
      expect(await at.state()).toMatchObject({ obstacle: { kind: 'index-locked' } });
      rmSync(path.join(repo.top, '.git/index.lock'));
      expect(await at.state()).toMatchObject({ obstacle: null });
    });

    it.each(['loose', 'packed'])('gives texts of HEAD byte for byte, from %s objects', async (kind) => {
      const texts = {
        'a.md': '\uFEFFwith BOM\r\nand CRLF\r\n',
        'Ordner ä/🦊 name.md': 'fox\n',
        'line\nbreak "quoted".md': 'odd\n',
        '-dash.md': 'dash\n',
        'empty.md': '',
      };
      const repo = tempRepo(texts);
      repo.write('latin.md', new Uint8Array([0x66, 0xfc, 0x72, 0x0a]));
      repo.commitAll('Not UTF-8');
      repo.write('later.md', 'not committed');
      repo.write('a.md', 'changed since');
      if (kind === 'packed') repo.git('gc', '-q');
      const at = reader(repo);
      for (const [file, text] of Object.entries(texts)) expect(await at.headText(file)).toBe(text);
      expect(await at.headText('latin.md')).toBeNull();
      expect(await at.headText('later.md')).toBeNull();
      expect(await at.headText('Ordner ä')).toBeNull();
      expect((await at.state()).kind).toBe('repository');
    });

    it('shows a commit as a patch that git can apply to its parent', async () => {
      const repo = tempRepo({
        'a.md': lines(),
        'gone.md': 'gone\n',
        'folder/end.md': 'no line end',
        'same.md': 's',
      });
      const parent = repo.head();
      repo.edit('a.md', (text) => setLine(28, 'ä\nnew')(setLine(2, 'two')(text)));
      repo.git('rm', '-q', 'gone.md');
      repo.write('folder/end.md', 'no line end\nmore');
      repo.write('na me.md', 'made\n');
      repo.write('line\nbreak "q".md', 'made\n');
      repo.write('ünï.md', '');
      repo.write('picture.png', new Uint8Array([1, 0, 2]));
      chmodSync(path.join(repo.top, 'same.md'), 0o755);
      const commit = repo.commitAll('Many');
      const patch = (await reader(repo).showCommit(commit)) ?? '';
      const wanted = repo.git(
        '-c',
        'core.quotepath=off',
        'diff-tree',
        '-p',
        '--full-index',
        '--no-renames',
        parent,
        commit,
      );
      // git names the nearest «function» behind the second @@.
      const plain = (text: string): string => text.replace(/^(@@ .* @@).*$/gm, '$1');
      expect(plain(patch)).toBe(plain(wanted));

      repo.git('checkout', '-q', '--detach', parent);
      const textOnly = patch.replace(/diff --git a\/picture\.png[^]*?(?=diff --git)/, '');
      execFileSync('git', ['apply', '--index', '-'], { cwd: repo.top, env: repo.env, input: textOnly });
      expect(repo.git('diff', '--cached', '--name-only', commit)).toBe('picture.png\n');
    });

    it('shows the first commit, a merge against its first parent, and knows no other ids', async () => {
      const repo = tempRepo({ 'a.md': 'a\n' });
      const at = reader(repo);
      expect(await at.showCommit(repo.head())).toContain('+a\n');
      repo.git('checkout', '-q', '-b', 'side');
      repo.write('side.md', 'side\n');
      repo.commitAll('Side');
      repo.git('checkout', '-q', 'main');
      repo.write('main.md', 'main\n');
      repo.commitAll('Main');
      repo.git('merge', '-q', '--no-ff', '-m', 'Merge', 'side');
      const merge = (await at.showCommit(repo.head())) ?? '';
      expect(merge).toContain('+side\n');
      expect(merge).not.toContain('main.md');
      expect(await at.showCommit('f'.repeat(40))).toBeNull();
      expect(await at.showCommit('--output=/tmp/x')).toBeNull();
      expect(await at.showCommit(repo.git('rev-parse', 'HEAD:a.md').trim())).toBeNull();
    });
  });
}
