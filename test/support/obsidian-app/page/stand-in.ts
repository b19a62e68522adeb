import { setup } from 'obsidian-test-mocks/setup';
import { App } from './app';
import { Disk } from './disk';
import { countTraces, startCounting, type Traces } from './left-behind';
import * as obsidian from './obsidian';
import { Plugin, type PluginManifest } from './plugin';

export interface StandInOptions {
  /** Path → text, dot-folders included. */
  readonly files: Readonly<Record<string, string>>;
  readonly latency: number;
  readonly configDir: string;
  readonly phone: boolean;
  /** False: the app is still building its layout; `workspace.becomeReady()` ends that. */
  readonly layoutReady: boolean;
}

/** What tests reach from outside. */
class StandIn {
  readonly disk = new Disk();
  readonly app: App;
  /** Modules that plugins asked for. */
  readonly required: string[] = [];
  #plugin: Plugin | null = null;

  constructor(options: StandInOptions) {
    for (const [path, text] of Object.entries(options.files)) this.disk.put(path, text);
    Object.assign(obsidian.Platform, {
      isDesktop: !options.phone,
      isDesktopApp: !options.phone,
      isMobile: options.phone,
      isMobileApp: options.phone,
      isPhone: options.phone,
    });
    this.app = new App(this.disk, options.configDir);
    this.disk.latency = options.latency;
    if (options.layoutReady) this.app.workspace.becomeReady();
  }

  /** Runs the built file as the app does: CommonJS, with `require` giving `obsidian` and nothing else. */
  async enable(styles: string, manifest: PluginManifest): Promise<void> {
    const module: { exports: { default?: unknown } } = { exports: {} };
    const require = (name: string): unknown => {
      this.required.push(name);
      if (name === 'obsidian') return obsidian;
      throw new Error(`The plugin asked for the module ${name}, which no phone has.`);
    };
    window.pluginCode(module, module.exports, require);
    const Class = module.exports.default;
    if (typeof Class !== 'function') throw new Error('main.js exports no plugin');
    const plugin: unknown = Reflect.construct(Class, [this.app, manifest]);
    if (!(plugin instanceof Plugin)) throw new Error('main.js exports no plugin');
    document.head.createEl('style', { text: styles, attr: { 'data-plugin': manifest.id } });
    this.#plugin = plugin;
    plugin.load();
    await plugin.enabled;
  }

  disable(): void {
    this.#plugin?.unload();
    this.#plugin = null;
    document.querySelector('style[data-plugin]')?.remove();
  }

  traces(): Traces & { readonly [what: string]: number } {
    return {
      ...countTraces(),
      commands: this.app.commands.size,
      viewTypes: this.app.workspace.viewCreators.size,
      ribbonIcons: this.app.ribbonEl.childElementCount,
      statusBarItems: this.app.statusBarEl.childElementCount,
      bodyChildren: document.body.childElementCount,
    };
  }
}

declare global {
  interface Window {
    standIn: StandIn;
    /** The built file in the wrapper that CommonJS puts around it. */
    pluginCode: (module: object, exports: object, require: (name: string) => unknown) => void;
    startStandIn: (options: StandInOptions) => void;
  }
}

startCounting();
setup();
window.startStandIn = (options) => {
  window.standIn = new StandIn(options);
};
