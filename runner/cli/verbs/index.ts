import { setImmediate } from 'node:timers/promises';
import type { VaultPath } from '../../../src/core/ports';
import { buildIndex } from '../../../src/core/vault/build-index';
import { isNotePath } from '../../../src/core/vault/file-table';
import { readObsidianSettings } from '../../../src/core/vault/obsidian-settings';
import { renderNote, type RenderedNote } from '../../../src/core/vault/render-index';
import type { VaultIndex, VaultProblem } from '../../../src/core/vault/vault-index';
import { openHome, type OpenedHome } from '../../open-home';
import { count } from '../count';
import { askedPaths } from '../lint/asked-paths';
import { UsageError, type Terminal, type Verb } from '../verb';

/** Between so many notes a signal may come in. */
const BREATHE_EVERY = 64;

export const index: Verb = {
  name: 'index',
  summary: 'Show what notes hold: links and where they lead, headings, blocks, tags, properties',
  details: `With --json: {"files":[…],"uses":[…],"problems":[…]}. Names and positions are those of Obsidian’s metadata \
cache; each link has a status (resolved, unresolved, ambiguous, external) and the path of its target, or null. uses \
lists what canvases and bases name; problems, files that could not be read. Nothing is written.`,
  examples: [
    { command: 'hermesh index --json', does: 'print the whole vault as JSON' },
    { command: 'hermesh index Projects', does: 'one line for each note of a folder' },
  ],
  json: true,
  configure(command) {
    command.argument('[paths...]', 'notes or folders (default: the whole vault)');
  },
  async run({ args, common, terminal, ...call }) {
    const home = await openHome({ common, terminal, ...call });
    const { settings, problems } = await readObsidianSettings(home.fs, home.configFolder);
    const { showUnsupportedFiles } = settings;
    const vault = await buildIndex(home.fs, { showUnsupportedFiles, skip: isNotePath });
    const notes = askedNotes(vault, args, home.root, terminal.cwd);
    const print = common.json ? jsonPrinter(terminal) : textPrinter(terminal);
    const unread = await printNotes(home, vault, notes, terminal, print);
    if (unread === null) {
      terminal.err('hermesh: stopped before the end\n');
      return 1;
    }
    print.end(vault, [...vault.problems, ...problems, ...unread]);
    return 0;
  },
};

/** The notes among the named files and folders, in order of path. */
function askedNotes(
  vault: VaultIndex,
  args: readonly string[],
  root: string,
  cwd: string,
): readonly VaultPath[] {
  const known = vault.files.map(({ path }) => path);
  const notes = known.filter(isNotePath);
  const asked = args.length === 0 ? [] : askedPaths(args, { root, cwd, known });
  if (asked.length === 0) return notes;
  const files = new Set(known);
  const other = asked.find((path) => files.has(path) && !isNotePath(path));
  if (other !== undefined) throw new UsageError(`${other} is no note; name notes (.md) or folders`);
  const isAsked = (note: VaultPath): boolean =>
    asked.some((path) => note === path || note.startsWith(`${path}/`));
  return notes.filter(isAsked);
}

/** Reads and prints one note after another; gives the problems met, or null if it was told to stop. */
async function printNotes(
  { fs }: OpenedHome,
  vault: VaultIndex,
  notes: readonly VaultPath[],
  terminal: Terminal,
  print: Printer,
): Promise<readonly VaultProblem[] | null> {
  const problems: VaultProblem[] = [];
  for (const [at, path] of notes.entries()) {
    if (at % BREATHE_EVERY === 0) await setImmediate();
    if (terminal.stop.aborted) return null;
    const outcome = await fs.read(path);
    if (outcome.ok) print.note(renderNote(path, outcome.text, vault));
    else if (outcome.problem !== null) problems.push(outcome.problem);
  }
  return problems;
}

interface Printer {
  note(note: RenderedNote): void;
  end(vault: VaultIndex, problems: readonly VaultProblem[]): void;
}

/** One note a line, as they come: a vault of any size fits. */
function jsonPrinter(terminal: Terminal): Printer {
  let opening = '{"files":[';
  return {
    note: (note) => {
      terminal.out(`${opening}\n${JSON.stringify(note)}`);
      opening = ',';
    },
    end: ({ uses }, problems) => {
      const files = opening === ',' ? '\n]' : `${opening}]`;
      terminal.out(`${files},\n"uses":${JSON.stringify(uses)},\n"problems":${JSON.stringify(problems)}}\n`);
    },
  };
}

function textPrinter(terminal: Terminal): Printer {
  let notes = 0;
  return {
    note: (note) => {
      notes++;
      terminal.out(`${JSON.stringify(note.path).slice(1, -1)}: ${summary(note)}\n`);
    },
    end: ({ uses }, problems) => {
      terminal.out(`${count(notes, 'note')}, ${count(uses.length, 'use')} by canvases and bases\n`);
      for (const { path, message } of problems) terminal.err(`hermesh: ${path} ${message}\n`);
    },
  };
}

function summary(note: RenderedNote): string {
  const refs = [...note.links, ...note.embeds, ...note.frontmatterLinks];
  const astray = (['unresolved', 'ambiguous'] as const)
    .map((status) => ({ status, refs: refs.filter((ref) => ref.status === status).length }))
    .filter((found) => found.refs > 0)
    .map((found) => `${found.refs} ${found.status}`);
  const parts = [
    `${count(refs.length, 'link')}${astray.length === 0 ? '' : ` (${astray.join(', ')})`}`,
    count(note.headings.length, 'heading'),
    count(note.blocks.length, 'block'),
    count(note.tags.length, 'tag'),
  ];
  return note.frontmatterError === null ? parts.join(', ') : `${parts.join(', ')}; invalid frontmatter`;
}
