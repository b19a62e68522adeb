import { describe, expect, it } from 'vitest';
import type { Finding, Severity } from '../../../src/core/lint/finding';
import { tellingFirst } from '../../../src/core/roles/telling-first';

function findings(rule: string, severity: Severity, count: number): readonly Finding[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${rule} ${at}`,
    rule,
    severity,
    path: `${at}.md`,
    line: 1,
    column: 1,
    span: null,
    subject: 's',
    message: 'm',
    related: [],
  }));
}

describe('which findings are told first', () => {
  it('the severest, and of those the rarest, a few of each rule before the rest of any', () => {
    const told = tellingFirst([
      ...findings('orphan-note', 'info', 4),
      ...findings('missing-field', 'warning', 174),
      ...findings('broken-wikilink', 'error', 5),
      ...findings('broken-subpath', 'warning', 2),
    ]).map(({ id }) => id);
    expect(told.slice(0, 16)).toEqual([
      ...[0, 1, 2].map((at) => `broken-wikilink ${at}`),
      ...[0, 1].map((at) => `broken-subpath ${at}`),
      ...[0, 1, 2].map((at) => `missing-field ${at}`),
      ...[0, 1, 2].map((at) => `orphan-note ${at}`),
      ...[3, 4].map((at) => `broken-wikilink ${at}`),
      ...[3, 4, 5].map((at) => `missing-field ${at}`),
    ]);
    expect(told).toHaveLength(185);
    expect(new Set(told).size).toBe(185);
    expect(told.at(-1)).toBe('orphan-note 3');
  });
});
