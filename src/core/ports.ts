/**
 * What the outside must provide. The core reaches the world through these and nothing else; adapters live in
 * `runner/adapters` (Node) and `src/plugin/adapters` (Obsidian), and one contract test runs against each of them.
 */

/** Path of a file in the vault: `/` between segments, none in front, spelled as the file system lists it. */
export type VaultPath = string;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

export interface FileStat {
  /** Bytes. */
  readonly size: number;
  readonly mtime: Instant;
  readonly ctime: Instant;
  /** `null` where the platform does not know it. */
  readonly birthtime: Instant | null;
  /** Identity of the file on its device; 0 where the platform has none. */
  readonly inode: number;
}

export interface FileEntry extends FileStat {
  readonly path: VaultPath;
}

/** Why a file could not be served; the rest of the vault is. */
export type FileProblemKind =
  | 'unreadable'
  | 'invalid-utf8'
  | 'too-large'
  | 'symlink-loop'
  | 'symlink-outside'
  | 'name-with-control-character'
  | 'changed-while-reading'
  | 'cloud-placeholder';

export interface FileProblem {
  readonly path: VaultPath;
  readonly kind: FileProblemKind;
  /** One sentence a person can act on. */
  readonly message: string;
}

export interface VaultListing {
  /** Every file outside dot-folders, sorted by path (code units). Dot-files and dot-folders are not listed. */
  readonly files: readonly FileEntry[];
  readonly problems: readonly FileProblem[];
}

export type ReadOutcome =
  /** `text` keeps BOM and line ends: encoding it again gives the same bytes. */
  | { readonly ok: true; readonly text: string; readonly stat: FileStat }
  | { readonly ok: false; readonly problem: FileProblem }
  | { readonly ok: false; readonly problem: null };

export type WriteOutcome =
  | { readonly ok: true }
  /** The file was not what `expected` says at the moment of writing; nothing was written. */
  | { readonly ok: false; readonly why: 'changed' }
  /** This file may not be written (its mode, its owner); nothing was written, others may still be. */
  | { readonly ok: false; readonly why: 'read-only'; readonly message: string }
  /** The disk is full, the file system read-only or failing: what comes next would fail too. */
  | { readonly ok: false; readonly why: 'failed'; readonly message: string };

export type RestoreOutcome =
  | { readonly ok: true; readonly did: 'nothing' | 'restored' }
  /** What stands there is neither text nor a write cut off between them: somebody edited it. */
  | { readonly ok: false; readonly why: 'changed' }
  | { readonly ok: false; readonly why: 'failed'; readonly message: string };

/**
 * The vault. Only `vault/apply-changeset.ts` calls the writing half: one writer to the vault.
 * No method throws for what a file system does in normal life; outcomes say it.
 */
export interface VaultFs {
  list(): Promise<VaultListing>;
  stat(path: VaultPath): Promise<FileStat | null>;
  /** Also serves dot-files when asked by name. `problem: null` means: no such file. */
  read(path: VaultPath): Promise<ReadOutcome>;
  /**
   * Writes in place, keeping creation date, mode, extended attributes and hard links: write, then set the length,
   * then fsync. `expected` is the whole text that must stand there now.
   */
  overwrite(path: VaultPath, expected: string, text: string): Promise<WriteOutcome>;
  /** Creates the file with its missing folders; `changed` if something stands there already. */
  create(path: VaultPath, text: string): Promise<WriteOutcome>;
  /** Removes the file if its whole text is `expected`. */
  remove(path: VaultPath, expected: string): Promise<WriteOutcome>;
  /** Moves the file, creating missing folders; `changed` if the target exists or the text is not `expected`. */
  move(from: VaultPath, to: VaultPath, expected: string): Promise<WriteOutcome>;
  /**
   * Takes a write back, also one that was cut off in the middle: if the file stands as `before`, as `after`, or as
   * an unfinished write leaves it on the way from one to the other, it stands as `before` afterwards. `null` is
   * «does not exist». The adapter knows how its own writes tear, and works on bytes: a torn text may be no UTF-8.
   */
  restore(path: VaultPath, before: string | null, after: string | null): Promise<RestoreOutcome>;
}

/** State of this device for this home; it never travels. Keys are `/`-separated relative names. */
export interface StateFs {
  read(key: string): Promise<Uint8Array | null>;
  /** Durable and atomic: a reader sees the old bytes or the new ones, also after a power cut. Throws `StateError`. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
  /** Keys that start with `prefix`, sorted. */
  list(prefix: string): Promise<readonly string[]>;
}

/** The device's own storage failed (disk full, no permission); the message says where and what to do. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

export interface Clock {
  now(): Instant;
  /** IANA name of the system's zone, read anew at each call. */
  zone(): string;
}

export interface Random {
  /** `n` random bytes. */
  bytes(n: number): Uint8Array;
}

export interface Hash {
  /** SHA-256 as 64 lower-case hex digits; a string is hashed as UTF-8. */
  sha256(data: string | Uint8Array): string;
}

