import { defaultConfig } from '../config/config';
import type { FileEntry, Hash } from '../ports';
import { buildIndex } from '../vault/build-index';
import { buildExclusions } from '../vault/exclusions';
import type { Finding } from './finding';
import { createLinter } from './linter';
import type { Rule, RuleExample } from './rule';

/** What the rule finds in the small vault of its example, in the order of a report. */
export async function lintExample(
  { name }: Rule,
  { files, options }: RuleExample,
  hash: Hash,
): Promise<readonly Finding[]> {
  const config = defaultConfig();
  const exclusions = buildExclusions(config, {
    // Whatever its name: an example has no settings.
    configDir: '.settings',
    templateFolders: [],
    userIgnoreFilters: [],
  });
  const lint = { ...config.lint, rules: { [name]: { options: { ...options } } } };
  const linter = createLinter({ ...config, lint }, exclusions, hash);
  const stat = { size: 0, mtime: 0, ctime: 0, birthtime: 0, inode: 0 };
  const sides = new Map<string, string>();
  const index = await buildIndex(
    {
      list: async () => {
        const entries = Object.keys(files).sort();
        return { files: entries.map((path): FileEntry => ({ path, ...stat })), problems: [] };
      },
      read: async (path) => ({ ok: true, text: files[path] ?? '', stat }),
    },
    {
      showUnsupportedFiles: false,
      visit(note, text) {
        const side = linter.visit(note, text);
        sides.set(note.path, side);
        return side;
      },
    },
  );
  const report = await linter.report(
    { index, side: (path) => sides.get(path) ?? '' },
    async (path) => files[path] ?? null,
  );
  return report.findings.filter(({ rule }) => rule === name);
}
