import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node, Range, Scalar, YAMLMap } from 'yaml';
import { readPlainYaml } from './plain-yaml';
import type { ValueText } from './plain-yaml';
import { excessiveNesting } from './yaml-nesting';

const MAX_ALIASES = 100;
/** Properties are lines for people; beyond this the parser, which is linear but slow, would hold up the vault. */
const MAX_LENGTH = 1 << 18;

export type ParsedFrontmatter =
  | {
      readonly ok: true;
      /** As Obsidian's cache gives them: YAML 1.2 core, so dates are strings. */
      readonly values: Readonly<Record<string, unknown>>;
      /** The string values that begin with a bracket: what may be a link. */
      readonly texts: readonly ValueText[];
    }
  | {
      readonly ok: false;
      readonly message: string;
      /** Into the source. */
      readonly offset: number;
    };

/** Reads the lines between the two `---`. Never throws. */
export function parseFrontmatter(source: string): ParsedFrontmatter {
  const plain = readPlainYaml(source);
  return plain === null ? parseWholeYaml(source) : { ok: true, ...plain };
}

/** The same by the full parser alone. */
export function parseWholeYaml(source: string): ParsedFrontmatter {
  if (source.length > MAX_LENGTH) {
    return { ok: false, message: `Properties are longer than ${String(MAX_LENGTH)} characters`, offset: 0 };
  }
  const deep = excessiveNesting(source);
  if (deep !== -1) return { ok: false, message: 'Properties are nested too deeply', offset: deep };
  try {
    const document = parseDocument(source, { logLevel: 'silent', prettyErrors: false, uniqueKeys: false });
    const error = document.errors[0];
    if (error !== undefined) return { ok: false, message: error.message, offset: error.pos[0] };
    const { contents } = document;
    if (contents === null || (isScalar(contents) && contents.value === null)) {
      return { ok: true, values: {}, texts: [] };
    }
    if (!isMap(contents)) {
      const message = 'Frontmatter must be a list of properties (name: value)';
      return { ok: false, message, offset: contents.range?.[0] ?? 0 };
    }
    const walk = new ValueWalk(source);
    walk.visit(contents, '');
    if (walk.fault !== null) return { ok: false, ...walk.fault };
    const values: unknown = document.toJS();
    if (!isRecord(values)) throw new TypeError('A YAML mapping became no object.');
    return { ok: true, values, texts: walk.texts };
  } catch (error) {
    // Aliases that multiply beyond measure.
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, message, offset: 0 };
  }
}

/**
 * Goes through all values: finds texts that may be links, and refuses keys given twice (the parser's own check is
 * quadratic) and aliases by the hundred (it looks each up in the whole document).
 */
class ValueWalk {
  readonly texts: ValueText[] = [];
  fault: { readonly message: string; readonly offset: number } | null = null;
  private readonly anchors = new Map<string, unknown>();
  private aliases = 0;

  constructor(private readonly source: string) {}

  visit(node: unknown, key: string): void {
    if (isAlias(node)) {
      if (++this.aliases > MAX_ALIASES) this.fail('Too many aliases', node);
      const target = this.anchors.get(node.source);
      if (target === undefined) this.fail(`No anchor &${node.source} stands before this alias`, node);
      if (isScalar(target)) this.text(target, node.range, key);
      return;
    }
    if (isNode(node) && node.anchor !== undefined) this.anchors.set(node.anchor, node);
    if (isMap(node)) this.map(node, key);
    else if (isSeq(node)) node.items.forEach((item, i) => this.visit(item, `${key}.${String(i)}`));
    else if (isScalar(node)) this.text(node, node.range, key);
  }

  private map(node: YAMLMap, key: string): void {
    const seen = new Set<unknown>();
    for (const { key: name, value } of node.items) {
      if (isScalar(name)) {
        if (seen.has(name.value)) this.fail('Map keys must be unique', name);
        seen.add(name.value);
        if (name.anchor !== undefined) this.anchors.set(name.anchor, name);
      }
      const part = isScalar(name) ? String(name.value) : String(name);
      this.visit(value, key === '' ? part : `${key}.${part}`);
    }
  }

  private text(scalar: Scalar, range: Range | null | undefined, key: string): void {
    const { value } = scalar;
    if (typeof value !== 'string' || !value.startsWith('[')) return;
    const [start, end] = range ?? [0, 0];
    const inQuotes = this.source.slice(start + 1, end - 1) === value ? 1 : 0;
    this.texts.push({ key, value, start: start + inQuotes, end: end - inQuotes });
  }

  private fail(message: string, node: Node): void {
    this.fault ??= { message, offset: node.range?.[0] ?? 0 };
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
