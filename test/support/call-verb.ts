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
}

/** Calls a verb as the command line does. A `UsageError` becomes exit code 2 with its line on stderr. */
export async function callVerb(
  verb: Verb,
  vault: string,
  words: readonly string[] = [],
  { state = tempFolder(), cwd = vault, env = {}, json = false }: CallOptions = {},
): Promise<Printed> {
  const command = new Command()
    .exitOverride()
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => undefined });
  verb.configure(command);
  let out = '';
  let err = '';
  try {
    command.parse([...words], { from: 'user' });
    const code = await verb.run({
      args: command.args,
      options: command.opts(),
      common: { vault, json },
      terminal: {
        cwd,
        env: { XDG_STATE_HOME: state, ...env },
        interactive: false,
        colour: false,
        stop: new AbortController().signal,
        out: (text) => (out += text),
        err: (text) => (err += text),
      },
    });
    return { code, out, err };
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof CommanderError)) throw error;
    return { code: 2, out, err: `${err}hermesh: ${error.message}\n` };
  }
}
