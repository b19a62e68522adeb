import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lines, request, setLine, tempRepo } from '../../support/temp-repo';

const RUNS = process.env['HERMES_SOAK'] ? 200 : 10;

describe('line ends are stored as git would store them', { timeout: RUNS * 10_000 }, () => {
  it('on any text, attribute and setting: our commit holds what git add would put there', async () => {
    const repo = tempRepo({ 'seed.md': 's\n' });
    const piece = fc.constantFrom('a', 'line', '\n', '\r\n', '\r\n', '\r', '\x00', '\x01', '\x1a', 'ä', '\t');
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        text,
        fc.constantFrom(
          '',
          'text',
          '-text',
          'text=auto',
          'crlf',
          '-crlf',
          'crlf=input',
          'eol=lf',
          'eol=crlf',
          'text=auto eol=crlf',
          '-text eol=lf',
          'text=input',
          'binary',
          'text=odd',
        ),
        fc.constantFrom('true', 'input', 'false'),
        async (stored, before, after, attribute, autocrlf) => {
          // What stands in the index, stored without any conversion.
          repo.write('.gitattributes', '* -text\n');
          repo.git('config', 'core.autocrlf', 'false');
          repo.write('n.md', stored);
          repo.git('add', '-A');
          repo.git('commit', '-q', '--allow-empty', '-m', 'Stored');
          repo.write('.gitattributes', attribute === '' ? '' : `*.md ${attribute}\n`);
          repo.git('add', '.gitattributes');
          repo.git('commit', '-q', '--allow-empty', '-m', 'Attributes');
          repo.git('config', 'core.autocrlf', autocrlf);

          repo.write('n.md', after);
          const commit = await repo.ours.commit(request({ path: 'n.md', before, after, own: true }));
          expect(['committed', 'nothing']).toContain(commit.outcome);
          const ours = repo.git('rev-parse', 'HEAD:n.md');
          if (commit.outcome === 'committed') repo.git('reset', '-q', '--soft', 'HEAD~1');
          repo.git('reset', '-q', '--', 'n.md');
          repo.git('add', 'n.md');
          expect(ours).toBe(repo.git('rev-parse', ':n.md'));
          expect(
            stored === after || commit.outcome === 'committed' || ours === repo.git('rev-parse', 'HEAD:n.md'),
          ).toBe(true);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it.each(['* text=auto eol=crlf', '*.md text eol=crlf'])(
    'a CRLF note under «%s» keeps half-staged work',
    async (rule) => {
      const crlf = (text: string): string => text.replace(/\n/g, '\r\n');
      const repo = tempRepo({ '.gitattributes': `${rule}\n`, 'a.md': crlf(lines()) });
      expect(repo.git('show', 'HEAD:a.md')).toBe(lines());
      const at = (n: number, word: string) => (text: string) =>
        text.replace(`line ${String(n)}\r\n`, `${word}\r\n`);
      repo.edit('a.md', at(3, 'staged'));
      repo.git('add', 'a.md');
      repo.edit('a.md', at(25, 'unstaged'));
      await repo.ours.commit(request(repo.edit('a.md', at(14, 'fixed'))));
      expect(repo.git('show', 'HEAD:a.md')).toBe(setLine(14, 'fixed')(lines()));
      expect(repo.git('diff', '-U0', '--cached')).toMatch(/@@.*\n-line 3\n\+staged\n$/);
      expect(repo.git('diff', '-U0')).toMatch(/@@.*\n-line 25\n\+unstaged\n$/);
    },
  );

  it('a CRLF note that git stores as it is keeps its CRLF', async () => {
    const repo = tempRepo({ 'a.md': 'one\r\ntwo\r\nthree\r\n' });
    await repo.ours.commit(request(repo.edit('a.md', (text) => text.replace('two', 'zwei'))));
    expect(repo.git('show', 'HEAD:a.md')).toBe('one\r\nzwei\r\nthree\r\n');
    expect(repo.git('status', '--porcelain')).toBe('');
  });
});
