import { TFile, type MetadataCache, type Vault } from 'obsidian';
import type { Linter, VisitedIndex } from '../../core/lint/linter';
import type { FileEntry, VaultFs, VaultListing, VaultPath } from '../../core/ports';
import { scan } from '../../core/text/scan';
import type { FileUser } from '../../core/vault/build-index';
import { isNotePath } from '../../core/vault/file-table';
import { isFileUser, namesIn } from '../../core/vault/file-users';
import type { IndexedNote, VaultIndex, VaultProblem } from '../../core/vault/vault-index';
import { appIndex, type LinkAnswers } from '../adapters/app-index';
import { cachedNoteFacts, needsText } from '../adapters/cached-note-facts';
import { entryOf, listVault } from '../adapters/obsidian-vault-fs';
import type { KeptSides } from './kept-sides';
import type { TimeSlices } from './time-slices';

/** Larger than any note a person wrote; reading one would stop a phone. */
const LARGEST_NOTE = 32 * 1024 * 1024;

/** What is known of one file that rules or links depend on. */
interface FileFacts {
  readonly entry: FileEntry;
  readonly note: IndexedNote | null;
  readonly side: string;
  readonly user: FileUser | null;
  readonly problem: VaultProblem | null;
}

export interface ReadRequest {
  readonly linter: Linter;
  readonly showUnsupportedFiles: boolean;
  /** Looked at again although size and time are the same. */
  readonly dirty: ReadonlySet<VaultPath>;
  /** Left as last seen: the person is writing in it. */
  readonly isEdited: (path: VaultPath) => boolean;
  readonly slices: TimeSlices;
  readonly progress: (done: number, total: number) => void;
}

/** Keeps what was seen of each note between looks at the vault, so that a look reads only what changed. */
export class VaultReader {
  readonly #known = new Map<VaultPath, FileFacts>();
  #fingerprint = '';
  /** What the answers depend on. */
  #paths: readonly string[] = [];
  #answers: LinkAnswers = new Map();

  constructor(
    private readonly vault: Vault,
    private readonly cache: MetadataCache,
    private readonly fs: Pick<VaultFs, 'read'>,
    private readonly kept: KeptSides,
  ) {}

  /** Goes over all files in slices. Throws `Stopped`. */
  async look(request: ReadRequest): Promise<VisitedIndex> {
    const { linter, slices } = request;
    if (linter.fingerprint !== this.#fingerprint) {
      this.#known.clear();
      this.#fingerprint = linter.fingerprint;
      await this.kept.load(linter.fingerprint);
    }
    const listing = listVault(this.vault);
    const seen = new Map<VaultPath, FileFacts>();
    let read = 0;
    for (const [at, entry] of listing.files.entries()) {
      await slices.pause();
      request.progress(at, listing.files.length);
      if (!isNotePath(entry.path) && !isFileUser(entry.path)) continue;
      const known = this.#known.get(entry.path);
      const facts = known && isCurrent(known, entry, request) ? known : await this.#look(entry, request);
      if (facts !== known) read += 1;
      if (facts) seen.set(entry.path, facts);
    }
    this.#known.clear();
    for (const [path, facts] of seen) this.#known.set(path, facts);
    await this.kept.save(this.#fingerprint, [...seen.values()], read);
    const index = this.#index(listing, request);
    // The rules ask for all links at once: by then the answers are there, got in slices.
    for (const note of index.notes) {
      await slices.pause();
      for (const ref of note.facts.refs()) index.resolve(ref, note.path);
    }
    return { index, side: (path) => this.#known.get(path)?.side ?? '' };
  }

  /** The note's text as the app has it; null if it is gone or cannot be read. */
  async text(path: VaultPath): Promise<string | null> {
    const file = this.vault.getFileByPath(path);
    if (!file) return null;
    try {
      return await this.vault.cachedRead(file);
    } catch {
      return null;
    }
  }

  async #look(entry: FileEntry, { linter, slices, dirty }: ReadRequest): Promise<FileFacts | null> {
    const file = this.vault.getFileByPath(entry.path);
    if (!(file instanceof TFile)) return null;
    const nothing = { entry, note: null, side: '', user: null, problem: null };
    const problem = (kind: VaultProblem['kind'], message: string): FileFacts => ({
      ...nothing,
      problem: { path: entry.path, kind, message },
    });
    if (entry.size > LARGEST_NOTE) return problem('too-large', 'is larger than 32 MB; it is left as it is');
    const cache = isNotePath(entry.path) ? this.cache.getFileCache(file) : null;
    const kept = dirty.has(entry.path) ? undefined : this.kept.side(entry);
    if (kept !== undefined && cache !== null && !needsText(cache)) {
      return {
        ...nothing,
        note: { path: entry.path, entry, facts: cachedNoteFacts(cache, null) },
        side: kept,
      };
    }
    const text = await this.#read(file);
    await slices.pause();
    if (text === null) return null;
    if (typeof text !== 'string') return { ...nothing, problem: text };
    if (!isNotePath(entry.path)) {
      const outcome = namesIn(entry.path, text);
      if (!outcome.ok) return problem('malformed', `${outcome.message}; what it uses is not known`);
      return { ...nothing, user: { path: entry.path, names: outcome.names } };
    }
    // The app has not come round to a note that was just made: then the text speaks for itself.
    const facts = cache === null ? scan(text) : cachedNoteFacts(cache, needsText(cache) ? scan(text) : null);
    const note = { path: entry.path, entry: entryOf(file), facts };
    return { ...nothing, entry: note.entry, note, side: kept ?? linter.visit(note, text) };
  }

  /** The text; a problem; null if the file is gone meanwhile. */
  async #read(file: TFile): Promise<string | VaultProblem | null> {
    try {
      const text = await this.vault.cachedRead(file);
      if (!text.includes('\ufffd')) return text;
    } catch {
      // Asked again below, where the answer says what is wrong.
    }
    // The app puts U+FFFD for bytes that are no UTF-8; only the bytes tell which it was.
    const exact = await this.fs.read(file.path);
    return exact.ok ? exact.text : exact.problem;
  }

  /** Most changes are to texts: what the links of other notes lead to is known then. */
  #answersFor({ files }: VaultListing, showUnsupportedFiles: boolean): LinkAnswers {
    const paths = [String(showUnsupportedFiles), ...files.map(({ path }) => path)];
    if (!isSameList(paths, this.#paths)) this.#answers = new Map();
    this.#paths = paths;
    return this.#answers;
  }

  #index(listing: VaultListing, request: ReadRequest): VaultIndex {
    const facts = [...this.#known.values()];
    return appIndex(
      {
        files: listing.files.map((entry) => this.#known.get(entry.path)?.entry ?? entry),
        notes: facts.flatMap(({ note }) => note ?? []),
        users: facts.flatMap(({ user }) => user ?? []),
        problems: [...listing.problems, ...facts.flatMap(({ problem }) => problem ?? [])],
        showUnsupportedFiles: request.showUnsupportedFiles,
      },
      this.cache,
      this.#answersFor(listing, request.showUnsupportedFiles),
    );
  }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}

function isCurrent(known: FileFacts, now: FileEntry, { dirty, isEdited }: ReadRequest): boolean {
  if (isEdited(now.path)) return true;
  return !dirty.has(now.path) && known.entry.size === now.size && known.entry.mtime === now.mtime;
}
