import { describe, expect, it } from 'vitest';
import { findingLines, lintFiles } from './lint-files';

const GOOD = '---\ntitle: A\ncreated: 2026-01-01\ntags: []\n---\n\n';

describe('what rules look at', () => {
  it('leaves out notes that say `hermes: false`; their links still count', async () => {
    const report = await lintFiles({
      'Mine.md': '---\nhermes: false\n---\n\n![[gone.png]] [[A]] [[wish]] TODO: leave me\n',
      'A.md': `${GOOD}Linked from a note that opted out.\n`,
    });
    expect(report.findings).toEqual([]);
    expect(report.gaps).toEqual([]);
    expect(report.notes).toBe(1);
  });

  it('leaves out what the harness writes; links out of the logs are no use', async () => {
    const report = await lintFiles({
      'Logs/2026.md': '![[gone.png]] [[A]]\n',
      'Logs/memory/2026-06-21.md': '[[A]] [[wish]]\n',
      'Logs/heartbeat.md': '',
      'A.md': `${GOOD}Alone.\n`,
    });
    expect(report.findings.map(({ rule, path }) => `${rule} ${path}`)).toEqual(['orphan-note A.md']);
  });

  it('counts links out of templates and conflict copies as their kind says', async () => {
    const report = await lintFiles({
      'Templates/Day.md': '[[A]]\n',
      'B.sync-conflict-20260612-081502-K7QX3LM.md': '[[B]]\n',
      'A.md': `${GOOD}Used by a template.\n`,
      'B.md': `${GOOD}Used by nothing but a copy.\n`,
    });
    expect(findingLines(report, 'orphan-note')).toEqual(['B.md:1:1 B.md']);
  });

  it('tells a wish in an index once: as drift, not as a gap', async () => {
    const files = { 'a/_index.md': `${GOOD}- [[Later]]\n`, 'Home.md': `${GOOD}[[a/_index]] and [[Later]]\n` };
    const report = await lintFiles(files);
    expect(findingLines(report, 'index-drift')).toEqual(['a/_index.md:7:3 Later']);
    expect(report.gaps.map(({ path }) => path)).toEqual(['Home.md']);
    const off = await lintFiles(files, {
      lint: { rules: { 'index-drift': { severity: 'off', options: {} } } },
    });
    expect(off.gaps.map(({ path }) => path)).toEqual(['Home.md', 'a/_index.md']);
  });

  it('takes away findings where the configuration ignores a rule', async () => {
    const files = { 'Inbox/A.md': '![[x.png]] and\n', 'B.md': '![[x.png]] and\n' };
    const report = await lintFiles(files, {
      lint: { ignore: [{ rule: 'broken-wikilink', paths: ['Inbox/**'] }] },
    });
    expect(findingLines(report, 'broken-wikilink')).toEqual(['B.md:1:1 x.png']);
    expect(findingLines(report, 'missing-frontmatter')).toHaveLength(2);
  });

  it('asks for the fields that the configuration names, and for none if it names none', async () => {
    const files = { 'A.md': '---\nkind: note\n---\n', 'B.md': 'Text\n' };
    const some = await lintFiles(files, { lint: { required_fields: ['Kind', 'owner'] } });
    expect(findingLines(some, 'missing-field')).toEqual(['A.md:1:1 owner']);
    const none = await lintFiles(files, { lint: { required_fields: [] } });
    expect(none.findings.filter(({ rule }) => rule.startsWith('missing'))).toEqual([]);
  });

  it('gives lines and columns with any line ends, behind a byte order mark and behind emoji', async () => {
    const report = await lintFiles({
      'A.md': `\ufeff${GOOD.replaceAll('\n', '\r\n')}😀 ![[x.png]]\r\n\r\n1. ![[y.png]]\r\n`,
    });
    expect(findingLines(report, 'broken-wikilink')).toEqual(['A.md:7:4 x.png', 'A.md:9:4 y.png']);
  });

  it('sorts by path, then by place', async () => {
    const { findings } = await lintFiles({
      'b.md': 'TBD\n\n![[x.png]]\n',
      'a/z.md': '![[2.png]] ![[1.png]]\n',
      'B.md': 'x\n',
    });
    const places = findings.map(({ path, span }) => [path, span?.start ?? -1] as const);
    expect(places).toEqual([...places].sort(([a, m], [b, n]) => (a < b ? -1 : a > b ? 1 : m - n)));
  });
});

describe('hostile notes', () => {
  it.each([
    ['opening brackets', '['.repeat(1_000_000)],
    ['backticks of all lengths', Array.from({ length: 1400 }, (_, n) => '`'.repeat(n + 1)).join(' ')],
    ['fences that never close', '```\n'.repeat(250_000)],
    ['dashes', '---\n'.repeat(250_000)],
    ['dashes with keys', '---\nkey: value\n'.repeat(70_000)],
    ['blank lines in front of dashes', `${'\n'.repeat(1_000_000)}---\n`],
    ['numbered steps', '1. step by step\n'.repeat(60_000)],
    ['conflict markers that never end', '<<<<<<< a\n'.repeat(100_000)],
    ['comments', '<!-- '.repeat(200_000)],
    ['braces', '{{'.repeat(500_000)],
    ['dollars that close nothing', `TODO ${'$a '.repeat(300_000)}`],
    ['dollars in front of brackets', `TODO ${'$a [[ $$'.repeat(100_000)}`],
    ['angle brackets', '<your '.repeat(160_000)],
    ['percent signs', '<%'.repeat(500_000)],
    ['link brackets of a bare stub', `[${'['.repeat(3900)}`],
    ['one long property', `---\nkey: ${'[['.repeat(200_000)}\n---\n`],
    ['many properties', `---\n${Array.from({ length: 3_000 }, (_, n) => `k${n}: [[x]]`).join('\n')}\n---\n`],
    ['headings to compare', `${'# a\n'.repeat(100_000)}[[#b]] [[#a#b#c]]\n`],
  ])('%s take no long time', async (_what, text) => {
    const started = performance.now();
    const report = await lintFiles({ 'A.md': text, 'B.md': GOOD });
    expect(report.notes).toBe(2);
    // A wide guard against quadratic time: each takes well under a second.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
