import { defaultConfig, type Config } from '../../../src/core/config/config';
import { createLinter } from '../../../src/core/lint/linter';
import type { LintReport } from '../../../src/core/lint/report';
import { buildIndex } from '../../../src/core/vault/build-index';
import { buildExclusions, type ObsidianExclusions } from '../../../src/core/vault/exclusions';
import { nodeHash } from '../../../runner/adapters/node-hash';
import { memoryVaultFs } from '../../support/memory-vault-fs';

export interface LintFilesOptions {
  readonly lint?: Partial<Config['lint']>;
  readonly obsidian?: Partial<ObsidianExclusions>;
}

/** Lints a vault that lives in memory, from its listing to its report. */
export async function lintFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  { lint, obsidian }: LintFilesOptions = {},
): Promise<LintReport> {
  const config = defaultConfig();
  const settings = { ...config, lint: { ...config.lint, ...lint } };
  const linter = createLinter(
    settings,
    buildExclusions(settings, {
      configDir: '.obsidian',
      templateFolders: [],
      userIgnoreFilters: [],
      ...obsidian,
    }),
    nodeHash,
  );
  const fs = memoryVaultFs(files);
  const sides = new Map<string, string>();
  const index = await buildIndex(fs, {
    showUnsupportedFiles: false,
    visit(note, text) {
      const side = linter.visit(note, text);
      sides.set(note.path, side);
      return side;
    },
  });
  return linter.report({ index, side: (path) => sides.get(path) ?? '' }, async (path) => {
    const outcome = await fs.read(path);
    return outcome.ok ? outcome.text : null;
  });
}

/** `path:line:column subject` of each finding of one rule. */
export function findingLines(report: LintReport, rule: string): readonly string[] {
  return report.findings
    .filter((finding) => finding.rule === rule)
    .map(({ path, line, column, subject }) => `${path}:${line}:${column} ${subject}`);
}
