import {
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { PathSegment } from './schema-keys';

/** A change of one setting; a number in a path is the index of an item that is there, as in `lint.ignore[0].paths`. */
export type YamlChange =
  /** Sets the value, making the groups on the way. */
  | { readonly kind: 'set'; readonly path: readonly PathSegment[]; readonly value: unknown }
  /** Adds an item to the end of a list, making the list where there is none. */
  | { readonly kind: 'append'; readonly path: readonly PathSegment[]; readonly value: unknown };

/** Replaces `[start, end)`. */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text with one value changed by splicing the source at the parser's offsets: printing the parsed document again
 * would reflow lists, comments and quotes. Null where the text is not one plain block map of settings.
 */
export function spliceYaml(text: string, change: YamlChange): string | null {
  const document = parseDocument(text, { keepSourceTokens: true, uniqueKeys: false, logLevel: 'error' });
  if (document.errors.length > 0) return null;
  const source: Source = { text, eol: /\r\n/.test(text) ? '\r\n' : '\n' };
  const root = document.contents;
  const wanted =
    change.kind === 'append' ? nested(change.path, [change.value]) : nested(change.path, change.value);
  if (root === null || (isScalar(root) && root.value === null))
    return joinLines(source, text.length, block(wanted, 0, source));
  if (!isMap(root) || root.flow === true) return null;
  const splice = spliceIn(source, root, change, change.path);
  if (splice === null) return null;
  return text.slice(0, splice.start) + splice.text + text.slice(splice.end);
}

interface Source {
  readonly text: string;
  readonly eol: string;
}

function nested(path: readonly PathSegment[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => Object.fromEntries([[key, inner]]), value);
}

/** A value on one line, safe inside brackets as well. */
function flow(value: unknown): string {
  const options = { lineWidth: 0, collectionStyle: 'flow', flowCollectionPadding: false } as const;
  return stringify([value], options).trim().slice(1, -1);
}

/** A value over as many lines as it needs, each indented, without a line end after the last. */
function block(value: unknown, indent: number, source: Source): string {
  const lines = stringify(value, { lineWidth: 0, blockQuote: false, indentSeq: true }).trimEnd().split('\n');
  return lines.map((line) => ' '.repeat(indent) + line).join(source.eol);
}

/** The text with whole lines added at an offset that is the start of a line or the end of the text. */
function joinLines(source: Source, at: number, lines: string): string {
  const splice = lineSplice(source, at, lines);
  return source.text.slice(0, at) + splice.text + source.text.slice(at);
}

function lineSplice(source: Source, at: number, lines: string): Splice {
  const before = source.text.slice(0, at).replace(/^\uFEFF/, '');
  const open = before !== '' && !before.endsWith('\n');
  return { start: at, end: at, text: (open ? source.eol : '') + lines + source.eol };
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Start of the line behind the one that `offset` stands in, or the text's end. */
function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at + 1;
}

function columnOf(text: string, offset: number): number {
  const start = lineStart(text, offset);
  return offset - start - (start === 0 && text.startsWith('\uFEFF') ? 1 : 0);
}

function spliceIn(
  source: Source,
  map: YAMLMap,
  change: YamlChange,
  path: readonly PathSegment[],
): Splice | null {
  const [key, ...rest] = path;
  if (typeof key !== 'string') return null;
  const pair: Pair | undefined = map.items.find((item) => isScalar(item.key) && item.key.value === key);
  const last = rest.length === 0;
  const [index, ...below] = rest;
  if (typeof index === 'number') {
    const item = isSeq(pair?.value) ? pair.value.items[index] : null;
    return isMap(item) ? spliceIn(source, item, change, below) : null;
  }
  if (pair === undefined) {
    const value = nested(rest, change.kind === 'append' ? [change.value] : change.value);
    return addPair(source, map, key, value);
  }
  if (!last && isMap(pair.value)) return spliceIn(source, pair.value, change, rest);
  if (last && change.kind === 'append' && isSeq(pair.value)) return addItem(source, pair.value, change.value);
  const value = nested(rest, change.kind === 'append' ? [change.value] : change.value);
  const empty =
    !isMap(pair.value) && !isSeq(pair.value) && (!isScalar(pair.value) || pair.value.value === null);
  if (!last || change.kind === 'append') return empty ? replaceValue(source, map, pair, value) : null;
  return replaceValue(source, map, pair, value);
}

function keyOffset(pair: Pair): number | null {
  return isScalar(pair.key) ? (pair.key.range?.[0] ?? null) : null;
}

/** Offset behind the colon. */
function behindColon(pair: Pair): number | null {
  const token = pair.srcToken;
  if (token === undefined || !('sep' in token)) return null;
  const colon = token.sep?.find((part) => part.type === 'map-value-ind');
  return colon === undefined ? null : colon.offset + 1;
}

/** Value and its end, without white space and line end; null for an empty value. */
function valueSpan(source: Source, value: unknown): { start: number; end: number } | null {
  if (!isScalar(value) && !isMap(value) && !isSeq(value)) return null;
  if (!value.range || value.range[1] <= value.range[0]) return null;
  const [start] = value.range;
  let end = value.range[1];
  while (end > start && /\s/.test(source.text[end - 1] ?? '')) end--;
  return { start, end };
}

/** Where the words of a node end: comments behind its last line are not part of it. */
function contentEnd(source: Source, node: unknown, otherwise: number): number {
  if (isMap(node) && node.flow !== true) {
    const last: Pair | undefined = node.items.at(-1);
    if (last !== undefined) return pairEnd(source, last, otherwise);
  }
  if (isSeq(node) && node.flow !== true) {
    const item: unknown = node.items.at(-1);
    return contentEnd(source, item, Math.max(otherwise, node.range?.[0] ?? 0));
  }
  return valueSpan(source, node)?.end ?? otherwise;
}

function pairEnd(source: Source, pair: Pair, otherwise: number): number {
  const key = isScalar(pair.key) ? (pair.key.range?.[1] ?? otherwise) : otherwise;
  return contentEnd(source, pair.value, behindColon(pair) ?? key);
}

/**
 * The line behind a group: comment lines that are indented as deep as the group belong to it, so that a new setting
 * comes after the commented-out ones and not between them and their group.
 */
function behindGroup(source: Source, contentEndsAt: number, indent: number): number {
  let end = nextLine(source.text, contentEndsAt);
  for (let at = end; at < source.text.length; at = nextLine(source.text, at)) {
    const line = source.text.slice(at, nextLine(source.text, at));
    if (line.trim() === '') continue;
    const deep = /^ */.exec(line)?.[0].length ?? 0;
    if (!line.trimStart().startsWith('#') || deep < indent) break;
    end = nextLine(source.text, at);
  }
  return end;
}

function addPair(source: Source, map: YAMLMap, key: string, value: unknown): Splice | null {
  const first: Pair | undefined = map.items[0];
  if (map.flow === true) return addToFlow(source, map, flow({ [key]: value }).slice(1, -1));
  const last: Pair | undefined = map.items.at(-1);
  const at = first === undefined ? null : keyOffset(first);
  if (last === undefined || at === null) return null;
  const indent = columnOf(source.text, at);
  const end = behindGroup(source, pairEnd(source, last, at), indent);
  return lineSplice(source, end, block({ [key]: value }, indent, source));
}

function addItem(source: Source, list: YAMLSeq, value: unknown): Splice | null {
  if (list.flow === true) return addToFlow(source, list, flow(value));
  const token = list.srcToken;
  if (token?.type !== 'block-seq') return null;
  // The last token may hold comments only.
  const dash = token.items
    .flatMap((item) => item.start.filter((part) => part.type === 'seq-item-ind'))
    .at(-1);
  if (dash === undefined) return null;
  const indent = columnOf(source.text, dash.offset);
  const end = behindGroup(source, contentEnd(source, list, dash.offset + 1), indent + 1);
  return lineSplice(source, end, block([value], indent, source));
}

/** Adds behind the last item, in front of a closing bracket. */
function addToFlow(source: Source, collection: YAMLMap | YAMLSeq, added: string): Splice | null {
  const span = valueSpan(source, collection);
  if (span === null) return null;
  const last: unknown = collection.items.at(-1);
  if (last === undefined) return { start: span.start + 1, end: span.start + 1, text: added };
  const end =
    isMap(collection) && typeof last === 'object' && last !== null && 'key' in last
      ? flowPairEnd(source, collection)
      : (valueSpan(source, last)?.end ?? null);
  return end === null ? null : { start: end, end, text: `, ${added}` };
}

function flowPairEnd(source: Source, map: YAMLMap): number | null {
  const last: Pair | undefined = map.items.at(-1);
  if (last === undefined) return null;
  const key = isScalar(last.key) ? (last.key.range?.[1] ?? null) : null;
  return valueSpan(source, last.value)?.end ?? behindColon(last) ?? key;
}

/** A new value for a setting that stands: on one line where the old one was, else as a group below its name. */
function replaceValue(source: Source, map: YAMLMap, pair: Pair, value: unknown): Splice | null {
  const colon = behindColon(pair);
  const keyAt = keyOffset(pair);
  if (colon === null || keyAt === null) return null;
  const span = valueSpan(source, pair.value);
  const collection = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const lines = collection && map.flow !== true;
  if (span === null) {
    if (!lines) return { start: colon, end: colon, text: ` ${flow(value)}` };
    const column = columnOf(source.text, keyAt);
    const below = block(value, column + 2, source);
    return lineSplice(source, behindGroup(source, colon, column + 1), below);
  }
  const wasBlock = (isMap(pair.value) || isSeq(pair.value)) && pair.value.flow !== true;
  if (!wasBlock) return { start: span.start, end: span.end, text: flow(value) };
  const end = contentEnd(source, pair.value, span.end);
  const start = span.start;
  if (!collection) return { start: colon, end, text: ` ${flow(value)}` };
  const indent = columnOf(source.text, start);
  return { start, end, text: block(value, indent, source).trimStart() };
}
