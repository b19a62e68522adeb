/**
 * Text of any origin inside one line of a Markdown file that Obsidian shows: no link, tag, block id, comment or HTML
 * may arise from it, and it can be read back. Code spans in it stay code, so that callers write paths in backticks.
 */

interface Span {
  readonly start: number;
  /** Behind the last backtick. */
  readonly end: number;
}

/**
 * The code spans of a line, by CommonMark's rule: a run of backticks opens one that the next run of the same length
 * closes. `escapes`: a backslash in front takes a backtick out of the opening run.
 */
function codeSpans(line: string, escapes: boolean): readonly Span[] {
  const runs = [...line.matchAll(/`+/g)].map((run) => ({ at: run.index, width: run[0].length }));
  const last = new Map(runs.map(({ width }, index) => [width, index]));
  const spans: Span[] = [];
  for (let index = 0; index < runs.length; index++) {
    const { at = 0, width: whole = 0 } = runs[index] ?? {};
    const skipped = escapes && isEscaped(line, at, spans.at(-1)?.end ?? 0) ? 1 : 0;
    const width = whole - skipped;
    if (width === 0 || (last.get(width) ?? -1) <= index) continue;
    let close = index + 1;
    while (runs[close]?.width !== width) close++;
    const end = (runs[close]?.at ?? at) + width;
    spans.push({ start: at + skipped, end });
    index = close;
  }
  return spans;
}

/** Whether an odd number of backslashes stands in front, counted back to `from`. */
function isEscaped(line: string, at: number, from: number): boolean {
  let start = at;
  while (start > from && line[start - 1] === '\\') start--;
  return (at - start) % 2 === 1;
}

/** Line ends and other control characters become spaces, halves of surrogate pairs the replacement character. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim();
}

function escapePlain(text: string, before: string): string {
  let escaped = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    const last = at > 0 ? (text[at - 1] ?? '') : before;
    const next = text[at + 1] ?? '';
    escaped += needsEscape(character, last, next) ? `\\${character}` : character;
  }
  return escaped;
}

function needsEscape(character: string, last: string, next: string): boolean {
  switch (character) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
    case '$':
      return true;
    case '_':
      return !(/[\p{L}\p{N}]/u.test(last) && /[\p{L}\p{N}]/u.test(next));
    case '<':
      return /[A-Za-z/!?]/.test(next);
    case '&':
      return /[A-Za-z#]/.test(next);
    case '#':
      return next !== '' && next !== ' ';
    case '^':
      return last === '' || last === ' ';
    case '=':
    case '~':
    case '%':
    case ':':
    case '|':
      return next === character || last === character;
    default:
      return false;
  }
}

/** The text as one line of Markdown in which nothing but its code spans has a meaning. */
export function escapeLine(text: string): string {
  const line = oneLine(text);
  let escaped = '';
  let from = 0;
  for (const { start, end } of codeSpans(line, false)) {
    escaped += escapePlain(line.slice(from, start), from === 0 ? '' : '`') + line.slice(start, end);
    from = end;
  }
  return escaped + escapePlain(line.slice(from), from === 0 ? '' : '`');
}

/**
 * The same at the start of a line or of a list item, where Markdown would take a sign for a heading, a list, a quote or
 * a rule.
 */
export function escapeParagraph(text: string): string {
  return escapeLine(text).replace(/^(\d+(?=[.)](\s|$)))?(?=[#+>|=~.)-])/, '$1\\');
}

/** The text behind an escaped line. */
export function unescapeLine(line: string): string {
  const spans = codeSpans(line, true);
  let text = '';
  let nth = 0;
  for (let at = 0; at < line.length; at++) {
    const span = spans[nth];
    if (span?.start === at) {
      text += line.slice(span.start, span.end);
      at = span.end - 1;
      nth++;
      continue;
    }
    const character = line[at] ?? '';
    const next = line[at + 1] ?? '';
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(next)) {
      text += next;
      at++;
    } else text += character;
  }
  return text;
}

/** A path as a code span: a link would change the graph and be rewritten when the note is renamed. */
export function codeSpan(path: string): string {
  const plain = path.replace(/[\\\p{Cc}\p{Cs}\u2028\u2029]/gu, (character) =>
    character === '\\' ? '\\\\' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const safe = plain.trim() === '' ? plain.replace(/ /g, '\\u0020') : plain;
  const longest = Math.max(0, ...(safe.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^[` ]|[` ]$/.test(safe) ? ' ' : '';
  return `${fence}${padding}${safe}${padding}${fence}`;
}

/** Reads a code span at an offset: its path and the offset behind it; null if none starts there. */
export function readCodeSpan(line: string, at: number): { path: string; end: number } | null {
  let width = 0;
  while (line[at + width] === '`') width++;
  if (width === 0) return null;
  for (let from = at + width; from < line.length;) {
    const close = line.indexOf('`', from);
    if (close < 0) return null;
    let run = 0;
    while (line[close + run] === '`') run++;
    if (run === width) {
      const inside = line.slice(at + width, close);
      const padded = inside.startsWith(' ') && inside.endsWith(' ') && inside.trim() !== '';
      return { path: decodePath(padded ? inside.slice(1, -1) : inside), end: close + run };
    }
    from = close + run;
  }
  return null;
}

function decodePath(text: string): string {
  return text.replace(/\\(\\|u([0-9a-f]{4}))/g, (_, kind: string, code: string | undefined) =>
    kind === '\\' ? '\\' : String.fromCharCode(Number.parseInt(code ?? '0', 16)),
  );
}
