import { describe, expect, it } from 'vitest';
import { ignore } from '../../runner/cli/verbs/ignore';
import { lint } from '../../runner/cli/verbs/lint';
import { callVerb } from '../support/call-verb';
import { filesOf, tempFolder, tempVault } from '../support/temp-vault';

const CONFIG = '# mine\nversion: 1\nlint:\n  # why\n  required_fields: [title] # few\n';

describe('hermesh ignore', () => {
  it('writes rule and glob, keeps the rest, and lint listens', async () => {
    const state = tempFolder();
    const vault = tempVault({ 'hermes.yaml': CONFIG, 'Inbox/A.md': 'no title\n', 'B.md': 'no title\n' });
    const { code, out } = await callVerb(ignore, vault, ['missing-frontmatter', 'Inbox/**'], { state });
    expect([code, out]).toEqual([
      0,
      'missing-frontmatter is ignored in Inbox/** (1 file now); written to hermes.yaml\n',
    ]);
    await callVerb(ignore, vault, ['missing-frontmatter', 'Old/**'], { state });
    await callVerb(ignore, vault, ['orphan-note', '**/A.md'], { state });
    expect(filesOf(vault)['hermes.yaml']).toBe(
      `${CONFIG}  ignore:\n    - rule: missing-frontmatter\n      paths:\n        - Inbox/**\n        - Old/**\n    - rule: orphan-note\n      paths:\n        - "**/A.md"\n`,
    );
    const found = await callVerb(lint, vault, ['--rule', 'missing-frontmatter'], { state });
    expect(found.out).toContain('B.md');
    expect(found.out).not.toContain('Inbox/A.md');
    const listed = await callVerb(ignore, vault, ['--list'], { state });
    expect(listed.out).toBe(
      'missing-frontmatter  Inbox/**\nmissing-frontmatter  Old/**\norphan-note  **/A.md\n',
    );
  });

  it('twice, changes nothing', async () => {
    const vault = tempVault({ 'hermes.yaml': CONFIG });
    await callVerb(ignore, vault, ['orphan-note', 'a/**']);
    const before = filesOf(vault);
    const { code, out } = await callVerb(ignore, vault, ['orphan-note', './a/**']);
    expect([code, out]).toEqual([0, 'Nothing to do: orphan-note is ignored in a/** already\n']);
    expect(filesOf(vault)).toEqual(before);
  });

  it('takes a folder for all that is in it, and the name of a file for that file', async () => {
    const vault = tempVault({ 'hermes.yaml': CONFIG, 'In/A.md': '', 'Notes/[x].md': '' });
    expect((await callVerb(ignore, vault, ['orphan-note', 'In/'])).out).toContain('In/** (1 file now)');
    expect((await callVerb(ignore, vault, ['orphan-note', 'Notes/[x].md'])).out).toContain('(1 file now)');
    expect((await callVerb(ignore, vault, ['orphan-note', `${vault}/In/A.md`])).out).toContain(
      'in In/A.md (1 file',
    );
  });

  it.each([
    [['orphn-note', 'a'], 'unknown rule orphn-note; did you mean orphan-note?'],
    [['orphan-note'], "name a rule and a glob: hermesh ignore orphan-note 'Inbox/**'"],
    [['orphan-note', '../x'], 'lies outside the vault'],
    [['orphan-note', '!x'], 'starts with !; globs here only add'],
    [['orphan-note', 'a\\b'], 'has a backslash; vault paths use /'],
    [['--list', 'orphan-note'], '--list stands alone'],
  ])('refuses %j and writes nothing', async (words, said) => {
    const vault = tempVault({ 'hermes.yaml': CONFIG });
    const { code, err } = await callVerb(ignore, vault, words);
    expect(code).toBe(2);
    expect(err).toContain(said);
    expect(filesOf(vault)).toEqual({ 'hermes.yaml': CONFIG });
  });

  it('asks for init where there is no configuration', async () => {
    const vault = tempVault({ 'A.md': '' });
    const { code, err } = await callVerb(ignore, vault, ['orphan-note', 'a']);
    expect([code, err]).toEqual([2, `hermesh: ${vault} has no hermes.yaml; \`hermesh init\` writes one\n`]);
    expect(filesOf(vault)).toEqual({ 'A.md': '' });
  });
});
