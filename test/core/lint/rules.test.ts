import { describe, expect, it } from 'vitest';
import { ALL_RULES } from '../../../src/core/lint/rules';
import { findingLines, lintFiles } from './lint-files';

describe.each(ALL_RULES.map((rule) => [rule.name, rule] as const))('%s', (name, rule) => {
  it.each(rule.examples.map((example) => [example.title, example] as const))(
    '%s',
    async (_title, example) => {
      const report = await lintFiles(example.files, {
        lint: { rules: { [name]: { options: { ...example.options } } } },
      });
      expect(findingLines(report, name)).toEqual(example.findings);
    },
  );

  it('has an example of what it finds', () => {
    expect(rule.examples.some((example) => example.findings.length > 0)).toBe(true);
  });

  it('can be turned off', async () => {
    const example = rule.examples.find((candidate) => candidate.findings.length > 0);
    const report = await lintFiles(example?.files ?? {}, {
      lint: { rules: { [name]: { severity: 'off', options: { ...example?.options } } } },
    });
    expect(findingLines(report, name)).toEqual([]);
  });

  it('says how grave it is as the configuration wants it', async () => {
    const example = rule.examples.find((candidate) => candidate.findings.length > 0);
    for (const severity of ['error', 'warning', 'info'] as const) {
      const report = await lintFiles(example?.files ?? {}, {
        lint: { rules: { [name]: { severity, options: { ...example?.options } } } },
      });
      const grave = report.findings.filter((finding) => finding.rule === name).map((found) => found.severity);
      expect(new Set(grave)).toEqual(new Set([severity]));
    }
  });
});