/** Tells the person something at once (a notice in the app, a line on stderr). */
export interface Notifier {
  notify(message: string): void;
}

/** Where a repository stands, as far as it bears on committing. */
export type GitState =
  /** No repository that serves this vault, or no git that would: the vault is served without one. */
  | {
      readonly kind: 'none';
      /** `refused`: git itself will not read the repository (owned by another user, broken configuration). */
      readonly why: 'no-repository' | 'no-git-program' | 'refused';
      readonly message: string;
    }
  | {
      readonly kind: 'repository';
      /** Full ref name and commit; `commit` is null on an unborn branch, `branch` is null on a detached head. */
      readonly branch: string | null;
      readonly commit: string | null;
      /** What makes committing unsafe now, as one clear line; null if nothing does. */
      readonly obstacle: { readonly kind: GitObstacle; readonly message: string } | null;
    };

export type GitObstacle =
  | 'detached-head'
  | 'unborn-branch'
  | 'merge-in-progress'
  | 'rebase-in-progress'
  | 'other-operation-in-progress'
  | 'index-locked'
  | 'unmerged-paths';

/** One file of a commit: our edit, not the file's present state. Null is «does not exist». A move is two of them. */
export interface CommitFile {
  readonly path: VaultPath;
  readonly before: string | null;
  readonly after: string | null;
  /**
   * Written by the harness alone (logs, heartbeat, run records): `after` is committed whole, also where git does not
   * know the file yet or an earlier state of it was never committed.
   */
  readonly own: boolean;
}

/** Whether a commit could hold exactly this edit. `message` is one sentence for the person. */
export type CommitCheck =
  | { readonly path: VaultPath; readonly can: 'commit' }
  /** Left alone until the person has committed or ended what they are doing; own files are written all the same. */
  | {
      readonly path: VaultPath;
      readonly can: 'wait';
      readonly why: CommitWait;
      readonly message: string;
    }
  /** Written, and never committed by us. */
  | {
      readonly path: VaultPath;
      readonly can: 'leave-out';
      readonly why: 'ignored' | 'no-repository' | 'other-repository';
      readonly message: string;
    };

export type CommitWait =
  /** HEAD does not hold the file yet. */
  | 'untracked'
  /** Staged or unstaged work of the person touches the same lines. */
  | 'conflicts-with-unsaved-work'
  /** Attributes `filter`, `ident` or `working-tree-encoding`: git stores other bytes than the note's. */
  | 'stored-through-a-filter'
  /** Git knows a symbolic link or a submodule at this path. */
  | 'not-a-plain-file'
  /** The repository has an obstacle (see `GitState`). */
  | 'repository-busy';

export interface CommitRequest {
  readonly subject: string;
  readonly body: string;
  /** `Hermes-Run`, `Hermes-Role`. */
  readonly trailers: Readonly<Record<string, string>>;
  readonly files: readonly CommitFile[];
}

export type CommitOutcome =
  | {
      readonly outcome: 'committed';
      readonly commit: string;
      readonly files: readonly VaultPath[];
      readonly leftOut: readonly CommitCheck[];
    }
  /** HEAD holds all of it already, or nothing of it could be committed. */
  | { readonly outcome: 'nothing'; readonly leftOut: readonly CommitCheck[] }
  | { readonly outcome: 'refused'; readonly message: string };

export type SyncOutcome =
  | { readonly outcome: 'off' }
  /** `pulled`: files that came in; `pushed`: commits that went out. */
  | { readonly outcome: 'synced'; readonly pulled: readonly VaultPath[]; readonly pushed: number }
  /** One clear line; local commits are kept, nothing was merged. */
  | { readonly outcome: 'not-synced'; readonly message: string };

/** Git failed in a way that no outcome names (a damaged repository, a full disk); the message is git's own line. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/**
 * Reading only: what the app may do with isomorphic-git, and the runner with system git. Throws `GitError`.
 */
export interface GitReader {
  state(): Promise<GitState>;
  /** The file's text in HEAD; null if HEAD has no such file or it is no UTF-8 text. */
  headText(path: VaultPath): Promise<string | null>;
  /**
   * Unified diff of one commit against its first parent, of the vault's files only, with paths relative to the
   * vault; null if there is no such commit here. Takes a full commit id.
   */
  showCommit(commit: string): Promise<string | null>;
}

export interface Git extends GitReader {
  /** Before writing: which of these edits a commit could hold exactly. One answer a file, in their order. */
  check(files: readonly CommitFile[]): Promise<readonly CommitCheck[]>;
  /** Commits exactly these edits by plumbing: the person's index and work tree keep their own changes. */
  commit(request: CommitRequest): Promise<CommitOutcome>;
  /** Finishes what a crash cut off in `commit` or `pull`; one line per thing done. Call it at each start. */
  recover(): Promise<readonly string[]>;
  /** Fetch and fast-forward only; rebases our own unpushed commits in a temporary work tree. */
  pull(): Promise<SyncOutcome>;
  /** Three tries, never force. */
  push(): Promise<SyncOutcome>;
}
