import { appendFileSync, cpSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../runner/cli/verbs/lint';
import { runVerb, type CallOptions, type Printed } from '../support/call-verb';
import { filesOf, tempFolder, tempVault } from '../support/temp-vault';

/** Calls the verb as the command line does; `state` keeps what one device remembers between calls. */
function callLint(vault: string, words: readonly string[] = [], options: CallOptions = {}): Promise<Printed> {
  return runVerb(lint, vault, words, options);
}

const NOTE = '---\ntitle: A\ncreated: 2026-01-01\ntags: []\n---\n\n';

function aged(vault: string, ...paths: string[]): void {
  for (const path of paths) utimesSync(join(vault, path), 1_700_000_000, 1_700_000_000);
}

describe('hermesh lint', () => {
  it('says nothing but that when a vault is clean, and ends with 0', async () => {
    const vault = tempVault({
      'A.md': `${NOTE}[[B]] and the wished-for [[C]]\n`,
      'B.md': `${NOTE}See [[A]].\n`,
    });
    const { code, out, err } = await callLint(vault);
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toBe(
      'Gaps, that is links to notes nobody has written yet:\n  C: A.md:7:26\n\n2 notes: nothing found, 1 gap\n',
    );
  });

  it('counts a note that is not written yet once, in whatever spelling it is wished for', async () => {
    const vault = tempVault({
      'A.md': `${NOTE}[[B]] [[compost]] [[Compost.md]]\n`,
      'B.md': `${NOTE}[[A]] [[Compost#Sowing]] [[|alias]]\n`,
    });
    const { out } = await callLint(vault);
    expect(out).toBe(
      'Gaps, that is links to notes nobody has written yet:\n  Compost: A.md:7:7, A.md:7:19, B.md:7:7\n\n2 notes: nothing found, 1 gap\n',
    );
    const { gaps, summary } = JSON.parse((await callLint(vault, [], { json: true })).out) as {
      gaps: { link: string }[];
      summary: { gaps: number };
    };
    expect(gaps.map(({ link }) => link)).toEqual(['compost', 'Compost.md', 'Compost#Sowing']);
    expect(summary.gaps).toBe(1);
  });

  it('counts the notes that it looked at for the given paths', async () => {
    const vault = tempVault({
      'a/A.md': NOTE,
      'a/B.md': NOTE,
      'a/Mine.md': '---\nhermes: false\n---\n',
      'a/plan.png': '',
      'C.md': NOTE,
      'Templates/Day.md': '',
    });
    const notes = async (...words: string[]): Promise<string> =>
      (await callLint(vault, words)).out.trimEnd().split('\n').at(-1) ?? '';
    expect(await notes()).toContain('in 3 notes');
    expect(await notes('C.md')).toContain('in 1 note,');
    expect(await notes('a')).toContain('in 2 notes,');
    expect(await notes('a/A.md', 'C.md')).toContain('in 2 notes,');
    expect(await notes('a/Mine.md')).toBe('0 notes: nothing found, 0 gaps');
  });

  it('ends with 1 from warnings on, and with 0 where there is only info', async () => {
    const vault = tempVault({ 'A.md': `${NOTE}Alone.\n`, 'B.md': `${NOTE}![[gone.png]]\n` });
    expect((await callLint(vault)).code).toBe(1);
    const { code, out } = await callLint(vault, ['--rule', 'orphan-note']);
    expect(code).toBe(0);
    expect(out).toContain('A.md:1:1 info orphan-note No other note links here.\n');
    expect(out).toContain('0 errors, 0 warnings, 2 info in 2 notes');
  });

  it('prints path, line, column, severity, rule and message, a note a group', async () => {
    const vault = tempVault({
      'A.md': `${NOTE}[[B]] ![[gone.png]]\n\nTBD\n`,
      'B.md': '[[A]]\n',
    });
    const { out } = await callLint(vault);
    expect(out).toBe(
      [
        'A.md:7:7 error broken-wikilink Nothing to embed is called “gone.png”.',
        'A.md:9:1 warning leftover-placeholder “TBD” was left to be replaced.',
        '',
        'B.md:1:1 warning missing-frontmatter There are no properties; lint.required_fields asks for title, created, tags.',
        'B.md:1:1 warning bare-link-stub The note is nothing but this link; say what it is good for, or move the link to where it is used.',
        '',
        '1 error, 3 warnings, 0 info in 2 notes, 0 gaps',
        '',
      ].join('\n'),
    );
  });

  it('colours only where it is told to', async () => {
    const vault = tempVault({ 'A.md': '![[gone.png]]\n' });
    expect((await callLint(vault)).out).not.toContain('\u001b');
    expect((await callLint(vault, [], { colour: true })).out).toContain('\u001b[31merror\u001b[0m');
  });

  it('groups by rule, with what the rule is about', async () => {
    const vault = tempVault({ 'A.md': 'Text and ![[gone.png]]\n', 'B.md': 'Text [[A]]\n' });
    const { out } = await callLint(vault, ['--by', 'rule']);
    expect(out).toMatch(/missing-frontmatter \(2\): .*\nA\.md:1:1 .*\nB\.md:1:1 /);
  });

  it('gives JSON that keeps its shape', async () => {
    const vault = tempVault({ 'A.md': `${NOTE}![[gone.png]] [[Later]]\n` });
    const { code, out } = await callLint(vault, ['--rule', 'broken-wikilink'], { json: true });
    expect(code).toBe(1);
    const [finding] = (JSON.parse(out) as { findings: { id: string }[] }).findings;
    expect(JSON.parse(out)).toEqual({
      version: 1,
      findings: [
        {
          id: finding?.id,
          rule: 'broken-wikilink',
          severity: 'error',
          path: 'A.md',
          line: 7,
          column: 1,
          span: { start: NOTE.length, end: NOTE.length + 13 },
          subject: 'gone.png',
          message: 'Nothing to embed is called “gone.png”.',
          related: [],
        },
      ],
      gaps: [],
      problems: [],
      summary: { notes: 1, files: 1, errors: 1, warnings: 0, infos: 0, gaps: 0, problems: 0 },
    });
    expect(finding?.id).toMatch(/^[0-9a-f]{16}$/);
  });

  it('looks at files and folders seen from where one is or from the top of the vault', async () => {
    const vault = tempVault({ 'a/A.md': 'x ![[1.png]]', 'a/B.md': 'x ![[2.png]]', 'C.md': 'x ![[3.png]]' });
    const paths = async (words: string[], cwd = vault): Promise<string[]> => {
      const { out } = await callLint(vault, [...words, '--rule', 'broken-wikilink'], { json: true, cwd });
      return (JSON.parse(out) as { findings: { path: string }[] }).findings.map(({ path }) => path);
    };
    expect(await paths(['a'])).toEqual(['a/A.md', 'a/B.md']);
    expect(await paths(['a/'])).toEqual(['a/A.md', 'a/B.md']);
    expect(await paths(['A.md'], join(vault, 'a'))).toEqual(['a/A.md']);
    expect(await paths(['C.md'], join(vault, 'a'))).toEqual(['C.md']);
    expect(await paths(['../C.md', 'B.md'], join(vault, 'a'))).toEqual(['C.md', 'a/B.md'].sort());
    expect(await paths(['.'])).toEqual(['C.md', 'a/A.md', 'a/B.md']);
    expect(await paths([join(vault, 'C.md')])).toEqual(['C.md']);
  });

  it.each([
    [['--rule', 'broken-link'], /unknown rule broken-link; did you mean broken-wikilink\?/],
    [['--rule', 'zzz'], /unknown rule zzz; known are missing-frontmatter, /],
    [['--explain', 'orphan'], /unknown rule orphan; did you mean orphan-note\?/],
    [['Gardn'], /no file or folder Gardn; did you mean Garden\?/],
    [['Garden/Soli.md'], /no file or folder Garden\/Soli\.md; did you mean Garden\/Soil\.md\?/],
    [['Gardn/Soil.md'], /no file or folder Gardn\/Soil\.md; did you mean Garden\/Soil\.md\?/],
    [['Elsewhere/SOIL.md'], /did you mean Garden\/Soil\.md\?/],
    [['Quite another.md'], /no file or folder Quite another\.md; paths start at /],
    [['../elsewhere'], /\.\.\/elsewhere lies outside the vault/],
    [['--by', 'colour'], /--by groups by note or by rule/],
  ])('refuses %j and says what to do', async (words, message) => {
    const vault = tempVault({ 'Garden/Soil.md': '' });
    await expect(callLint(vault, words)).rejects.toThrow(expect.objectContaining({ name: 'UsageError' }));
    await expect(callLint(vault, words)).rejects.toThrow(message);
  });

  it.each([
    ['lint:\n  rules:\n    broken-link: {severity: off}\n', /broken-link/],
    ['lint:\n  rules:\n    needs-index: {options: {abov: 3}}\n', /needs-index.options.abov.*above/],
    [
      'lint:\n  rules:\n    needs-index: {options: {above: lots}}\n',
      /needs-index.options.above.*whole number/,
    ],
    ['lint:\n  ignore:\n    - {rule: orphans, paths: [a]}\n', /orphan-note/],
  ])('refuses a configuration that no rule understands: %j', async (yaml, message) => {
    const vault = tempVault({ 'hermes.yaml': yaml, 'A.md': '' });
    await expect(callLint(vault)).rejects.toThrow(expect.objectContaining({ name: 'UsageError' }));
    await expect(callLint(vault)).rejects.toThrow(message);
  });

  it('does as the configuration says: severity, off, ignore, exclude, required fields', async () => {
    const vault = tempVault({
      'hermes.yaml': [
        'lint:',
        '  required_fields: [title]',
        '  exclude: [Archive/**]',
        '  ignore:',
        '    - {rule: orphan-note, paths: ["Inbox/**"]}',
        '  rules:',
        '    broken-wikilink: {severity: info}',
        '    bare-link-stub: {severity: off}',
        '',
      ].join('\n'),
      'A.md': '---\ntitle: A\n---\n\n![[gone.png]]\n',
      'Inbox/B.md': '---\nhue: red\n---\n\nhttps://example.org\n',
      'Archive/C.md': '![[gone.png]]\n',
    });
    const { code, out } = await callLint(vault);
    expect(code).toBe(1);
    expect(out.split('\n').filter((line) => /^\S+:\d+:\d+ /.test(line))).toEqual([
      'A.md:1:1 info orphan-note No other note links here.',
      'A.md:5:1 info broken-wikilink Nothing to embed is called “gone.png”.',
      'Inbox/B.md:1:1 warning missing-field The property `title` is missing; lint.required_fields asks for it.',
    ]);
  });

  it('says why a named file is left out', async () => {
    const vault = tempVault({ 'Templates/T.md': '{{title}}', 'A.md': NOTE });
    const { code, err } = await callLint(vault, ['Templates/T.md']);
    expect(code).toBe(0);
    expect(err).toBe('hermesh: Templates/T.md is left out: it is a template\n');
  });

  it('answers the same from what it remembers, and sees what changed', async () => {
    const vault = tempVault({ 'A.md': `${NOTE}x [[B]] ![[gone.png]]\n`, 'B.md': `${NOTE}x [[A]]\n` });
    aged(vault, 'A.md', 'B.md');
    const state = tempFolder();
    const first = await callLint(vault, [], { state, json: true });
    const second = await callLint(vault, [], { state, json: true });
    expect(second).toEqual(first);
    appendFileSync(join(vault, 'B.md'), '\nTBD\n');
    const third = await callLint(vault, [], { state, json: true });
    const rules = (printed: Printed): string[] =>
      (JSON.parse(printed.out) as { findings: { rule: string }[] }).findings.map(({ rule }) => rule);
    expect(rules(third)).toEqual([...rules(first), 'leftover-placeholder']);
    writeFileSync(join(vault, 'gone.png'), '');
    expect(rules(await callLint(vault, [], { state, json: true }))).toEqual(['leftover-placeholder']);
    writeFileSync(join(vault, 'hermes.yaml'), 'lint: {rules: {leftover-placeholder: {severity: off}}}\n');
    expect(rules(await callLint(vault, [], { state, json: true }))).toEqual([]);
  });

  it('writes nothing to the vault', async () => {
    const vault = tempFolder();
    cpSync(join(import.meta.dirname, '../vaults/demo'), vault, { recursive: true });
    const before = filesOf(vault);
    await callLint(vault);
    expect(filesOf(vault)).toEqual(before);
  });

  it('tells of files that it cannot read, a line each, and lints the rest', async () => {
    const vault = tempVault({
      'bytes.md': new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x0a]),
      'big.md': new Uint8Array(50 * 1024 * 1024).fill(0x61),
      'line\nbreak.md': 'x',
      'plan.canvas': '{',
      'A.md': `${NOTE}x ![[gone.png]]\n`,
    });
    const { code, out } = await callLint(vault);
    expect(code).toBe(1);
    expect(out).toContain('A.md:7:3 error broken-wikilink');
    const problems =
      out
        .split('\n\n')
        .find((part) => part.startsWith('Not read'))
        ?.split('\n') ?? [];
    expect(problems.slice(1).map((line) => line.trim().split(' ')[0])).toEqual(
      expect.arrayContaining(['big.md', 'bytes.md', 'plan.canvas']),
    );
    expect(problems.slice(1).join('\n')).toContain('line\\nbreak.md');
    expect(problems).toHaveLength(5);
  });

  it('finds the settings of Obsidian also where the person has renamed their folder', async () => {
    const vault = tempVault({
      '.settings/app.json': '{"userIgnoreFilters":["Attic/"]}',
      'Attic/A.md': `${NOTE}![[gone.png]]\n`,
      'hermes.yaml': 'version: 1\n',
    });
    const { code, err } = await callLint(vault, ['Attic/A.md']);
    expect(code).toBe(0);
    expect(err).toContain('Attic/A.md is left out: Obsidian’s settings exclude it');
  });

  it('explains a rule by its examples', async () => {
    const { out, code } = await callLint(tempVault(), ['--explain', 'index-drift']);
    expect(code).toBe(0);
    expect(out).toContain('## index-drift');
    expect(out).toContain('- Garden/_index.md:2:3 The index lists “Leeks”, and there is no such note.\n');
  });
});
