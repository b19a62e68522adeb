import { array, boolean, enum as oneOf, string, type ZodType } from 'zod';
import type { VaultFs, VaultPath } from '../ports';
import type { VaultProblem } from './vault-index';

/** What Obsidian's own settings say about links, files and notes that are made; defaults are the app's. */
export interface ObsidianSettings {
  /** Name of the settings folder, which need not be the usual one. */
  readonly configDir: string;
  /** How Obsidian writes a new link; how it reads one does not depend on it. */
  readonly newLinkFormat: 'shortest' | 'relative' | 'absolute';
  readonly useMarkdownLinks: boolean;
  /** Folder for attachments; `./` in front means: beside the note. */
  readonly attachmentFolderPath: string;
  /** «Detect all file extensions». */
  readonly showUnsupportedFiles: boolean;
  /** «Excluded files»: path prefixes, or `/regular expressions/`. */
  readonly userIgnoreFilters: readonly string[];
  readonly newFileLocation: 'root' | 'current' | 'folder';
  readonly newFileFolderPath: string;
  /** Folders of the core and the Templater plugin, without slashes at their ends. */
  readonly templateFolders: readonly VaultPath[];
  readonly dailyNotes: DailyNoteSettings;
  /** Type by property name, as Obsidian keeps it for the whole vault. */
  readonly propertyTypes: Readonly<Record<string, string>>;
}

export interface DailyNoteSettings {
  /** In the tokens of moment.js. */
  readonly format: string;
  readonly folder: VaultPath;
  /** Path of the template, as the person typed it; empty if there is none. */
  readonly template: string;
}

type Values = ReadonlyMap<string, unknown>;

/**
 * Reads the settings from `configDir`. A file that is not there gives the defaults; one that cannot be read, is no
 * JSON or holds a value of the wrong kind gives the defaults for what is missing, and a problem that names it.
 */
export async function readObsidianSettings(
  fs: Pick<VaultFs, 'read'>,
  configDir: string,
): Promise<{ readonly settings: ObsidianSettings; readonly problems: readonly VaultProblem[] }> {
  const problems: VaultProblem[] = [];
  const file = async (name: string): Promise<SettingsFile> => {
    const path = `${configDir}/${name}`;
    return new SettingsFile(path, await readValues(fs, path, problems), problems);
  };
  const app = await file('app.json');
  const daily = await file('daily-notes.json');
  const templates = await file('templates.json');
  const templater = await file('plugins/templater-obsidian/data.json');
  const types = await file('types.json');
  const settings: ObsidianSettings = {
    configDir,
    newLinkFormat: app.value('newLinkFormat', oneOf(['shortest', 'relative', 'absolute']), 'shortest'),
    useMarkdownLinks: app.value('useMarkdownLinks', boolean(), false),
    attachmentFolderPath: app.value('attachmentFolderPath', string(), '/'),
    showUnsupportedFiles: app.value('showUnsupportedFiles', boolean(), false),
    userIgnoreFilters: app.value('userIgnoreFilters', array(string()), []),
    newFileLocation: app.value('newFileLocation', oneOf(['root', 'current', 'folder']), 'root'),
    newFileFolderPath: trimSlashes(app.value('newFileFolderPath', string(), '')),
    templateFolders: [
      templates.value('folder', string(), ''),
      templater.value('templates_folder', string(), ''),
    ]
      .map(trimSlashes)
      .filter((folder) => folder !== ''),
    dailyNotes: {
      format: daily.value('format', string(), '') || 'YYYY-MM-DD',
      folder: trimSlashes(daily.value('folder', string(), '')),
      template: daily.value('template', string(), ''),
    },
    propertyTypes: types.strings('types'),
  };
  return { settings, problems };
}

class SettingsFile {
  constructor(
    private readonly path: VaultPath,
    private readonly values: Values,
    private readonly problems: VaultProblem[],
  ) {}

  value<T>(key: string, schema: ZodType<T>, fallback: T): T {
    const value = this.values.get(key);
    // Obsidian writes null for a setting that was emptied.
    if (value === undefined || value === null) return fallback;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    this.problems.push(
      malformed(this.path, `${key} has a value that Obsidian does not write there; the default holds`),
    );
    return fallback;
  }

  strings(key: string): Readonly<Record<string, string>> {
    const value = this.values.get(key);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  }
}

async function readValues(
  fs: Pick<VaultFs, 'read'>,
  path: VaultPath,
  problems: VaultProblem[],
): Promise<Values> {
  const outcome = await fs.read(path);
  if (!outcome.ok) {
    if (outcome.problem !== null) problems.push(outcome.problem);
    return new Map();
  }
  try {
    const value: unknown = JSON.parse(outcome.text.replace(/^\ufeff/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return new Map(Object.entries(value));
    problems.push(malformed(path, 'holds no JSON object; Obsidian’s defaults hold'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    problems.push(malformed(path, `is no JSON (${why}); Obsidian’s defaults hold`));
  }
  return new Map();
}

function malformed(path: VaultPath, message: string): VaultProblem {
  return { path, kind: 'malformed', message };
}

function trimSlashes(folder: string): string {
  return folder.replace(/^\/+|\/+$/g, '');
}
