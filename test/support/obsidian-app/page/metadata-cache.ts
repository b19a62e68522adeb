import type { CachedMetadata, Loc, Pos, Reference } from 'obsidian';
import { lineIndex } from '../../../../src/core/text/line-index';
import type { NoteFacts, Ref, Span } from '../../../../src/core/text/note-facts';
import { scan } from '../../../../src/core/text/scan';
import { fileTable, type FileTable } from '../../../../src/core/vault/file-table';
import { resolveLink } from '../../../../src/core/vault/resolve-link';
import { Events } from './events';
import { TFile, type TAbstractFile } from './files';
import type { Vault } from './vault';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The app's index, filled by our own scanner and resolver: it shows that the plugin works on what the app would
 * give, not that the app gives it. Files are indexed shortly after they change, as in the app.
 */
export class MetadataCache extends Events {
  readonly #vault: Vault;
  readonly #caches = new Map<string, CachedMetadata>();
  #table: FileTable | null = null;

  constructor(vault: Vault) {
    super();
    this.#vault = vault;
    for (const file of vault.getMarkdownFiles()) this.#index(file);
    vault.on('create', (file: TAbstractFile) => this.#later(file));
    vault.on('modify', (file: TAbstractFile) => this.#later(file));
    vault.on('delete', (file: TAbstractFile) => {
      this.#table = null;
      const cache = this.#caches.get(file.path) ?? null;
      this.#caches.delete(file.path);
      this.trigger('deleted', file, cache);
      this.trigger('resolved');
    });
    // The app says nothing of a renamed note but through the vault.
    vault.on('rename', (file: TAbstractFile, from: string) => {
      this.#table = null;
      const cache = this.#caches.get(from);
      this.#caches.delete(from);
      if (cache) this.#caches.set(file.path, cache);
      this.trigger('resolved');
    });
  }

  getFileCache(file: TFile): CachedMetadata | null {
    return this.#caches.get(file.path) ?? null;
  }

  getCache(path: string): CachedMetadata | null {
    return this.#caches.get(path) ?? null;
  }

  getFirstLinkpathDest(linkpath: string, source: string): TFile | null {
    this.#table ??= fileTable(
      this.#vault.getFiles().map((file) => file.path),
      false,
    );
    const found = resolveLink(this.#table, { link: linkpath, syntax: 'wikilink' }, source);
    if (found.status === 'resolved') return this.#vault.getFileByPath(found.target);
    // The app picks one of several that fit; which one, changes between sessions.
    if (found.status === 'ambiguous') return this.#vault.getFileByPath(found.candidates[0] ?? '');
    return null;
  }

  #later(file: TAbstractFile): void {
    this.#table = null;
    if (!(file instanceof TFile) || file.extension !== 'md') return;
    setTimeout(() => {
      if (this.#vault.getFileByPath(file.path) !== file) return;
      const text = this.#index(file);
      this.trigger('changed', file, text, this.getFileCache(file));
      this.trigger('resolve', file);
      this.trigger('resolved');
    }, 0);
  }

  #index(file: TFile): string {
    const bytes = this.#vault.adapter.files.get(file.path)?.bytes ?? new Uint8Array();
    const text = decoder.decode(bytes);
    this.#caches.set(file.path, toCachedMetadata(text, scan(text)));
    return text;
  }
}

/** Facts in the shape of the app's cache; lists that would be empty are left out, as there. */
export function toCachedMetadata(text: string, facts: NoteFacts): CachedMetadata {
  const lines = lineIndex(text);
  const loc = (offset: number): Loc => {
    const { line, column } = lines.place(offset);
    return { line, col: column, offset };
  };
  const pos = (span: Span): Pos => ({ start: loc(span.start), end: loc(span.end) });
  const reference = (ref: Ref): Reference => ({
    link: ref.link,
    original: ref.original,
    ...(ref.displayText === undefined ? {} : { displayText: ref.displayText }),
  });
  const refs = facts.refs();
  const placed = (kind: Ref['kind']) =>
    refs.filter((ref) => ref.kind === kind).map((ref) => ({ ...reference(ref), position: pos(ref) }));
  const cache: CachedMetadata = {};
  const { frontmatter } = facts;
  if (frontmatter.state !== 'none') {
    cache.sections = [{ type: 'yaml', position: pos(frontmatter.block) }];
    cache.frontmatterPosition = pos(frontmatter.block);
  }
  if (frontmatter.state === 'valid') cache.frontmatter = { ...frontmatter.values };
  const links = placed('link');
  const embeds = placed('embed');
  const inFrontmatter = refs
    .filter((ref) => ref.kind === 'frontmatter')
    .map((ref) => ({ ...reference(ref), key: ref.key ?? '' }));
  const headings = facts
    .headings()
    .map((heading) => ({ heading: heading.text, level: heading.level, position: pos(heading) }));
  const tags = facts.tags().map((tag) => ({ tag: tag.tag, position: pos(tag) }));
  const blocks = facts.blocks().map((block) => [block.id, { id: block.id, position: pos(block) }] as const);
  if (links.length > 0) cache.links = links;
  if (embeds.length > 0) cache.embeds = embeds;
  if (inFrontmatter.length > 0) cache.frontmatterLinks = inFrontmatter;
  if (headings.length > 0) cache.headings = headings;
  if (tags.length > 0) cache.tags = tags;
  if (blocks.length > 0) cache.blocks = Object.fromEntries(blocks);
  return cache;
}
