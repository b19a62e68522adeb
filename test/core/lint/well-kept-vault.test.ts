import { expect, it } from 'vitest';
import { lintFiles } from './lint-files';
import { wellKeptVault } from './well-kept-vault';

it('finds nothing wrong in three hundred well-kept pages', async () => {
  const { findings, gaps, notes, problems } = await lintFiles(wellKeptVault(300));
  expect(
    findings.map(({ path, line, column, rule, message }) => `${path}:${line}:${column} ${rule} ${message}`),
  ).toEqual([]);
  expect(problems).toEqual([]);
  expect(notes).toBe(311);
  // Each page wishes for one note that is not written yet: that is no fault.
  expect(gaps).toHaveLength(300);
});
