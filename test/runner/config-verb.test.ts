import { describe, expect, it } from 'vitest';
import { config } from '../../runner/cli/verbs/config';
import { callVerb } from '../support/call-verb';
import { filesOf, tempVault } from '../support/temp-vault';

describe('hermesh config', () => {
  it('shows what is in force and where it comes from', async () => {
    const vault = tempVault({ 'hermes.yaml': 'version: 1\nfix:\n  limit: 50\n' });
    const { code, out, err } = await callVerb(config, vault, ['fix'], {
      env: { HERMES_FIX__ALIASES: 'off' },
    });
    expect([code, err]).toEqual([0, '']);
    expect(out.replace(/ {2,}/g, '  ')).toBe(
      [
        'fix.skills.fix-frontmatter  auto  default',
        'fix.skills.fix-frontmatter-fields  auto  default',
        'fix.skills.fix-broken-wikilinks  auto  default',
        'fix.skills.setup-wikilinks  auto  default',
        'fix.aliases  off  HERMES_FIX__ALIASES',
        'fix.mentions  ask  default',
        'fix.backlog_per_night  20  default',
        'fix.limit  50  hermes.yaml:3',
        'fix.default_tags  []  default',
        '',
      ].join('\n'),
    );
  });

  it('gives JSON', async () => {
    const vault = tempVault({ 'hermes.yaml': 'fix:\n  limit: 50\n' });
    const { out } = await callVerb(config, vault, ['fix.limit'], { json: true });
    expect(JSON.parse(out)).toEqual({
      version: 1,
      vault,
      file: 'hermes.yaml',
      settings: [{ key: 'fix.limit', value: 50, origin: { from: 'file', line: 2 } }],
    });
  });

  it('shows the defaults of a vault without a configuration, and writes nothing', async () => {
    const vault = tempVault({ 'A.md': 'a\n' });
    const { code, out, err } = await callVerb(config, vault);
    expect(code).toBe(0);
    expect(err).toContain('has no hermes.yaml; these are the defaults');
    expect(out).toMatch(/^fix\.limit +200 +default$/m);
    expect(filesOf(vault)).toEqual({ 'A.md': 'a\n' });
  });

  it.each([
    ['fix.limt', 'there is no setting fix.limt; did you mean fix.limit?'],
    ['limit', 'there is no setting limit; did you mean fix.limit?'],
    ['zzzzzzzz', 'there is no setting zzzzzzzz; `hermesh config` lists all'],
  ])('does not know %s', async (key, said) => {
    const { code, err } = await callVerb(config, tempVault({ 'hermes.yaml': '' }), [key]);
    expect([code, err]).toEqual([2, `hermesh: ${said}\n`]);
  });

  it('lists every problem of a broken configuration', async () => {
    const vault = tempVault({
      'hermes.yaml': 'fix:\n  limit: lots\nlint:\n  ignore: [{rule: orphn-note, paths: [a]}]\ntoken: x\n',
    });
    const { code, err } = await callVerb(config, vault);
    expect(code).toBe(2);
    expect(err.split('\n').map((line) => /line \d+: [^:]*/.exec(line)?.[0])).toEqual([
      'line 2: fix.limit',
      'line 4: lint.ignore[0].rule',
      'line 5: token',
      undefined,
    ]);
  });
});
