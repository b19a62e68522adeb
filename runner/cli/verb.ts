import type { Command } from 'commander';

/** 0 done · 1 failed, or findings · 2 wrong usage · 3 busy or halted. */
export type ExitCode = 0 | 1 | 2 | 3;

/** The process as verbs see it, handed in so that tests can stand in for it. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if stdout is a terminal: progress and colour are welcome (unless `NO_COLOR` is set). */
  readonly interactive: boolean;
  readonly colour: boolean;
  /** Aborted by SIGINT or SIGTERM: end between files. */
  readonly stop: AbortSignal;
  out(text: string): void;
  err(text: string): void;
}

/** What a person did wrong; printed as one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options that every verb knows. */
export interface CommonOptions {
  /** Absolute path of the vault's folder, if named by `--vault`. */
  readonly vault: string | undefined;
  readonly json: boolean;
}

/** A CLI verb: one file, registered in `verbs.ts`. Heavy imports belong inside `run`. */
export interface Verb {
  readonly name: string;
  /** One line for the list of verbs. */
  readonly summary: string;
  /** What a reader of `hermesh help <verb>` needs beyond the options; plain text, wrapped by the help. */
  readonly details?: string;
  /** Shown by `hermesh help <verb>`; each is run by the tests. */
  readonly examples: readonly [VerbExample, ...VerbExample[]];
  /** True if the verb takes `--json`: everything that reads does. */
  readonly json: boolean;
  /** Declares arguments and options. */
  configure(command: Command): void;
  run(call: VerbCall): Promise<ExitCode>;
}

export interface VerbExample {
  readonly command: string;
  readonly does: string;
}

export interface VerbCall {
  readonly args: readonly string[];
  /** As parsed by commander: camel case. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly common: CommonOptions;
  readonly terminal: Terminal;
}
