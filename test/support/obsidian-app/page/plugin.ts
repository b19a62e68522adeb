import type { App } from './app';
import { Component } from './component';
import { setIcon } from './icons';
import type { View } from './views';
import type { WorkspaceLeaf } from './workspace';

export interface PluginManifest {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

interface Command {
  id: string;
  name: string;
  callback?: () => unknown;
  checkCallback?: (checking: boolean) => unknown;
}

/** Base class of plugins: what is added is taken away on unload. */
export abstract class Plugin extends Component {
  constructor(
    readonly app: App,
    readonly manifest: PluginManifest,
  ) {
    super();
  }

  /** Resolves when `onload` has; the app waits for that before it says that a plugin is enabled. */
  enabled: Promise<void> = Promise.resolve();

  protected override startOnload(): void {
    this.enabled = Promise.resolve(this.onload());
  }

  addRibbonIcon(icon: string, title: string, run: (event: MouseEvent) => unknown): HTMLElement {
    const button = this.app.ribbonEl.createDiv({
      cls: 'clickable-icon side-dock-ribbon-action',
      attr: { 'aria-label': title, role: 'button', tabindex: 0 },
    });
    setIcon(button, icon);
    button.addEventListener('click', run);
    this.register(() => button.detach());
    return button;
  }

  addStatusBarItem(): HTMLElement {
    const item = this.app.statusBarEl.createDiv({ cls: `status-bar-item plugin-${this.manifest.id}` });
    this.register(() => item.detach());
    return item;
  }

  addCommand(command: Command): Command {
    command.id = `${this.manifest.id}:${command.id}`;
    command.name = `${this.manifest.name}: ${command.name}`;
    this.app.commands.set(command.id, command);
    this.register(() => this.app.commands.delete(command.id));
    return command;
  }

  registerView(type: string, create: (leaf: WorkspaceLeaf) => View): void {
    if (this.app.workspace.viewCreators.has(type)) {
      throw new Error(`Attempting to register an existing view type "${type}"`);
    }
    this.app.workspace.viewCreators.set(type, create);
    this.register(() => this.app.workspace.dropViewType(type));
  }
}
