import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nodeStateFs } from '../../runner/adapters/node-state-fs';
import { systemGit } from '../../runner/adapters/system-git';
import { tempFolder } from './temp-vault';
import type { CommitFile, CommitRequest, Git, StateFs } from '../../src/core/ports';

/** What a test says of the repository it wants. */
export interface RepoOptions {
  /** The vault's folder below the work tree's top; default: the top itself. */
  readonly vault?: string;
  readonly init?: readonly string[];
  /** Sync speaks with this remote; default: sync is off. */
  readonly remote?: string;
}

/** A real repository with a vault in it, and a person who works in it. */
export class TempRepo {
  readonly top: string;
  readonly vault: string;
  readonly state: StateFs;
  readonly stateDir: string;
  /** The environment of the person, with a home folder of their own. */
  readonly env: Record<string, string>;
  /** Our git. */
  readonly ours: Git;

  constructor(
    readonly folder: string,
    top: string,
    options: RepoOptions = {},
  ) {
    this.top = top;
    this.vault = options.vault === undefined ? top : path.join(top, options.vault);
    this.env = personEnv(path.join(folder, 'home'));
    this.stateDir = path.join(folder, 'state');
    mkdirSync(this.stateDir, { recursive: true });
    this.state = nodeStateFs(this.stateDir);
    this.ours = this.gitWith({ remote: options.remote ?? null });
  }

  /** Our git with other settings. */
  gitWith(options: { remote?: string | null; env?: Record<string, string | undefined> }): Git {
    return systemGit(this.vault, {
      state: this.state,
      clock: { now: () => Date.UTC(2026, 6, 4, 2, 0, 0), zone: () => 'UTC' },
      env: options.env ?? this.env,
      remote: options.remote ?? null,
    });
  }

  /** The person's git; standard output. */
  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.top, env: this.env, encoding: 'utf8', stdio: 'pipe' });
  }

  /** The person's git where it may fail; exit code and both outputs. */
  tryGit(...args: string[]): { code: number | null; text: string } {
    const done = spawnSync('git', args, { cwd: this.top, env: this.env, encoding: 'utf8' });
    return { code: done.status, text: done.stdout + done.stderr };
  }

  /** Writes a file of the vault. */
  write(file: string, text: string | Uint8Array): void {
    const full = path.join(this.vault, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }

  read(file: string): string {
    return readFileSync(path.join(this.vault, file), 'utf8');
  }

  /** Commits all as the person. */
  commitAll(message: string): string {
    this.git('add', '-A');
    this.git('commit', '-q', '-m', message);
    return this.head();
  }

  head(): string {
    return this.git('rev-parse', 'HEAD').trim();
  }

  /** Writes `after` into the vault as a changeset would, and gives the edit to commit. */
  edit(file: string, change: (text: string) => string, own = false): CommitFile {
    const before = this.read(file);
    const after = change(before);
    this.write(file, after);
    return { path: file, before, after, own };
  }
}

/** A repository with the given notes committed. */
export function tempRepo(notes: Readonly<Record<string, string>>, options: RepoOptions = {}): TempRepo {
  const folder = tempFolder();
  const top = path.join(folder, 'repo');
  mkdirSync(path.join(folder, 'home'));
  execFileSync('git', ['init', '-q', '--template=', '-b', 'main', ...(options.init ?? []), top], {
    env: personEnv(path.join(folder, 'home')),
  });
  const repo = new TempRepo(folder, top, options);
  for (const [file, text] of Object.entries(notes)) repo.write(file, text);
  if (Object.keys(notes).length > 0) repo.commitAll('First notes');
  return repo;
}

/** A commit as a role makes it. */
export function request(...files: CommitFile[]): CommitRequest {
  return {
    subject: 'Fix broken links',
    body: 'Two links.',
    trailers: { 'Hermes-Run': '01JZZZZZZZZZZZZZZZZZZZZZZZ', 'Hermes-Role': 'FIX-AGENT' },
    files,
  };
}

/** Ten numbered lines, far enough apart to change one without touching another's context. */
export function lines(count = 30): string {
  return Array.from({ length: count }, (_, i) => `line ${String(i + 1)}\n`).join('');
}

/** Replaces one line of `lines()`. */
export function setLine(number: number, text: string): (note: string) => string {
  return (note) => note.replace(new RegExp(`^line ${String(number)}$`, 'm'), text);
}

function personEnv(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
    TMPDIR: os.tmpdir(),
  };
}
