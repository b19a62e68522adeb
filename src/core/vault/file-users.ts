import { visit as visitYaml, isScalar, parseDocument } from 'yaml';
import { array, looseObject, object, string, unknown } from 'zod';
import type { VaultPath } from '../ports';
import type { NoteFacts, Ref } from '../text/note-facts';
import { scan } from '../text/scan';
import { excessiveNesting } from '../text/yaml-nesting';
import { extensionOf } from './file-table';

/** What a canvas or a base names. */
export type FileName =
  /** The path of a file, spelled in full. */
  | { readonly kind: 'path'; readonly path: VaultPath }
  /** A link, to be resolved as from a note at the same place. */
  | { readonly kind: 'link'; readonly link: string; readonly syntax: Ref['syntax'] };

export type NamesOutcome =
  | { readonly ok: true; readonly names: readonly FileName[] }
  /** One sentence that says what is wrong with the file, and where. */
  | { readonly ok: false; readonly message: string };

/** Whether the file names others without being a note. */
export function isFileUser(path: VaultPath): boolean {
  const extension = extensionOf(path);
  return extension === 'canvas' || extension === 'base';
}

/** What the canvas or base at `path` names; a file of another kind names nothing. */
export function namesIn(path: VaultPath, text: string): NamesOutcome {
  switch (extensionOf(path)) {
    case 'canvas':
      return namesInCanvas(text);
    case 'base':
      return namesInBase(text);
    default:
      return { ok: true, names: [] };
  }
}

const canvas = object({ nodes: array(unknown()).optional() });
const fileNode = looseObject({ file: string() });
const groupNode = looseObject({ background: string() });
const textNode = looseObject({ text: string() });

/** JSON Canvas 1.0: file nodes and the backgrounds of groups name a file by its path; text nodes hold Markdown. */
function namesInCanvas(text: string): NamesOutcome {
  // Obsidian makes a new canvas as an empty file.
  if (text.trim() === '') return { ok: true, names: [] };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return { ok: false, message: `is no JSON: ${messageOf(error)}` };
  }
  const parsed = canvas.safeParse(value);
  if (!parsed.success) return { ok: false, message: 'is no canvas: `nodes` must be a list' };
  const names: FileName[] = [];
  for (const node of parsed.data.nodes ?? []) {
    const file = fileNode.safeParse(node);
    if (file.success) names.push({ kind: 'path', path: file.data.file });
    const group = groupNode.safeParse(node);
    if (group.success) names.push({ kind: 'path', path: group.data.background });
    const card = textNode.safeParse(node);
    if (card.success) names.push(...linksOf(scan(card.data.text)));
  }
  return { ok: true, names };
}

/**
 * A base holds expressions in YAML strings. Every quoted text in one may be a name (`file.hasLink("Note")`,
 * `file.path == "a/b.md"`); what leads nowhere is no use of anything.
 */
function namesInBase(text: string): NamesOutcome {
  if (excessiveNesting(text) !== -1)
    return { ok: false, message: 'is no YAML that can be read: it nests too deeply' };
  const names: FileName[] = [];
  try {
    const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' });
    const [error] = document.errors;
    if (error !== undefined) return { ok: false, message: `is no YAML: ${firstLine(error.message)}` };
    visitYaml(document, {
      Scalar(_key, node) {
        if (isScalar(node) && typeof node.value === 'string') names.push(...namesInExpression(node.value));
      },
    });
  } catch (error) {
    // Aliases that multiply beyond measure.
    return { ok: false, message: `is no YAML that can be read: ${messageOf(error)}` };
  }
  return { ok: true, names };
}

function namesInExpression(expression: string): readonly FileName[] {
  const names: FileName[] = [...linksOf(scan(expression))];
  for (const [, double, single] of expression.matchAll(/"([^"\n]+)"|'([^'\n]+)'/g)) {
    const link = double ?? single ?? '';
    if (!link.includes('[[')) names.push({ kind: 'link', link, syntax: 'wikilink' });
  }
  return names;
}

/** The names as the facts of a note that holds nothing else, for keeping: `fileNames` reads them back. */
export function namesAsFacts(names: readonly FileName[]): NoteFacts {
  const refs = names.map((name): Ref => {
    const link = name.kind === 'path' ? name.path : name.link;
    const syntax = name.kind === 'path' ? 'wikilink' : name.syntax;
    const kind = name.kind === 'path' ? 'embed' : 'link';
    return { start: 0, end: 0, kind, syntax, link, original: link, displayText: undefined, key: undefined };
  });
  return {
    frontmatter: { state: 'none' },
    refs: () => refs,
    headings: () => [],
    blocks: () => [],
    tags: () => [],
  };
}

/** The names that `namesAsFacts` kept. */
export function fileNames(facts: NoteFacts): readonly FileName[] {
  return facts
    .refs()
    .map(({ kind, link, syntax }) =>
      kind === 'embed' ? { kind: 'path', path: link } : { kind: 'link', link, syntax },
    );
}

function linksOf(facts: NoteFacts): readonly FileName[] {
  return facts.refs().map(({ link, syntax }) => ({ kind: 'link', link, syntax }));
}

function messageOf(error: unknown): string {
  return firstLine(error instanceof Error ? error.message : String(error));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
