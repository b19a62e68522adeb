import type { Home } from '../home';
import { lintVault } from '../lint/run-lint';
import { unwrittenNotes } from '../lint/unwritten-notes';
import type { LintView } from './role';

/**
 * Looks the whole vault over; notes that did not change since the last look are not read again.
 * `goOn` is called between notes and may throw to end the reading. Throws `LintConfigError`.
 */
export async function look(
  home: Home,
  configDir: string,
  goOn: () => void,
  progress: (text: string) => void,
): Promise<LintView> {
  const outcome = await lintVault(home, {
    configDir,
    progress: (done, total) => {
      goOn();
      progress(`read ${done} of ${total} files`);
    },
  });
  return {
    findings: outcome.findings,
    gaps: unwrittenNotes(outcome.gaps).length,
    notes: outcome.notes,
    files: outcome.files,
    problems: outcome.problems.map(({ path, message }) => `${path} ${message}`),
  };
}
