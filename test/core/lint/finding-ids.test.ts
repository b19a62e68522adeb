import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintFiles } from './lint-files';

const RUNS = process.env['HERMES_SOAK'] ? 2000 : 100;

/** Paragraphs in which something is wrong, some of them alike. */
const fault = fc.constantFrom(
  '![[gone.png]]',
  'See ![[gone.png]] and ![[Gone.PNG]].',
  'Look at [[bat-box]].',
  'And [[#Nowhere]] and [[Notes#nothing]].',
  'TODO: say more',
  'Dear {{name}},',
  '[[Late blight]] again',
);
const innocent = fc.constantFrom(
  'Some words.',
  '# A heading',
  '- a list\n- of things',
  '```\n![[x.png]]\n```',
  '> quoted 😀',
);

const OTHERS = {
  'Bat box.md': '---\ntitle: Bat box\ncreated: 2026-01-01\ntags: []\naliases: [Late blight]\n---\n\n[[A]]\n',
  'Notes.md': '---\ntitle: Notes\ncreated: 2026-01-01\ntags: []\n---\n\nOf [[A]].\n',
};
const HEAD = '---\ntitle: A\ncreated: 2026-01-01\ntags: []\n---\n\n';

async function ids(paragraphs: readonly string[], others: Readonly<Record<string, string>>, head = HEAD) {
  const { findings } = await lintFiles({
    ...OTHERS,
    ...others,
    'A.md': head + paragraphs.join('\n\n') + '\n',
  });
  return findings.filter(({ path }) => path === 'A.md').map(({ id }) => id);
}

describe('the id of a finding', () => {
  it('stays when text moves about and when other text is edited', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault, { minLength: 1, maxLength: 8 }),
        fc.array(innocent, { maxLength: 8 }),
        fc.array(fc.nat(), { minLength: 16, maxLength: 16 }),
        fc.constantFrom('\n', 'One more line.\n', '![[gone.png]]\n'),
        async (faults, innocents, order, elsewhere) => {
          const before = await ids(faults, {});
          const moved = [...faults, ...innocents]
            .map((text, at) => ({ text, at: order[at] ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ text }) => text);
          const after = await ids(moved, { 'B.md': elsewhere }, HEAD.replace('tags', 'colour: red\ntags'));
          expect([...after].sort()).toEqual([...before].sort());
          expect(new Set(after).size).toBe(after.length);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is another one for another path, rule, subject, and for each of two alike', async () => {
    const { findings } = await lintFiles({
      'A.md': '![[gone.png]] ![[gone.png]] ![[lost.png]]\n',
      'B.md': '![[gone.png]]\n',
    });
    expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
  });

  it('goes when its cause goes, and the others stay', async () => {
    const before = await ids(['![[gone.png]]', 'TODO: say more', '![[gone.png]]'], {});
    const after = await ids(['TODO: say more', '![[gone.png]]'], {});
    expect(after).toHaveLength(2);
    expect(before).toEqual(expect.arrayContaining([...after]));
  });
});
