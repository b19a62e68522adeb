import { Plugin } from 'obsidian';
import { ALL_RULES } from '../core/lint/rules';
import { appHash } from './adapters/app-ports';
import { indexedDbStateFs } from './adapters/indexed-db-state-fs';
import { obsidianVaultFs } from './adapters/obsidian-vault-fs';
import { stateDatabaseName } from './adapters/vault-identity';
import { KeptSides } from './lint/kept-sides';
import { LintSession } from './lint/lint-session';
import { VaultReader } from './lint/vault-reader';
import { watchVault } from './lint/watch-vault';
import { STRINGS } from './strings';
import { FINDINGS_VIEW, FindingsView } from './views/findings-view';

/** Wires adapters, session and views together; what they do stands in their own files. */
export default class HermesHarnessPlugin extends Plugin {
  override onload(): void {
    const session = this.#startSession();
    this.registerView(
      FINDINGS_VIEW,
      (leaf) =>
        new FindingsView(leaf, {
          get state() {
            return session.state;
          },
          subscribe: (listener) => session.subscribe(listener),
          lintAgain: () => session.lintAgain(),
          describe: (name) => ALL_RULES.find((rule) => rule.name === name)?.description ?? '',
        }),
    );
    const openFindings = (): void => void this.#openFindings();
    this.addRibbonIcon('list-checks', STRINGS.ribbon, openFindings);
    this.addCommand({ id: 'open-findings', name: STRINGS.commands.open, callback: openFindings });
    this.addCommand({ id: 'lint', name: STRINGS.commands.lint, callback: () => session.lintAgain() });
    this.app.workspace.onLayoutReady(() => {
      watchVault(this.app, this, (path) => session.changed(path));
      session.lintAgain();
    });
  }

  #startSession(): LintSession {
    const { vault, metadataCache, fileManager, workspace } = this.app;
    const fs = obsidianVaultFs(vault, fileManager);
    const state = indexedDbStateFs(window.indexedDB, stateDatabaseName(this.app));
    const session = new LintSession({
      fs,
      configDir: vault.configDir,
      hash: appHash,
      reader: new VaultReader(vault, metadataCache, fs, new KeptSides(state)),
      clock: {
        now: () => performance.now(),
        yield: () => new Promise((done) => window.setTimeout(done, 0)),
      },
      after: (ms, run) => {
        const timer = window.setTimeout(run, ms);
        return () => window.clearTimeout(timer);
      },
      isEditing: (path) => workspace.getActiveFile()?.path === path,
    });
    this.register(() => {
      session.end();
      state.close();
    });
    return session;
  }

  async #openFindings(): Promise<void> {
    const leaf = await this.app.workspace.ensureSideLeaf(FINDINGS_VIEW, 'right', {
      active: true,
      reveal: true,
    });
    await leaf.loadIfDeferred();
  }
}
