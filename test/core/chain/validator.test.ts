import { describe, expect, it } from 'vitest';
import type { RoleResult } from '../../../src/core/chain/role';
import {
  sectionBody,
  validateRole,
  type Evidence,
  type WrittenText,
} from '../../../src/core/chain/validator';

const SECTION = '# 4 July\n\n## LINT-AGENT\n\nTwo new findings.\n\n## REVISER-AGENT\n\nrest\n';

function evidence(over: Partial<Evidence>): Evidence {
  return {
    role: { name: 'LINT-AGENT', scope: { include: ['Notes/**'], exclude: ['Notes/private/**'] } },
    result: { outcome: 'quiet' },
    written: [],
    memory: { path: 'Logs/memory/2026-07-04.md', before: null, now: null },
    log: { path: 'Logs/2026.md', before: null, now: null },
    frontmatterFault: (text) => (text.startsWith('---\n: bad') ? 'a key is missing' : null),
    placeholders: (text) => (text.includes('TODO') ? ['TODO'] : []),
    ...over,
  };
}

function faults(over: Partial<Evidence>): readonly string[] {
  const verdict = validateRole(evidence(over), 1);
  const found = verdict.checks.flatMap((check) => check.faults);
  expect(verdict.passed).toBe(found.length === 0);
  return found;
}

function done(over: Partial<Extract<RoleResult, { outcome: 'done' }>> = {}): RoleResult {
  return { outcome: 'done', claims: [], section: null, doings: [], ...over };
}

const modified: WrittenText = { path: 'Notes/a.md', before: 'old', after: 'new', now: 'new' };

