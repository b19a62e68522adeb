import type { Home } from '../home';
import { StateError } from '../ports';
import type { VaultPath } from '../ports';
import { buildExclusions, type Exclusion } from '../vault/exclusions';
import { readObsidianSettings } from '../vault/obsidian-settings';
import { openIndex } from '../vault/open-index';
import { createLinter } from './linter';
import { parseReport, storeReport, type LintReport } from './report';

export interface LintOptions {
  /** Name of Obsidian's settings folder. */
  readonly configDir: string;
  /** Awaited now and then while notes are read; what it throws ends the linting and leaves the cache as it was. */
  readonly progress?: (done: number, total: number) => void | Promise<void>;
}

export interface LintOutcome extends LintReport {
  /** Why nothing could be kept for next time (a full disk); null if it is kept. The report is whole all the same. */
  readonly notKept: string | null;
  /** Why the file is left out of the report; null if rules look at it. */
  exclusion(path: VaultPath): Exclusion | null;
}

/**
 * Lints the whole vault. Reads what changed since the last time; an unchanged vault answers from what is stored.
 * Throws `LintConfigError` for an unknown rule or option.
 */
export async function lintVault(
  home: Pick<Home, 'config' | 'fs' | 'state' | 'clock' | 'hash'>,
  options: LintOptions,
): Promise<LintOutcome> {
  const { settings, problems } = await readObsidianSettings(home.fs, options.configDir);
  const exclusions = buildExclusions(home.config, settings);
  const linter = createLinter(home.config, exclusions, home.hash);
  const exclusion = (path: VaultPath): Exclusion | null => exclusions.reason(path);
  const opened = await openIndex(home, {
    fingerprint: linter.fingerprint,
    showUnsupportedFiles: settings.showUnsupportedFiles,
    visit: (note, text) => linter.visit(note, text),
    ...(options.progress === undefined ? {} : { progress: options.progress }),
  });
  if (opened.stored !== null) {
    const stored = parseReport(opened.stored.findings);
    if (stored !== null)
      return { ...stored, problems: [...opened.stored.problems, ...problems], notKept: null, exclusion };
  }
  const loaded = await opened.load();
  const report = await linter.report(
    loaded,
    async (path) => {
      const outcome = await home.fs.read(path);
      return outcome.ok ? outcome.text : null;
    },
    problems,
  );
  try {
    await loaded.save(storeReport(report));
    return { ...report, notKept: null, exclusion };
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    return { ...report, notKept: error.message, exclusion };
  }
}
