import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileEdit } from '../../../src/core/vault/changeset';
import { textsOf } from '../../../src/core/vault/plan-changeset';
import { previewChangeset } from '../../../src/core/vault/preview-changeset';
import { planned } from '../../support/changes';
import { filesOf, tempVault } from '../../support/temp-vault';

function previewOf(edit: FileEdit) {
  const [file] = previewChangeset(planned([edit])).files;
  if (file === undefined) throw new Error('the edit was dropped');
  return file;
}

/** What git makes of the previews, from the vault as the edits expect it. */
function appliedByGit(edits: readonly FileEdit[]): Record<string, string> {
  const before = edits.flatMap((edit): [string, string][] => {
    const text = textsOf(edit).before;
    return text === null ? [] : [[edit.path, text]];
  });
  const root = tempVault(Object.fromEntries(before));
  const patch = edits.map((edit) => previewOf(edit).diff).join('');
  execFileSync('git', ['apply', '--whitespace=nowarn', '--unidiff-zero', '-'], { cwd: root, input: patch });
  return filesOf(root);
}

describe('a preview', () => {
  it('shows each file with its reason, its counts and a unified diff', () => {
    const preview = previewChangeset(
      planned([
        { kind: 'modify', path: 'a.md', before: 'one\ntwo\nthree\n', after: 'one\n2\nthree\nfour\n' },
        { kind: 'create', path: 'b c.md', after: 'new' },
        { kind: 'delete', path: 'd.md', before: 'gone\n' },
        { kind: 'move', path: 'e.md', to: 'f.md', before: 'kept' },
      ]),
    );
    expect([preview.added, preview.removed]).toEqual([3, 2]);
    expect(preview.files).toEqual([
      {
        kind: 'modify',
        path: 'a.md',
        to: null,
        reason: 'to modify a.md',
        added: 2,
        removed: 1,
        diff: '--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,4 @@\n one\n-two\n+2\n three\n+four\n',
      },
      {
        kind: 'create',
        path: 'b c.md',
        to: null,
        reason: 'to create b c.md',
        added: 1,
        removed: 0,
        diff: '--- /dev/null\n+++ b/b c.md\t\n@@ -0,0 +1 @@\n+new\n\\ No newline at end of file\n',
      },
      {
        kind: 'delete',
        path: 'd.md',
        to: null,
        reason: 'to delete d.md',
        added: 0,
        removed: 1,
        diff: '--- a/d.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n',
      },
      { kind: 'move', path: 'e.md', to: 'f.md', reason: 'to move e.md', added: 0, removed: 0, diff: '' },
    ]);
  });

  it('is what git makes of it: line ends, ends without one, names, whole rewrites', () => {
    const long = (word: string) => Array.from({ length: 6000 }, (_, i) => `${word} ${i}\n`).join('');
    expect(
      appliedByGit([
        { kind: 'modify', path: 'crlf.md', before: 'a\r\nb\r\n', after: 'a\r\nc\r\n' },
        { kind: 'modify', path: 'no end.md', before: 'a\nb', after: 'a\nc\n' },
        { kind: 'modify', path: 'new "quoted" \\ ü.md', before: 'a\n', after: 'a\nb' },
        {
          kind: 'modify',
          path: 'marks.md',
          before: '--- a\n+++ b\n\\ No newline at end of file\n',
          after: '--- b\n',
        },
        { kind: 'modify', path: 'anew.md', before: long('old'), after: `${long('new')}without end` },
        { kind: 'modify', path: 'filled.md', before: '', after: 'x\n' },
        { kind: 'modify', path: 'emptied.md', before: 'x\n', after: '' },
        { kind: 'create', path: 'made/deep.md', after: 'made\n' },
        { kind: 'delete', path: 'gone.md', before: 'gone' },
      ]),
    ).toEqual({
      'anew.md': `${long('new')}without end`,
      'crlf.md': 'a\r\nc\r\n',
      'emptied.md': '',
      'filled.md': 'x\n',
      'made/deep.md': 'made\n',
      'marks.md': '--- b\n',
      'new "quoted" \\ ü.md': 'a\nb',
      'no end.md': 'a\nc\n',
    });
  });

  it('is what git makes of it, for any two texts', () => {
    const line = fc.constantFrom('', 'a', 'b', '\t', '- x', '+ y', '@@ -1 +1 @@', '\\ No newline', '\r', 'é');
    const text = fc
      .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', '\n'))
      .map(([lines, end]) => lines.join('\n') + end);
    const pair = fc.tuple(text, text).filter(([before, after]) => before !== after);
    fc.assert(
      fc.property(fc.array(pair, { minLength: 20, maxLength: 20 }), (pairs) => {
        const edits = pairs.map(([before, after], i): FileEdit => ({
          kind: 'modify',
          path: `n${i}.md`,
          before,
          after,
        }));
        const expected = Object.fromEntries(edits.map((edit) => [edit.path, textsOf(edit).after]));
        expect(appliedByGit(edits)).toEqual(expected);
      }),
      { numRuns: process.env['HERMES_SOAK'] === undefined ? 5 : 100 },
    );
  });

  it('takes its time in proportion to the texts, however different they are', () => {
    const words = (seed: number) =>
      Array.from({ length: 40_000 }, (_, i) => `${(i * seed) % 7919}\n`).join('');
    const start = performance.now();
    const { added, removed } = previewOf({ kind: 'modify', path: 'n.md', before: words(3), after: words(5) });
    expect([added, removed]).toEqual([40_000, 40_000]);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});
