import { Command, CommanderError } from 'commander';
import { VERSION } from '../version';
import { isAbsolute, resolve } from 'node:path';
import { BusyError } from './busy';
import { ClearError } from './clear-error';
import { programHelp, verbHelp } from './help';
import { GitError, StateError } from '../../src/core/ports';
import { didYouMean } from './nearest';
import { UsageError, type ExitCode, type Terminal, type Verb } from './verb';
import { VERBS } from './verbs';

/** What stands in front of the verb. */
interface Leading {
  readonly vault: string | undefined;
  readonly json: boolean;
  readonly asked: 'help' | 'version' | null;
  readonly rest: readonly string[];
}

const LEADING_OPTIONS = ['--vault', '--json', '--help', '--version'];

/** Splits the options in front of the verb from the verb and what follows it. */
function splitLeading(argv: readonly string[]): Leading {
  let vault: string | undefined;
  let json = false;
  let asked: Leading['asked'] = null;
  let at = 0;
  for (; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (!word.startsWith('-')) break;
    if (word === '--vault') {
      vault = argv[++at];
      if (vault === undefined) throw new UsageError('--vault names no folder; give one: --vault DIR');
    } else if (word.startsWith('--vault=')) vault = word.slice('--vault='.length);
    else if (word === '--json') json = true;
    else if (word === '--help' || word === '-h') asked = 'help';
    else if (word === '--version' || word === '-V') asked = 'version';
    else throw new UsageError(`unknown option ${word}; ${didYouMean(word, LEADING_OPTIONS)}`);
  }
  return { vault, json, asked, rest: argv.slice(at) };
}

async function loadVerb(name: string): Promise<Verb> {
  const entry = VERBS.find((candidate) => candidate.name === name);
  if (entry !== undefined) return entry.load();
  const known = [...VERBS.map((candidate) => candidate.name), 'help'];
  throw new UsageError(`unknown verb ${name}; ${didYouMean(name, known)}`);
}

function verbCommand(verb: Verb): Command {
  const command = new Command(`hermesh ${verb.name}`)
    .description(verb.summary)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'show this help');
  verb.configure(command);
  command.option(
    '--vault <dir>',
    'the vault (default: HERMES_VAULT, else from the folder you are in upwards)',
  );
  if (verb.json) command.option('--json', 'print JSON');
  return command;
}

/** Commander's sentence as one line of ours: what is wrong, then what to do. */
function usageFrom(error: CommanderError, verb: Verb): UsageError {
  const [what = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const remedy = suggestion?.replace(/^\(Did you mean (.*)\?\)$/, 'did you mean $1?');
  return new UsageError(`${what.replace(/\.$/, '')}; ${remedy ?? `see \`hermesh help ${verb.name}\``}`);
}

async function callVerb(verb: Verb, words: readonly string[], leading: Leading, terminal: Terminal) {
  const command = verbCommand(verb);
  try {
    command.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') {
      terminal.out(verbHelp(verb, verbCommand(verb)));
      return 0;
    }
    throw usageFrom(error, verb);
  }
  const options: Readonly<Record<string, unknown>> = command.opts();
  if (leading.json && !verb.json) {
    throw new UsageError(`${verb.name} knows no --json; leave it out`);
  }
  const named = typeof options['vault'] === 'string' ? options['vault'] : leading.vault;
  if (named === '') throw new UsageError('--vault names no folder; give one: --vault DIR');
  const vault = named === undefined || isAbsolute(named) ? named : resolve(terminal.cwd, named);
  return verb.run({
    args: command.args,
    options,
    common: { vault, json: leading.json || options['json'] === true },
    terminal,
  });
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const leading = splitLeading(argv);
  const [name, ...words] = leading.rest;
  if (leading.asked === 'version') {
    terminal.out(`${VERSION}\n`);
    return 0;
  }
  if (name === 'help' || leading.asked === 'help' || name === undefined) {
    const topic = name === 'help' ? words[0] : name;
    if (topic === undefined || topic === 'help') {
      terminal.out(await programHelp());
      return name === undefined && leading.asked === null ? 2 : 0;
    }
    const verb = await loadVerb(topic);
    terminal.out(verbHelp(verb, verbCommand(verb)));
    return 0;
  }
  return callVerb(await loadVerb(name), words, leading, terminal);
}

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return 2;
  return error instanceof BusyError ? 3 : 1;
}

/** Errors whose message is written for a person; of any other the place in the code is the better half. */
function isClear(error: unknown): boolean {
  return error instanceof StateError || error instanceof GitError || error instanceof ClearError;
}

/** Line breaks in a message (a file's name may hold one) would make two lines of one error. */
function oneLine(message: string): string {
  return message.replace(/\s*[\r\n]+\s*/g, ' ').trim();
}

/**
 * Runs one command line and gives its exit code. Never throws: an error becomes one line on stderr, with the stack
 * behind it only where `HERMES_DEBUG` is set.
 */
export async function runProgram(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    const debug = (terminal.env['HERMES_DEBUG'] ?? '') !== '';
    const message = error instanceof Error ? error.message : String(error);
    const code = exitCodeOf(error);
    const hint = code === 1 && !debug && !isClear(error) ? '; HERMES_DEBUG=1 shows where it happened' : '';
    terminal.err(`hermesh: ${oneLine(message)}${hint}\n`);
    if (debug && error instanceof Error) terminal.err(`${error.stack ?? ''}\n`);
    return code;
  }
}