describe('the VALIDATOR', () => {
  it('passes an honest role', () => {
    expect(
      faults({
        result: done({
          claims: [{ kind: 'modified', path: 'Notes/a.md' }],
          section: { summary: 'Two new findings.', lines: [] },
        }),
        written: [modified],
        memory: { path: 'm.md', before: null, now: SECTION },
      }),
    ).toEqual([]);
    expect(faults({})).toEqual([]);
    expect(faults({ result: { outcome: 'skipped', reason: 'why' } })).toEqual([]);
  });

  it.each<[string, Partial<Evidence>, RegExp]>([
    [
      'a claim about a file that nobody wrote',
      { result: done({ claims: [{ kind: 'modified', path: 'Notes/b.md' }] }) },
      /claims to have modified Notes\/b\.md, which was not written for it/,
    ],
    [
      'a creation of what stood there',
      { result: done({ claims: [{ kind: 'created', path: 'Notes/a.md' }] }), written: [modified] },
      /stood there before/,
    ],
    [
      'a modification that changes nothing',
      {
        result: done({ claims: [{ kind: 'modified', path: 'Notes/a.md' }] }),
        written: [{ ...modified, after: 'old', now: 'old' }],
      },
      /the same as before/,
    ],
    [
      'a deletion of what is still there',
      { result: done({ claims: [{ kind: 'deleted', path: 'Notes/a.md' }] }), written: [modified] },
      /still there/,
    ],
    [
      'a move whose text did not arrive',
      {
        result: done({ claims: [{ kind: 'moved', path: 'Notes/a.md', to: 'Notes/c.md' }] }),
        written: [
          { path: 'Notes/a.md', before: 'old', after: null, now: null },
          { path: 'Notes/c.md', before: null, after: 'other', now: 'other' },
        ],
      },
      /where its text does not stand/,
    ],
    ['a write that it keeps to itself', { result: done(), written: [modified] }, /does not claim it/],
    [
      'a write outside its scope',
      {
        result: done({ claims: [{ kind: 'modified', path: 'Notes/private/a.md' }] }),
        written: [{ ...modified, path: 'Notes/private/a.md' }],
      },
      /outside of what it may write/,
    ],
    [
      'a claim outside its scope',
      { result: done({ claims: [{ kind: 'modified', path: 'Home.md' }] }) },
      /Home\.md is outside/,
    ],
    [
      'an empty section',
      {
        result: done({ section: { summary: ' ', lines: [{ type: 'lint', text: '', key: 'k' }] } }),
        memory: { path: 'm.md', before: null, now: SECTION },
      },
      /its section is empty/,
    ],
    [
      'a section that is not there',
      {
        result: done({ section: { summary: 'Two.', lines: [] } }),
        memory: { path: 'm.md', before: null, now: '## DISPATCHER\n\nx\n' },
      },
      /has no heading `## LINT-AGENT`/,
    ],
    [
      'a heading with nothing under it',
      {
        result: done({ section: { summary: 'Two.', lines: [] } }),
        memory: { path: 'm.md', before: null, now: '## LINT-AGENT\n\n## REVISER-AGENT\n\nx\n' },
      },
      /nothing new stands under/,
    ],
    [
      'a section of a role that gave none',
      { result: { outcome: 'quiet' }, memory: { path: 'm.md', before: null, now: SECTION } },
      /that the role did not give/,
    ],
    ['a write of a quiet role', { written: [modified] }, /ended quiet and wrote Notes\/a\.md/],
    [
      'a note whose frontmatter it broke',
      {
        result: done({ claims: [{ kind: 'modified', path: 'Notes/a.md' }] }),
        written: [{ ...modified, after: '---\n: bad\n---\n', now: '---\n: bad\n---\n' }],
      },
      /the frontmatter of Notes\/a\.md is not valid: a key is missing/,
    ],
    [
      'a new note with a placeholder',
      {
        result: done({ claims: [{ kind: 'created', path: 'Notes/n.md' }] }),
        written: [{ path: 'Notes/n.md', before: null, after: 'TODO: write', now: 'TODO: write' }],
      },
      /holds the placeholder TODO/,
    ],
    [
      'a rewritten event log',
      { log: { path: 'Logs/2026.md', before: 'a\nb\nc\n', now: 'a\nB\nc\n' } },
      /what stood on line 2 was changed or removed/,
    ],
    ['a removed event log', { log: { path: 'Logs/2026.md', before: 'a\n', now: null } }, /is gone/],
  ])('refuses %s', (_, over, message) => {
    const found = faults(over);
    expect(found.join('\n')).toMatch(message);
  });

  it('refuses a quiet role that claims or writes a section all the same', () => {
    const faulty: object = {
      outcome: 'quiet',
      claims: [{ kind: 'created', path: 'Notes/n.md' }],
      section: { summary: 'x', lines: [] },
    };
    const found = faults({ result: faulty as RoleResult });
    expect(found).toContain('it ended quiet and gave a section');
    expect(found).toContain('it ended quiet and claims to have created Notes/n.md');
  });

  it('leaves alone what was broken before, and tells what others changed', () => {
    const broken = '---\n: bad\n---\n';
    expect(
      faults({
        result: done({ claims: [{ kind: 'modified', path: 'Notes/a.md' }] }),
        written: [{ path: 'Notes/a.md', before: broken, after: `${broken}x`, now: `${broken}x` }],
      }),
    ).toEqual([]);
    const verdict = validateRole(
      evidence({
        result: done({
          claims: [
            { kind: 'modified', path: 'Notes/a.md' },
            { kind: 'created', path: 'Notes/n.md' },
          ],
        }),
        written: [
          { ...modified, now: 'new, and more by the person' },
          { path: 'Notes/n.md', before: null, after: 'text', now: null },
        ],
        log: { path: 'Logs/2026.md', before: 'a\nb', now: 'x\na\nperson\nb\ny' },
      }),
      3,
    );
    expect(verdict.passed).toBe(true);
    expect(verdict.notes).toEqual([
      'Notes/a.md was changed by someone else after it was written',
      'Notes/n.md was removed by someone else after it was written',
    ]);
    expect(verdict.milliseconds).toBe(3);
  });

  it.each([
    ['an open last line that gets its end', 'a\r\nb', 'a\r\nb\r\nc\r\n', true],
    ['an open last line in a file of LF', 'a\nb', 'a\nb\nc\n', true],
    ['a new day in front', 'a\r\nb', 'new\r\na\r\nb', true],
    ['another last line', 'a\r\nb', 'a\r\nB\r\nc\r\n', false],
    ['a line whose end was changed', 'a\r\nb\r\n', 'a\nb\r\n', false],
    ['a lone CR set into the midst', 'a\nb\n', 'a\r\nb\n', false],
  ])('holds the old text of a log against %s', (_, before, now, intact) => {
    expect(faults({ log: { path: 'Logs/2026.md', before, now } })).toHaveLength(intact ? 0 : 1);
  });

  it('finds a section whatever the line ends', () => {
    expect(sectionBody(SECTION.replace(/\n/g, '\r\n'), 'LINT-AGENT')).toBe('Two new findings.');
    expect(sectionBody('## LINT-AGENTS\n\nx\n', 'LINT-AGENT')).toBeNull();
    expect(sectionBody(null, 'LINT-AGENT')).toBeNull();
  });
});
