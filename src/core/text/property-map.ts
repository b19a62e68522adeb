import { isMap, isNode, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { CST, Node, Pair } from 'yaml';
import { parseWholeYaml } from './frontmatter-values';

export interface BlockList {
  /** What stands before each dash. */
  readonly indent: string;
  /** Values of the items; undefined for what is no scalar. */
  readonly items: readonly unknown[];
  readonly itemEnds: readonly number[];
}

/** One property with its places in the YAML source. */
export interface Property {
  readonly name: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Behind the colon. */
  readonly valueStart: number;
  /** End of the value without white space behind it; `valueStart` where there is none. */
  readonly valueEnd: number;
  /** End of the last line that belongs to the property, its line end included. */
  readonly end: number;
  /** Comments between the colon and the value, or behind the `|` of a text. */
  readonly comments: readonly string[];
  /** The value holds comments, which a new value would lose. */
  readonly commentsInside: boolean;
  /** The value as a block list. */
  readonly list: BlockList | null;
  readonly flowList: boolean;
  /** An anchor in the key or value is used by an alias. */
  readonly shared: boolean;
}

export type PropertyMap =
  | {
      readonly ok: true;
      readonly properties: readonly Property[];
      readonly values: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly why: 'invalid' | 'not-a-plain-mapping'; readonly message: string };

/** Takes the YAML between the two `---` apart, as far as its properties can be edited one by one. */
export function readProperties(source: string): PropertyMap {
  const parsed = parseWholeYaml(source);
  if (!parsed.ok) return { ok: false, why: 'invalid', message: parsed.message };
  const { values } = parsed;
  const document = parseDocument(source, { keepSourceTokens: true, uniqueKeys: false, logLevel: 'silent' });
  const { contents } = document;
  if (!isMap(contents)) return { ok: true, properties: [], values };
  if (contents.flow === true) {
    return { ok: false, why: 'not-a-plain-mapping', message: 'The properties are written as one {…}.' };
  }
  const used = new Set<string>();
  visit(contents, { Alias: (_, alias) => void used.add(alias.source) });
  const properties: Property[] = [];
  for (const pair of contents.items) {
    const property = readProperty(source, pair, used);
    if (property === null) {
      return { ok: false, why: 'not-a-plain-mapping', message: 'A property has no plain name.' };
    }
    properties.push(property);
  }
  return { ok: true, properties, values };
}

function readProperty(
  source: string,
  pair: Pair<unknown, unknown>,
  used: ReadonlySet<string>,
): Property | null {
  const { key, srcToken } = pair;
  if (!isScalar(key) || !key.range || srcToken === undefined) return null;
  if (srcToken.start.some(({ type }) => type === 'explicit-key-ind')) return null;
  const separators = srcToken.sep ?? [];
  const at = separators.findIndex(({ type }) => type === 'map-value-ind');
  const colon = separators[at];
  if (colon === undefined) return null;
  const valueStart = colon.offset + 1;
  const node = nodeOf(pair.value);
  const reach = node?.range?.[1] ?? valueStart;
  const behind = separators.slice(at + 1);
  const written =
    srcToken.value !== undefined || behind.some(({ type }) => type === 'anchor' || type === 'tag');
  const valueEnd = written ? trimmedEnd(source, valueStart, reach) : valueStart;
  const value = srcToken.value;
  const heading = value?.type === 'block-scalar' ? value.props : [];
  const comments: string[] = [];
  for (const token of [...behind, ...heading]) {
    if (token.type === 'comment' && 'source' in token) comments.push(token.source);
  }
  return {
    name: String(key.value),
    keyStart: key.range[0],
    keyEnd: key.range[1],
    valueStart,
    valueEnd,
    end: lastLineEnd(source, valueEnd, keepsBlankLines(srcToken.value) ? (node?.range?.[2] ?? 0) : 0),
    comments,
    commentsInside: written && node !== null && hasComments(node),
    list: written ? blockList(source, node) : null,
    flowList: isSeq(node) && node.flow === true,
    shared: anchorsIn(pair).some((anchor) => used.has(anchor)),
  };
}

function nodeOf(value: unknown): Node | null {
  return isNode(value) ? value : null;
}

function trimmedEnd(source: string, from: number, to: number): number {
  let end = to;
  while (end > from && ' \t\r\n'.includes(source.charAt(end - 1))) end--;
  return end;
}

/** `|+`, `>+`: the blank lines behind such text are its own. */
function keepsBlankLines(token: CST.Token | null | undefined): boolean {
  if (token?.type !== 'block-scalar') return false;
  return token.props.some((prop) => prop.type === 'block-scalar-header' && prop.source.includes('+'));
}

function lastLineEnd(source: string, valueEnd: number, atLeast: number): number {
  const newline = source.indexOf('\n', valueEnd);
  return Math.max(newline === -1 ? source.length : newline + 1, atLeast);
}

function hasComments(node: Node): boolean {
  if (isScalar(node)) return false;
  let found = false;
  visit(node, {
    Node: (_, inner) => {
      if (inner !== node && (inner.comment || inner.commentBefore)) found = true;
    },
  });
  return found;
}

function blockList(source: string, node: Node | null): BlockList | null {
  if (!isSeq(node) || node.flow === true || !node.range) return null;
  const start = node.range[0];
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const indent = source.slice(lineStart, start);
  const itemEnds = node.items.map((item) => nodeOf(item)?.range?.[1] ?? -1);
  const items = node.items.map((item) => (isScalar(item) ? item.value : undefined));
  return /^ *$/.test(indent) && !itemEnds.includes(-1) ? { indent, items, itemEnds } : null;
}

function anchorsIn(pair: Pair<unknown, unknown>): readonly string[] {
  const anchors: string[] = [];
  for (const part of [pair.key, pair.value]) {
    if (!isNode(part)) continue;
    visit(part, {
      Node: (_, node) => {
        if ('anchor' in node && typeof node.anchor === 'string') anchors.push(node.anchor);
      },
    });
  }
  return anchors;
}
