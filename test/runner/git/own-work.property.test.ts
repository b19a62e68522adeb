import fc from 'fast-check';
import { expect, it } from 'vitest';
import { request, tempRepo } from '../../support/temp-repo';

const RUNS = process.env['HERMES_SOAK'] ? 200 : 10;
const COUNT = 16;

type Change = 'keep' | 'change' | 'delete' | 'insert';

/** A text whose lines each say who wrote them, after one person's changes to it. */
function changed(base: readonly string[], who: string, changes: readonly Change[]): string[] {
  return base.flatMap((line, i) => {
    switch (changes[i] ?? 'keep') {
      case 'keep':
        return [line];
      case 'change':
        return [`${who} ${String(i)}`];
      case 'delete':
        // Taking a line away that HEAD does not have is no change to HEAD.
        return line.startsWith('line') ? [] : [line];
      case 'insert':
        return [line, `${who} after ${String(i)}`];
    }
  });
}

it(
  'whatever is staged and unstaged in a note is the same after our commit, or the note is left and named',
  { timeout: RUNS * 10_000 },
  async () => {
    const change = fc.oneof(
      { weight: 12, arbitrary: fc.constant<Change>('keep') },
      fc.constantFrom<Change>('change', 'delete', 'insert'),
    );
    const changes = fc.array(change, { minLength: COUNT, maxLength: COUNT });
    const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
    let committed = 0;
    await fc.assert(
      fc.asyncProperty(changes, changes, changes, async (staged, unstaged, ours) => {
        const base = Array.from({ length: COUNT }, (_, i) => `line ${String(i)}`);
        const repo = tempRepo({ 'a.md': text(base) });
        const inIndex = changed(base, 'staged', staged);
        repo.write('a.md', text(inIndex));
        repo.git('add', 'a.md');
        repo.write('a.md', text(changed(inIndex, 'unstaged', unstaged)));
        const own = (): string[] =>
          ['--cached', '--no-color'].flatMap((option) =>
            repo
              .git('diff', '-U0', option)
              .split('\n')
              .filter((line) => /^[-+](?!--|\+\+)/.test(line)),
          );
        const before = { work: own(), head: repo.head(), index: repo.git('ls-files', '-s') };
        const edit = repo.edit('a.md', (now) => text(changed(now.trimEnd().split('\n'), 'ours', ours)));
        const [check] = await repo.ours.check([edit]);
        const outcome = await repo.ours.commit(request(edit));
        if (outcome.outcome === 'committed') {
          committed++;
          expect(check).toEqual({ path: 'a.md', can: 'commit' });
          expect(own().sort()).toEqual(before.work.sort());
          const inCommit = repo.git('show', '-U0', '--format=', 'HEAD');
          expect(inCommit).not.toMatch(/^\+(un)?staged/m);
          expect(repo.git('show', 'HEAD:a.md').match(/^ours.*$/gm) ?? []).toEqual(
            repo.read('a.md').match(/^ours.*$/gm) ?? [],
          );
          repo.git('commit', '-q', '--allow-empty', '-m', 'Theirs');
          expect(repo.git('show', 'HEAD:a.md').match(/^ours.*$/gm) ?? []).toEqual(
            repo.read('a.md').match(/^ours.*$/gm) ?? [],
          );
        } else {
          expect(outcome).toEqual({ outcome: 'nothing', leftOut: check?.can === 'commit' ? [] : [check] });
          expect({ work: before.work, head: repo.head(), index: repo.git('ls-files', '-s') }).toEqual(before);
        }
      }),
      { numRuns: RUNS },
    );
    expect(committed).toBeGreaterThan(0);
  },
);
