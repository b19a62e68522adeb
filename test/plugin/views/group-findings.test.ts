import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/core/lint/finding';
import type { LintReport } from '../../../src/core/lint/report';
import { groupReport } from '../../../src/plugin/views/group-findings';

function finding(rule: string, path: string, line: number, severity: Finding['severity']): Finding {
  return {
    id: `${rule} ${path} ${String(line)}`,
    rule,
    path,
    severity,
    line,
    column: 3,
    span: { start: 10, end: 14 },
    subject: 's',
    message: `${rule} in ${path}`,
    related: [],
  };
}

const report: LintReport = {
  findings: [
    finding('orphan-note', 'b/Note.md', 1, 'info'),
    finding('broken-wikilink', 'b/Note.md', 9, 'error'),
    finding('broken-wikilink', 'a.md', 12, 'error'),
    finding('broken-wikilink', 'a.md', 2, 'error'),
    finding('missing-field', 'a.md', 1, 'warning'),
  ],
  gaps: [{ path: 'a.md', link: 'Wanted', span: { start: 4, end: 14 }, line: 5, column: 1 }],
  problems: [{ path: 'bad.md', kind: 'invalid-utf8', message: 'is no valid UTF-8 text' }],
  notes: 3,
  passedOver: [],
  files: 4,
};

describe('the groups of the findings view', () => {
  it('by rule: worst first, then by name; rows in the order of notes and lines', () => {
    const groups = groupReport(report, 'rule', (rule) => `about ${rule}`);
    expect(groups.map(({ title, severity, apart }) => [title, severity, apart])).toEqual([
      ['Broken wikilink', 'error', false],
      ['Missing field', 'warning', false],
      ['Orphan note', 'info', false],
      ['Files that could not be read', 'warning', true],
      ['Notes not written yet', null, true],
    ]);
    expect(groups[0]?.rows.map(({ where }) => where)).toEqual(['a, line 2', 'a, line 12', 'b/Note, line 9']);
    expect(groups[0]?.hint).toBe('about broken-wikilink');
  });

  it('by note: in the order of paths, with the worst severity of its rows', () => {
    const [first, second] = groupReport(report, 'note', () => '');
    expect([first?.title, first?.context, first?.severity]).toEqual(['a', '', 'error']);
    expect([second?.title, second?.context, second?.severity]).toEqual(['Note', 'b', 'error']);
    expect(second?.rows.map(({ where, severity }) => [where, severity])).toEqual([
      ['Line 1 · Orphan note', 'info'],
      ['Line 9 · Broken wikilink', 'error'],
    ]);
  });

  it('lead to the place, and to the file as a whole where there is none', () => {
    const whole = { ...finding('orphan-note', 'c.md', 1, 'info'), span: null };
    const groups = groupReport({ ...report, findings: [whole] }, 'rule', () => '');
    expect(groups[0]?.rows[0]).toMatchObject({ where: 'c', place: { path: 'c.md', line: null } });
    expect(groupReport(report, 'rule', () => '').at(-1)?.rows[0]?.place).toEqual({
      path: 'a.md',
      line: 5,
      column: 1,
      length: 10,
    });
  });
});
