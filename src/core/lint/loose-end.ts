import type { VaultPath } from '../ports';
import type { Ref } from '../text/note-facts';
import { foldName } from '../text/fold-name';
import type { VaultIndex } from '../vault/vault-index';

/** Why a link leads nowhere, or to no place in particular. */
export type LooseEnd =
  /** Meant as something that exists: a fault. `near` are the notes that it most likely means. */
  | {
      readonly kind: 'broken';
      readonly why: 'embed' | 'file' | 'near-miss';
      readonly near: readonly VaultPath[];
    }
  /** An alias of these notes; Obsidian opens no note by its alias. */
  | { readonly kind: 'alias'; readonly notes: readonly VaultPath[] }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly VaultPath[] }
  /** A note that nobody has written yet. */
  | { readonly kind: 'gap' }
  /** `[[|alias]]`: there is nothing in front of the pipe, and no note is called by it. */
  | { readonly kind: 'nameless' }
  /** `{{date}}`, `<% … %>`: the text of a template, no link yet. */
  | { readonly kind: 'template' };

/** What Obsidian opens, and the kinds of document that people keep beside their notes. */
const FILE_EXTENSIONS = new Set(
  (
    'avif bmp gif jpeg jpg png svg webp heic tif tiff ico psd ' +
    'flac m4a mp3 ogg oga opus wav 3gp aac mkv mov mp4 ogv webm avi pdf canvas base ' +
    'doc docx odt rtf xls xlsx ods ppt pptx odp epub csv tsv txt json yaml yml xml html htm zip gz 7z ' +
    'excalidraw drawio bib ics eml'
  ).split(' '),
);

/** Program text: in prose `[[Node.js]]` is a title, in a Markdown destination `main.js` is a file. */
const CODE_EXTENSIONS = new Set(
  'c cpp cs css go h java js jsx kt php pl ps1 py r rb rs sh sql ts tsx'.split(' '),
);

/** The path in front of the first `#`. */
export function linkPath(link: string): string {
  const hash = link.indexOf('#');
  return hash < 0 ? link : link.slice(0, hash);
}

/** The file's last segment without folders and `.md`. */
export function noteName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}

/** True if the link names a file that is no note. Dots in titles (`Release v2.4`) are no extension. */
function namesOtherFile(path: string, syntax: Ref['syntax']): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = /[^.]\.([A-Za-z0-9]{1,12})$/.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined) return false;
  return FILE_EXTENSIONS.has(extension) || (syntax === 'markdown' && CODE_EXTENSIONS.has(extension));
}

export interface JudgeParts {
  /** Notes with their aliases; asked for once, at the first link that nothing else explains. */
  readonly notes: () => Iterable<{ readonly path: VaultPath; readonly aliases: readonly string[] }>;
  /** False for files that nobody links to on purpose (excluded ones). */
  readonly mayMean: (path: VaultPath) => boolean;
}

/** Judges links that do not resolve. */
export function looseEndJudge(
  index: Pick<VaultIndex, 'looseMatches'>,
  { notes, mayMean }: JudgeParts,
): (ref: Ref, source: VaultPath) => LooseEnd {
  let aliases: ReadonlyMap<string, readonly VaultPath[]> | null = null;
  return (ref, source) => {
    const path = linkPath(ref.link);
    if (/\{\{|<%/.test(path)) return { kind: 'template' };
    const otherFile = namesOtherFile(path, ref.syntax);
    const matches = (link: string): readonly VaultPath[] =>
      index
        .looseMatches(link, source)
        .filter((match) => mayMean(match) && (otherFile || /\.md$/i.test(match)));
    const near = matches(path);
    if (ref.kind === 'embed' || otherFile) {
      // Broken in any case, so that a file of the same name elsewhere is worth a word.
      const elsewhere = near.length > 0 ? near : matches(path.slice(path.lastIndexOf('/') + 1));
      return { kind: 'broken', why: ref.kind === 'embed' ? 'embed' : 'file', near: elsewhere };
    }
    if (path.trimStart().startsWith('|')) return { kind: 'nameless' };
    if (near.length > 0) return { kind: 'broken', why: 'near-miss', near };
    aliases ??= aliasTable(notes());
    const named = aliases.get(foldName(path).trim());
    return named === undefined ? { kind: 'gap' } : { kind: 'alias', notes: named };
  };
}

/** The aliases as Obsidian reads them: a list, or one text without a comma. */
export function aliasesOf(values: Readonly<Record<string, unknown>>): readonly string[] {
  const written = values['aliases'];
  if (typeof written === 'string')
    return written.includes(',') || written.trim() === '' ? [] : [written.trim()];
  if (!Array.isArray(written)) return [];
  return written
    .filter((alias): alias is string | number => typeof alias === 'string' || typeof alias === 'number')
    .map((alias) => String(alias).trim())
    .filter((alias) => alias !== '');
}

function aliasTable(notes: ReturnType<JudgeParts['notes']>): ReadonlyMap<string, readonly VaultPath[]> {
  const table = new Map<string, VaultPath[]>();
  for (const { path, aliases } of notes) {
    for (const alias of aliases) {
      const name = foldName(alias);
      const known = table.get(name);
      if (known === undefined) table.set(name, [path]);
      else if (!known.includes(path)) known.push(path);
    }
  }
  return table;
}
