import type { Command } from 'commander';
import { VERSION } from '../version';
import type { Verb } from './verb';
import { VERBS } from './verbs';

const WIDTH = 80;

/** Breaks paragraphs at spaces so that no line is longer than 80 columns; indented lines stay as they are. */
function wrap(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith(' ') || line.length <= WIDTH) return line;
      const lines: string[] = [];
      let current = '';
      for (const word of line.split(' ')) {
        if (current !== '' && current.length + 1 + word.length > WIDTH) {
          lines.push(current);
          current = word;
        } else {
          current = current === '' ? word : `${current} ${word}`;
        }
      }
      return [...lines, current].join('\n');
    })
    .join('\n');
}

/** What `hermesh help` prints: every verb with its line. */
export async function programHelp(): Promise<string> {
  const verbs = await Promise.all(VERBS.map((entry) => entry.load()));
  const longest = Math.max(...verbs.map((verb) => verb.name.length), 'help'.length);
  const rows = [...verbs, { name: 'help', summary: 'Show how a verb is used, with examples' }].map(
    (verb) => `  ${verb.name.padEnd(longest)}  ${verb.summary}`,
  );
  return [
    `hermesh ${VERSION}: keeps a vault of Markdown notes in order`,
    '',
    'Usage: hermesh <verb> [arguments] [options]',
    '',
    'Verbs:',
    ...rows,
    '',
    'Options that every verb knows:',
    '  --vault <dir>  the vault; else HERMES_VAULT, else the folder you are in or the',
    '                 nearest one above it that holds hermes.yaml or .obsidian',
    '  --json         print JSON (verbs that read)',
    '  -h, --help     show how the verb is used',
    '  -V, --version  print the version',
    '',
    'Exit codes: 0 done, 1 failed or findings, 2 wrong usage, 3 busy or halted.',
    'Environment: HERMES_VAULT, NO_COLOR, HERMES_DEBUG=1 (stack traces).',
    '',
    '`hermesh help <verb>` shows a verb with examples.',
    '',
  ].join('\n');
}

/** What `hermesh help <verb>` prints. */
export function verbHelp(verb: Verb, command: Command): string {
  const longest = Math.max(...verb.examples.map((example) => example.command.length));
  const besides = longest <= 44;
  const examples = verb.examples.map((example) =>
    besides
      ? `  ${example.command.padEnd(longest)}  ${example.does}`
      : `  ${example.command}\n      ${example.does}`,
  );
  const details = verb.details === undefined ? [] : [wrap(verb.details.trim()), ''];
  return [command.helpInformation().trimEnd(), '', ...details, 'Examples:', ...examples, ''].join('\n');
}
