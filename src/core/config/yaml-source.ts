import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Pair } from 'yaml';
import { excessiveNesting } from '../text/yaml-nesting';
import { pathText, type PathSegment } from './schema-keys';

/** A YAML text with its values and where each of them stands. */
export interface YamlSource {
  readonly text: string;
  readonly document: Document.Parsed;
  /** One-based line of an offset. */
  lineAt(offset: number): number;
  /** The pair or item at a path; null if the text has none there. */
  place(path: readonly PathSegment[]): YamlPlace | null;
}

/** Where a setting stands in the text. */
export interface YamlPlace {
  /** One-based. */
  readonly keyLine: number;
  readonly valueLine: number;
  /** The value as written, on one line and not longer than 60 characters; null for maps, lists and nothing. */
  readonly written: string | null;
}

/** What is wrong with the text before any setting is looked at. */
export interface SourceProblem {
  readonly line: number;
  readonly message: string;
}

/** A text read as YAML, or why it is none. */
export type ReadYaml =
  | {
      readonly ok: true;
      readonly source: YamlSource;
      readonly value: unknown;
      /** Keys that stand twice: wrong, but no reason not to look at the rest. */
      readonly duplicates: readonly SourceProblem[];
    }
  | { readonly ok: false; readonly problems: readonly SourceProblem[] };

/** Deeper nesting than any configuration has; walks over the values recurse. */
const DEEPEST = 40;
/** Characters. A list of thousands of ignored paths still fits. */
const LONGEST = 500_000;
/** Problems told at once; a broken file repeats itself. */
const MOST_PROBLEMS = 20;

/** Reads YAML for its values and their places. Never throws. */
export function readYaml(text: string): ReadYaml {
  const rough = roughProblem(text);
  if (rough !== null) return { ok: false, problems: [rough] };
  try {
    return readParsed(text);
  } catch (error) {
    // Nesting beyond the stack.
    return { ok: false, problems: [{ line: 1, message: `is no YAML that can be read: ${sentence(error)}` }] };
  }
}

function readParsed(text: string): ReadYaml {
  const counter = new LineCounter();
  const document = parseDocument(text, {
    keepSourceTokens: true,
    uniqueKeys: false,
    // `silent` would let a second document pass unseen.
    logLevel: 'error',
    lineCounter: counter,
    prettyErrors: false,
  });
  const lineAt = (offset: number): number => Math.max(1, counter.linePos(offset).line);
  const problems: SourceProblem[] = [...document.errors, ...document.warnings].map((error) => ({
    line: lineAt(error.pos[0]),
    message: syntaxMessage(error.code, error.message),
  }));
  const structure = structureProblems(document, lineAt);
  problems.push(...structure.fatal);
  if (problems.length > 0) return { ok: false, problems: distinct(problems).slice(0, MOST_PROBLEMS) };
  const place = (path: readonly PathSegment[]): YamlPlace | null => placeOf(document, text, lineAt, path);
  const value: unknown = document.toJS();
  return { ok: true, source: { text, document, lineAt, place }, value, duplicates: structure.duplicates };
}

function sentence(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

/** What would make the YAML parser slow, overflow its stack, or say something unhelpful. */
function roughProblem(text: string): SourceProblem | null {
  if (text.length > LONGEST)
    return { line: 1, message: 'is longer than half a million characters; is this the right file?' };
  if (text.includes('\u0000')) return { line: 1, message: 'holds NUL characters and is no text file' };
  const deep = excessiveNesting(text);
  if (deep >= 0) {
    const line = text.slice(0, deep).split('\n').length;
    return { line, message: 'is nested deeper than any setting; is a bracket left open?' };
  }
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    if (/^(<{7}|>{7})( |\r?$)/.test(line))
      return { line: index + 1, message: 'has a merge conflict in it; keep one side and delete the markers' };
  }
  return null;
}

function syntaxMessage(code: string, message: string): string {
  const said = (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'is indented by a tab, which YAML does not allow; use two spaces';
    case 'MULTIPLE_DOCS':
      return 'starts a second document; delete this line and what belongs to the other document';
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'BAD_INDENT':
    case 'MISSING_CHAR':
      return `is not valid YAML (${said}); check the indentation, and put text with a colon in quotes`;
    case 'TAG_RESOLVE_FAILED':
      return `uses a YAML tag that means nothing here (${said}); leave the tag out`;
    default:
      return `is not valid YAML (${said})`;
  }
}

function distinct(problems: readonly SourceProblem[]): readonly SourceProblem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = `${problem.line} ${problem.message}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function keyText(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

function startOf(node: unknown): number | null {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? (node.range?.[0] ?? null) : null;
}

/**
 * Keys that stand twice; and what makes the values endless: nesting that no setting has, and references, which can
 * contain themselves.
 */
function structureProblems(
  document: Document.Parsed,
  lineAt: (offset: number) => number,
): { duplicates: readonly SourceProblem[]; fatal: readonly SourceProblem[] } {
  const duplicates: SourceProblem[] = [];
  const fatal: SourceProblem[] = [];
  const walk = (node: unknown, path: readonly PathSegment[]): void => {
    if (path.length > DEEPEST) {
      fatal.push({ line: lineAt(startOf(node) ?? 0), message: 'nests deeper than any setting' });
      return;
    }
    if (isAlias(node))
      fatal.push({
        line: lineAt(startOf(node) ?? 0),
        message: `refers to \`*${node.source}\`; write the value out`,
      });
    if (isSeq(node)) node.items.forEach((item, index) => walk(item, [...path, index]));
    if (!isMap(node)) return;
    const first = new Map<string, number>();
    for (const pair of node.items) {
      const key = keyText(pair);
      const line = lineAt(startOf(pair.key) ?? 0);
      const before = first.get(key);
      if (before === undefined) first.set(key, line);
      else
        duplicates.push({
          line,
          message: `${pathText([...path, key])}: stands twice (first in line ${before}); keep one`,
        });
      walk(pair.value, [...path, key]);
    }
  };
  walk(document.contents, []);
  return { duplicates, fatal };
}

function placeOf(
  document: Document.Parsed,
  text: string,
  lineAt: (offset: number) => number,
  path: readonly PathSegment[],
): YamlPlace | null {
  let node: unknown = document.contents;
  let keyAt = startOf(node) ?? 0;
  for (const segment of path) {
    if (isMap(node)) {
      const pair: Pair | undefined = node.items.find((candidate) => keyText(candidate) === String(segment));
      if (pair === undefined) return null;
      keyAt = startOf(pair.key) ?? keyAt;
      node = pair.value;
    } else if (isSeq(node) && typeof segment === 'number' && segment < node.items.length) {
      node = node.items[segment];
      keyAt = startOf(node) ?? keyAt;
    } else return null;
  }
  const keyLine = lineAt(keyAt);
  const at = startOf(node);
  return { keyLine, valueLine: at === null ? keyLine : lineAt(at), written: writtenText(node, text) };
}

function writtenText(node: unknown, text: string): string | null {
  if (!isScalar(node)) return null;
  const { range } = node;
  if (!range || range[1] <= range[0]) return null;
  const written = text.slice(range[0], range[1]).replace(/\s+/g, ' ').trim();
  return written.length > 60 ? `${written.slice(0, 59)}…` : written;
}
