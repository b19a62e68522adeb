import picomatch from 'picomatch';
import type { Config } from '../config/config';
import type { VaultPath } from '../ports';
import type { NoteFacts } from '../text/note-facts';
import { conflictCopy } from './conflict-copy';

/** Why a file is never fixed and, by default, not reported. It still resolves links. */
export type Exclusion =
  /** The harness writes it: logs, memory, run records, drafts, skills. */
  | 'written-by-hermes'
  /** Dot-folders of programs (`.obsidian`, `.claude`, `.trash`, `.git`), AppleDouble files, `viewer/`. */
  | 'belongs-to-a-program'
  /** Text for an agent, not for a reader. */
  | 'agent-prompt'
  | 'template'
  /** The person told Obsidian to leave it out (Settings → Files and links → Excluded files). */
  | 'excluded-in-obsidian'
  | 'excluded-in-config'
  | 'conflict-copy'
  /** The cloud's stand-in for a file that is not on this machine. */
  | 'cloud-placeholder';

/** What Obsidian's own settings say about files to leave alone. */
export interface ObsidianExclusions {
  /** Name of the settings folder, `.obsidian` unless renamed. */
  readonly configDir: string;
  /** Folders of the core and the Templater plugin; empty if none is configured. */
  readonly templateFolders: readonly VaultPath[];
  /** `userIgnoreFilters` of app.json: path prefixes, or `/regular expressions/`. */
  readonly userIgnoreFilters: readonly string[];
}

/** Which files of one vault are left alone. */
export interface Exclusions {
  /** The settings that decide, as text: the same settings, the same text. */
  readonly fingerprint: string;
  reason(path: VaultPath): Exclusion | null;
}

/** Property that opts a note out of everything: `hermes: false`. */
export function optsOut(facts: NoteFacts): boolean {
  return facts.frontmatter.state === 'valid' && facts.frontmatter.values['hermes'] === false;
}

function under(folder: string): (path: VaultPath) => boolean {
  const prefix = `${folder}/`;
  return (path) => path.startsWith(prefix);
}

/** True for paths that the filter covers; a broken expression covers nothing, as in Obsidian. */
function userFilter(filter: string): (path: VaultPath) => boolean {
  const expression = /^\/(.+)\/$/.exec(filter)?.[1];
  if (expression === undefined) return (path) => filter !== '' && path.startsWith(filter);
  try {
    const compiled = new RegExp(expression);
    return (path) => compiled.test(path);
  } catch {
    return () => false;
  }
}

function harnessFiles(paths: Config['paths']): (path: VaultPath) => boolean {
  const files = new Set<VaultPath>([paths.queue, paths.heartbeat, paths.consolidation]);
  const folders = [
    paths.memory,
    paths.machine,
    paths.briefing,
    paths.drafts,
    paths.skills,
    paths.opportunities,
  ].map(under);
  const inLog = under(paths.log);
  return (path) =>
    files.has(path) ||
    folders.some((holds) => holds(path)) ||
    (inLog(path) && /^\d{4}\.md$/.test(path.slice(paths.log.length + 1)));
}

function programFiles(configDir: string): (path: VaultPath) => boolean {
  const inConfigDir = under(configDir);
  return (path) =>
    inConfigDir(path) ||
    /(^|\/)\./.test(path) ||
    path.startsWith('viewer/') ||
    path.slice(path.lastIndexOf('/') + 1).startsWith('._');
}

/** Without a configured folder, one named `Templates` anywhere counts as one. */
function templates(folders: readonly VaultPath[]): (path: VaultPath) => boolean {
  if (folders.length === 0) return (path) => /(^|\/)_?templates?\//i.test(path);
  const holds = folders.map((folder) => under(folder.replace(/^\/+|\/+$/g, '')));
  return (path) => holds.some((inFolder) => inFolder(path));
}

/**
 * The files that nobody's notes are: see `Exclusion`. The wiki and the projects are kept by the person as much as by
 * the harness, so they are not among them.
 */
export function buildExclusions(
  config: { readonly paths: Config['paths']; readonly lint: Pick<Config['lint'], 'exclude'> },
  obsidian: ObsidianExclusions,
): Exclusions {
  const writtenByHermes = harnessFiles(config.paths);
  const ofProgram = programFiles(obsidian.configDir);
  const isTemplate = templates(obsidian.templateFolders);
  const userFilters = obsidian.userIgnoreFilters.map(userFilter);
  const configured = config.lint.exclude.map((glob) => picomatch(glob, { dot: true }));
  const { configDir, templateFolders, userIgnoreFilters } = obsidian;
  return {
    fingerprint: JSON.stringify([
      config.paths,
      config.lint.exclude,
      configDir,
      templateFolders,
      userIgnoreFilters,
    ]),
    reason(path) {
      if (writtenByHermes(path)) return 'written-by-hermes';
      if (ofProgram(path)) return 'belongs-to-a-program';
      if (/\.icloud$/.test(path)) return 'cloud-placeholder';
      if (/^AgentStack\/Hermes\/[^/]+\.md$/.test(path) || /(^|\/)system_prompt\.md$/.test(path))
        return 'agent-prompt';
      if (isTemplate(path)) return 'template';
      if (userFilters.some((covers) => covers(path))) return 'excluded-in-obsidian';
      if (configured.some((covers) => covers(path))) return 'excluded-in-config';
      return conflictCopy(path) === null ? null : 'conflict-copy';
    },
  };
}
