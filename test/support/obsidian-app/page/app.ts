import type { Disk } from './disk';
import { FileManager } from './file-manager';
import { TFile } from './files';
import { setIcon } from './icons';
import { MetadataCache } from './metadata-cache';
import { Vault } from './vault';
import { Workspace } from './workspace';

export interface Command {
  readonly id: string;
  readonly name: string;
  readonly callback?: () => unknown;
}

/** The app: its page with the class names that themes and plugins rely on, and what plugins reach through it. */
export class App {
  readonly vault: Vault;
  readonly metadataCache: MetadataCache;
  readonly workspace: Workspace;
  readonly fileManager: FileManager;
  readonly commands = new Map<string, Command>();
  readonly ribbonEl: HTMLElement;
  readonly statusBarEl: HTMLElement;

  constructor(disk: Disk, configDir: string) {
    const container = document.body.createDiv({ cls: 'app-container' });
    const main = container.createDiv({ cls: 'horizontal-main-container' });
    const workspace = main.createDiv({ cls: 'workspace' });
    this.ribbonEl = workspace
      .createDiv({ cls: 'workspace-ribbon side-dock-ribbon mod-left' })
      .createDiv({ cls: 'side-dock-actions' });
    this.vault = new Vault(disk, configDir);
    this.fileManager = new FileManager(this.vault);
    this.metadataCache = new MetadataCache(this.vault);
    this.workspace = new Workspace(this, workspace);
    // Nothing stands there before a plugin puts something.
    this.workspace.rightSplit.collapse();
    this.statusBarEl = container.createDiv({ cls: 'status-bar' });
    document.body.createDiv({ cls: 'notice-container' });
    this.#drawFileExplorer();
  }

  loadLocalStorage(key: string): unknown {
    const text = window.localStorage.getItem(`vault-${key}`);
    return text === null ? null : (JSON.parse(text) as unknown);
  }

  saveLocalStorage(key: string, data: unknown): void {
    if (data === null) window.localStorage.removeItem(`vault-${key}`);
    else window.localStorage.setItem(`vault-${key}`, JSON.stringify(data));
  }

  runCommand(id: string): void {
    const command = this.commands.get(id);
    if (!command) throw new Error(`No command ${id}; there are: ${[...this.commands.keys()].join(', ')}`);
    command.callback?.();
  }

  /** For the looks only: what stands beside a plugin's view on every desktop. */
  #drawFileExplorer(): void {
    const list = this.workspace.leftSplit.panes.createDiv({ cls: 'nav-files-container' });
    const roots = this.vault.getRoot().children;
    for (const child of [...roots].sort((a, b) => Number(a instanceof TFile) - Number(b instanceof TFile))) {
      const isFile = child instanceof TFile;
      const row = list.createDiv({ cls: `tree-item ${isFile ? 'nav-file' : 'nav-folder is-collapsed'}` });
      const self = row.createDiv({ cls: 'tree-item-self is-clickable' });
      if (!isFile) {
        const icon = self.createDiv({ cls: 'tree-item-icon collapse-icon is-collapsed' });
        setIcon(icon, 'right-triangle');
      }
      self.createDiv({ cls: 'tree-item-inner', text: isFile ? child.basename : child.name });
    }
  }
}
