import { structuredPatch } from 'diff';
import type { VaultPath } from '../ports';
import type { Changeset, PlannedEdit } from './changeset';
import { textsOf } from './plan-changeset';

export interface FilePreview {
  readonly kind: PlannedEdit['edit']['kind'];
  readonly path: VaultPath;
  /** Where a move leads; null for the others. */
  readonly to: VaultPath | null;
  readonly reason: string;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Unified diff with three lines of context, as `git diff` and `patch` read it; empty for a plain move. */
  readonly diff: string;
}

export interface ChangesetPreview {
  readonly files: readonly FilePreview[];
  readonly added: number;
  readonly removed: number;
}

/** Beyond this many differing lines a note was written anew, and finding the shortest difference takes long: the square of it. */
const MOST_DIFFERENCES = 1000;

/** What applying the changeset would do, file by file in its own order. */
export function previewChangeset(changeset: Changeset): ChangesetPreview {
  const files = changeset.edits.map(previewEdit);
  const sum = (count: (file: FilePreview) => number) => files.reduce((total, file) => total + count(file), 0);
  return { files, added: sum((file) => file.added), removed: sum((file) => file.removed) };
}

function previewEdit({ edit, reason }: PlannedEdit): FilePreview {
  const { kind, path } = edit;
  if (edit.kind === 'move') return { kind, path, to: edit.to, reason, added: 0, removed: 0, diff: '' };
  const { before, after } = textsOf(edit);
  const hunks = hunksOf(before ?? '', after ?? '');
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const header = [
    `--- ${before === null ? '/dev/null' : quoted(`a/${path}`)}`,
    `+++ ${after === null ? '/dev/null' : quoted(`b/${path}`)}`,
  ];
  const body = hunks.flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines,
  ]);
  return {
    kind,
    path,
    to: null,
    reason,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    diff: `${[...header, ...body].join('\n')}\n`,
  };
}

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

function hunksOf(before: string, after: string): readonly Hunk[] {
  const patch = structuredPatch('', '', before, after, '', '', {
    context: 3,
    maxEditLength: MOST_DIFFERENCES,
  });
  return patch?.hunks ?? [writtenAnew(before, after)];
}

function writtenAnew(before: string, after: string): Hunk {
  const [removed, added] = [side('-', before), side('+', after)];
  return {
    oldStart: 1,
    oldLines: removed.count,
    newStart: 1,
    newLines: added.count,
    lines: [...removed.lines, ...added.lines],
  };
}

function side(sign: '+' | '-', text: string): { readonly count: number; readonly lines: readonly string[] } {
  const lines = text.split('\n').map((line) => sign + line);
  const count = lines.length;
  if (!text.endsWith('\n')) return { count, lines: [...lines, '\\ No newline at end of file'] };
  return { count: count - 1, lines: lines.slice(0, -1) };
}

/** An empty side starts one line earlier than it seems: the quirk of the format. */
function range(start: number, lines: number): string {
  if (lines === 0) return `${start - 1},0`;
  return lines === 1 ? String(start) : `${start},${lines}`;
}

/** As git writes it: a name with a space ends in a tab, one with a quote or control character is quoted. */
function quoted(name: string): string {
  if (/["\\\p{Cc}]/u.test(name)) return JSON.stringify(name);
  return name.includes(' ') ? `${name}\t` : name;
}
