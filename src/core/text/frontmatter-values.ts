import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import type { Document, Node } from 'yaml';
import { readPlainYaml } from './plain-yaml';
import type { ValueText } from './plain-yaml';

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
  try {
    const document = parseDocument(source, { logLevel: 'silent', prettyErrors: false });
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
    const values: unknown = document.toJS();
    if (!isRecord(values)) throw new TypeError('A YAML mapping became no object.');
    const texts: ValueText[] = [];
    collectTexts(document, contents, '', texts, source);
    return { ok: true, values, texts };
  } catch (error) {
    // Aliases that multiply beyond measure, nesting deeper than the parser's stack.
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, message, offset: 0 };
  }
}

function collectTexts(
  document: Document,
  node: Node | null,
  key: string,
  texts: ValueText[],
  source: string,
): void {
  if (isMap(node)) {
    for (const { key: name, value } of node.items) {
      const part = isScalar(name) ? String(name.value) : String(name);
      collectTexts(
        document,
        isNode(value) ? value : null,
        key === '' ? part : `${key}.${part}`,
        texts,
        source,
      );
    }
  } else if (isSeq(node)) {
    node.items.forEach((item, i) => {
      collectTexts(document, isNode(item) ? item : null, `${key}.${String(i)}`, texts, source);
    });
  } else {
    const range = node?.range;
    const scalar = isAlias(node) ? node.resolve(document) : node;
    if (!isScalar(scalar) || typeof scalar.value !== 'string' || !scalar.value.startsWith('[')) return;
    const [start, end] = range ?? [0, 0];
    const inQuotes = source.slice(start + 1, end - 1) === scalar.value ? 1 : 0;
    texts.push({ key, value: scalar.value, start: start + inQuotes, end: end - inQuotes });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
