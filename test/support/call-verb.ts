import { Command, CommanderError } from 'commander';
import { UsageError, type ExitCode, type Verb } from '../../runner/cli/verb';
import { tempFolder } from './temp-vault';

export interface Printed {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

export interface CallOptions {
  /** Folder of what the device remembers: another one is another device. */
  readonly state?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly json?: boolean;
  readonly colour?: boolean;
  readonly stop?: AbortSignal;
}

/** Calls a verb as the command line does. A `UsageError` becomes exit code 2 with its line on stderr. */
export async function callVerb(
  verb: Verb,
  vault: string,
  words: readonly string[] = [],
  options: CallOptions = {},
): Promise<Printed> {
  const printed = { out: '', err: '' };
  try {
    return { code: await run(verb, vault, words, options, printed), ...printed };
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof CommanderError)) throw error;
    return { code: 2, out: printed.out, err: `${printed.err}hermesh: ${error.message}\n` };
  }
}

/** The same, but a `UsageError` is thrown as the verb throws it. */
export async function runVerb(
  verb: Verb,
  vault: string,
  words: readonly string[] = [],
  options: CallOptions = {},
): Promise<Printed> {
  const printed = { out: '', err: '' };
  return { code: await run(verb, vault, words, options, printed), ...printed };
}

async function run(
  verb: Verb,
  vault: string,
  words: readonly string[],
  options: CallOptions,
  printed: { out: string; err: string },
): Promise<ExitCode> {
  const { state = tempFolder(), cwd = vault, env = {}, json = false, colour = false } = options;
  const command = new Command()
    .exitOverride()
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => undefined });
  verb.configure(command);
  command.parse([...words], { from: 'user' });
  return verb.run({
    args: command.args,
    options: command.opts(),
    common: { vault, json },
    terminal: {
      cwd,
      env: { XDG_STATE_HOME: state, ...env },
      interactive: false,
      colour,
      stop: options.stop ?? new AbortController().signal,
      out: (text) => (printed.out += text),
      err: (text) => (printed.err += text),
    },
  });
}
