import { Plugin } from 'obsidian';
import { CONFIG_FILE } from '../core/config/config';
import { ALL_RULES } from '../core/lint/rules';
import type { VaultFs } from '../core/ports';
import { appClock, appHash } from './adapters/app-ports';
import { indexedDbStateFs } from './adapters/indexed-db-state-fs';
import { obsidianVaultFs } from './adapters/obsidian-vault-fs';
import { stateDatabaseName } from './adapters/vault-identity';
import { KeptSides } from './lint/kept-sides';
import { LintSession } from './lint/lint-session';
import { VaultReader } from './lint/vault-reader';
import { watchVault } from './lint/watch-vault';
import { NightWatch } from './night/night-watch';
import { STRINGS } from './strings';
import { FINDINGS_VIEW, FindingsView, type FindingsSource } from './views/findings-view';
import { fillStatusBar } from './views/status-bar';

/** How often files are looked at that the app may not tell of, and whether a night is missed. */
const POLL_MS = 60_000;

/** Wires adapters, session and views together; what they do stands in their own files. */
export default class HermesHarnessPlugin extends Plugin {
  override onload(): void {
    const { vault, fileManager, workspace } = this.app;
    const fs = obsidianVaultFs(vault, fileManager);
    const session = this.#startSession(fs);
    const night = new NightWatch(fs, appClock, () => session.config.paths.heartbeat);
    this.register(() => night.end());
    const source = findingsSource(session, night);

    const openFindings = (): void => void this.#openFindings();
    this.registerView(FINDINGS_VIEW, (leaf) => new FindingsView(leaf, source));
    this.addRibbonIcon('list-checks', STRINGS.ribbon, openFindings);
    this.addCommand({ id: 'open-findings', name: STRINGS.commands.open, callback: openFindings });
    this.addCommand({ id: 'lint', name: STRINGS.commands.lint, callback: () => session.lintAgain() });
    fillStatusBar(this.addStatusBarItem(), this, source, appClock, openFindings);

    workspace.onLayoutReady(() => {
      watchVault(this.app, this, (path) => {
        session.changed(path);
        if (path === night.path()) void night.look();
      });
      session.lintAgain();
      void night.look();
      this.#poll(fs, session, night);
    });
  }

  #startSession(fs: VaultFs): LintSession {
    const { vault, metadataCache, workspace } = this.app;
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

  /** The app tells of notes; of `hermes.yaml`, and of what another program wrote, not always. */
  #poll(fs: VaultFs, session: LintSession, night: NightWatch): void {
    let changed: number | undefined;
    const look = async (): Promise<void> => {
      await night.look();
      const now = (await fs.stat(CONFIG_FILE))?.mtime ?? 0;
      if (changed !== undefined && changed !== now) session.lintAgain();
      changed = now;
    };
    void look();
    this.registerInterval(window.setInterval(() => void look(), POLL_MS));
  }

  async #openFindings(): Promise<void> {
    const leaf = await this.app.workspace.ensureSideLeaf(FINDINGS_VIEW, 'right', {
      active: true,
      reveal: true,
    });
    await leaf.loadIfDeferred();
  }
}

function findingsSource(session: LintSession, night: NightWatch): FindingsSource {
  return {
    get state() {
      return session.state;
    },
    get night() {
      return night.status;
    },
    now: () => appClock.now(),
    subscribe(listener) {
      const ends = [session.subscribe(listener), night.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    lintAgain: () => session.lintAgain(),
    describe: (name) => ALL_RULES.find((rule) => rule.name === name)?.description ?? '',
  };
}
