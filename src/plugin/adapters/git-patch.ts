import { structuredPatch } from 'diff';

/** One side of a changed file. */
export interface FileVersion {
  readonly id: string;
  /** Six octal digits. */
  readonly mode: string;
  readonly bytes: Uint8Array;
}

/** What `git diff --full-index` prints for one file (git-diff(1), "Generating patch text"); null: not there. */
export function filePatch(path: string, before: FileVersion | null, after: FileVersion | null): string {
  const lines = [`diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}`];
  if (before === null) lines.push(`new file mode ${after?.mode ?? ''}`);
  else if (after === null) lines.push(`deleted file mode ${before.mode}`);
  else if (before.mode !== after.mode) lines.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  const none = '0'.repeat((before ?? after)?.id.length ?? 40);
  if (before?.id !== after?.id) {
    const mode = before !== null && before.mode === after?.mode ? ` ${before.mode}` : '';
    lines.push(`index ${before?.id ?? none}..${after?.id ?? none}${mode}`, ...content(path, before, after));
  }
  return lines.map((line) => `${line}\n`).join('');
}

function content(path: string, before: FileVersion | null, after: FileVersion | null): string[] {
  const names = [
    before === null ? '/dev/null' : quoted(`a/${path}`),
    after === null ? '/dev/null' : quoted(`b/${path}`),
  ];
  if ([before, after].some((side) => side !== null && looksBinary(side.bytes))) {
    return [`Binary files ${names.join(' and ')} differ`];
  }
  const text = (side: FileVersion | null): string =>
    side === null ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(side.bytes);
  const { hunks } = structuredPatch('', '', text(before), text(after), '', '', { context: 3 });
  if (hunks.length === 0) return [];
  // A tab ends a name with spaces in it, as GNU patch wants it.
  const [from, to] = names.map((name) => (name.includes(' ') ? `${name}\t` : name));
  return [
    `--- ${from ?? ''}`,
    `+++ ${to ?? ''}`,
    ...hunks.flatMap((hunk) => [
      `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
      ...hunk.lines,
    ]),
  ];
}

function range(start: number, lines: number): string {
  if (lines === 1) return String(start);
  // An empty side is named by the line before it.
  return `${String(lines === 0 ? start - 1 : start)},${String(lines)}`;
}

/** git looks for a NUL in the first 8000 bytes. */
function looksBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** A name with control characters, quotes or backslashes in C style, as git does with core.quotepath off. */
function quoted(name: string): string {
  let changed = false;
  let text = '';
  for (const character of name) {
    const code = character.charCodeAt(0);
    const plain = code >= 0x20 && code !== 0x7f && character !== '"' && character !== '\\';
    if (!plain) changed = true;
    text += plain ? character : (ESCAPES[character] ?? `\\${code.toString(8).padStart(3, '0')}`);
  }
  return changed ? `"${text}"` : name;
}
