import type { EventRef } from './events';

/** Life cycle of plugins, views and menus: what was registered is taken back on unload, last first. */
export class Component {
  #loaded = false;
  readonly #children: Component[] = [];
  readonly #undo: (() => unknown)[] = [];

  load(): void {
    if (this.#loaded) return;
    this.#loaded = true;
    this.startOnload();
    for (const child of [...this.#children]) child.load();
  }

  /** Plugins have an asynchronous `onload`; a rejection is an uncaught error of the page, as in the app. */
  protected startOnload(): void {
    void this.onload();
  }

  onload(): void | Promise<void> {}

  unload(): void {
    if (!this.#loaded) return;
    this.#loaded = false;
    for (const child of this.#children.splice(0).reverse()) child.unload();
    for (const undo of this.#undo.splice(0).reverse()) undo();
    this.onunload();
  }

  onunload(): void {}

  addChild<T extends Component>(child: T): T {
    this.#children.push(child);
    if (this.#loaded) child.load();
    return child;
  }

  removeChild<T extends Component>(child: T): T {
    const at = this.#children.indexOf(child);
    if (at >= 0) this.#children.splice(at, 1);
    child.unload();
    return child;
  }

  register(undo: () => unknown): void {
    this.#undo.push(undo);
  }

  registerEvent(ref: EventRef): void {
    this.register(() => ref.source.offref(ref));
  }

  registerDomEvent(
    target: EventTarget,
    type: string,
    listener: EventListener,
    options?: boolean | AddEventListenerOptions,
  ): void {
    target.addEventListener(type, listener, options);
    this.register(() => target.removeEventListener(type, listener, options));
  }

  registerInterval(id: number): number {
    this.register(() => window.clearInterval(id));
    return id;
  }
}
