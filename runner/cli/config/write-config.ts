import { CONFIG_FILE } from '../../../src/core/config/config';
import type { FileEdit } from '../../../src/core/vault/changeset';
import { applyChangeset } from '../../../src/core/vault/apply-changeset';
import { leftLine } from '../../../src/core/vault/left-line';
import { planChangeset } from '../../../src/core/vault/plan-changeset';
import { recoverApplies } from '../../../src/core/vault/recover-applies';
import { newUlid } from '../../../src/core/vault/ulid';
import type { OpenedHome } from '../../open-home';
import { ClearError } from '../clear-error';
import { withHomeLock } from '../with-home-lock';

/** What a command wants to do with the configuration, given its present text (null: there is no file). */
export type ConfigRewrite =
  { readonly kind: 'write'; readonly text: string } | { readonly kind: 'leave'; readonly why: string };

/**
 * Rewrites `hermes.yaml` on behalf of a person, alone on the vault and undoable. The text is read under the lock, so
 * that nobody's change of the same moment is lost. Gives what `decide` decided.
 *
 * @throws BusyError if another process works on the vault
 * @throws ClearError if the file cannot be read or written
 */
export async function writeConfig(
  home: OpenedHome,
  author: string,
  decide: (present: string | null) => ConfigRewrite,
): Promise<ConfigRewrite> {
  return withHomeLock(home, `hermesh ${author}`, async () => {
    for (const { message } of await recoverApplies({ vault: home.fs, state: home.state }))
      home.notifier.notify(message);
    const file = await home.fs.read(CONFIG_FILE);
    if (!file.ok && file.problem !== null) throw new ClearError(`${CONFIG_FILE} ${file.problem.message}`);
    const rewrite = decide(file.ok ? file.text : null);
    if (rewrite.kind === 'leave') return rewrite;
    const edit: FileEdit = file.ok
      ? { kind: 'modify', path: CONFIG_FILE, before: file.text, after: rewrite.text }
      : { kind: 'create', path: CONFIG_FILE, after: rewrite.text };
    const origin = { run: newUlid(home.clock, home.random), author };
    const changeset = planChangeset(home, origin, [{ edit, reason: `hermesh ${author}` }]);
    const outcome = await applyChangeset(
      { vault: home.fs, state: home.state, clock: home.clock },
      changeset,
      { configFolder: home.configFolder, undo: home.config.changes.undo },
    );
    if (!outcome.ok) throw new ClearError(`nothing was changed: ${outcome.message}`);
    const [left] = outcome.left;
    if (left !== undefined) throw new ClearError(leftLine(left));
    return rewrite;
  });
}
