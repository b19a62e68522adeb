import type { App } from './app';
import { Events } from './events';
import type { TFile } from './files';
import { setIcon } from './icons';
import { MarkdownView, View, type Editor } from './views';

type ViewCreator = (leaf: WorkspaceLeaf) => View;

/** What stands in a leaf with nothing open. */
class EmptyView extends View {
  override getViewType(): string {
    return 'empty';
  }

  override getDisplayText(): string {
    return 'New tab';
  }
}

/** A place for tabs: the middle, or a side dock (a drawer on phones). */
export class WorkspaceSplit extends Events {
  readonly containerEl: HTMLElement;
  readonly leaves: WorkspaceLeaf[] = [];
  readonly tabs: HTMLElement;
  readonly panes: HTMLElement;
  collapsed = false;

  constructor(
    readonly app: App,
    parent: HTMLElement,
    readonly side: 'left' | 'root' | 'right',
  ) {
    super();
    const kind = side === 'root' ? 'mod-vertical mod-root' : `mod-horizontal mod-sidedock mod-${side}-split`;
    this.containerEl = parent.createDiv({ cls: `workspace-split ${kind}` });
    const tabs = this.containerEl.createDiv({ cls: 'workspace-tabs mod-top' });
    this.tabs = tabs
      .createDiv({ cls: 'workspace-tab-header-container' })
      .createDiv({ cls: 'workspace-tab-header-container-inner' });
    this.panes = tabs.createDiv({ cls: 'workspace-tab-container' });
  }

  collapse(): void {
    this.collapsed = true;
    this.containerEl.addClass('is-collapsed');
  }

  expand(): void {
    this.collapsed = false;
    this.containerEl.removeClass('is-collapsed');
  }

  addLeaf(): WorkspaceLeaf {
    const leaf = new WorkspaceLeaf(this.app, this);
    this.leaves.push(leaf);
    this.panes.append(leaf.containerEl);
    this.tabs.append(leaf.tabEl);
    this.select(leaf);
    return leaf;
  }

  select(leaf: WorkspaceLeaf): void {
    for (const other of this.leaves) {
      other.containerEl.toggleClass('is-hidden', other !== leaf);
      other.tabEl.toggleClass('is-active', other === leaf);
    }
  }

  removeLeaf(leaf: WorkspaceLeaf): void {
    const at = this.leaves.indexOf(leaf);
    if (at >= 0) this.leaves.splice(at, 1);
    leaf.containerEl.detach();
    leaf.tabEl.detach();
    const last = this.leaves.at(-1);
    if (last) this.select(last);
  }
}

export class WorkspaceLeaf extends Events {
  view: View;
  readonly containerEl = createDiv({ cls: 'workspace-leaf' });
  readonly tabEl = createDiv({ cls: 'workspace-tab-header tappable' });

  constructor(
    readonly app: App,
    readonly split: WorkspaceSplit,
  ) {
    super();
    this.view = new EmptyView(this);
    this.containerEl.append(this.view.containerEl);
    this.tabEl.addEventListener('click', () => this.app.workspace.setActiveLeaf(this));
  }

  getRoot(): WorkspaceSplit {
    return this.split;
  }

  getViewState(): { type: string; state: Record<string, unknown> } {
    return { type: this.view.getViewType(), state: this.view.getState() };
  }

  get isDeferred(): boolean {
    return false;
  }

  async loadIfDeferred(): Promise<void> {
    await Promise.resolve();
  }

  async setViewState(wanted: { type: string; state?: unknown; active?: boolean }): Promise<void> {
    const create = this.app.workspace.viewCreators.get(wanted.type);
    await this.#put(create ? create(this) : new EmptyView(this), wanted.state ?? {});
    if (wanted.active === true) this.app.workspace.setActiveLeaf(this);
    this.app.workspace.trigger('layout-change');
  }

  async openFile(file: TFile, options: { eState?: unknown; active?: boolean } = {}): Promise<void> {
    let { view } = this;
    if (!(view instanceof MarkdownView)) {
      view = new MarkdownView(this);
      await this.#put(view, {});
    }
    if (view instanceof MarkdownView) await view.open(file);
    this.drawTab();
    if (options.active !== false) this.app.workspace.setActiveLeaf(this);
    view.setEphemeralState(options.eState ?? {});
    this.app.workspace.trigger('file-open', file);
  }

  detach(): void {
    void this.view.close();
    this.split.removeLeaf(this);
    this.app.workspace.forget(this);
    this.app.workspace.trigger('layout-change');
  }

  drawTab(): void {
    this.tabEl.empty();
    const inner = this.tabEl.createDiv({ cls: 'workspace-tab-header-inner' });
    setIcon(inner.createDiv({ cls: 'workspace-tab-header-inner-icon' }), this.view.getIcon());
    inner.createDiv({ cls: 'workspace-tab-header-inner-title', text: this.view.getDisplayText() });
    this.tabEl.setAttr('aria-label', this.view.getDisplayText());
  }

  async #put(view: View, state: unknown): Promise<void> {
    await this.view.close();
    this.view = view;
    this.containerEl.append(view.containerEl);
    this.drawTab();
    await view.show(state);
  }
}

export class Workspace extends Events {
  readonly viewCreators = new Map<string, ViewCreator>();
  readonly containerEl: HTMLElement;
  readonly leftSplit: WorkspaceSplit;
  readonly rootSplit: WorkspaceSplit;
  readonly rightSplit: WorkspaceSplit;
  layoutReady = false;
  /** How often a view asked for its state to be kept. */
  layoutSaves = 0;
  #active: WorkspaceLeaf | null = null;
  #waiting: (() => unknown)[] = [];

  constructor(
    readonly app: App,
    parent: HTMLElement,
  ) {
    super();
    this.containerEl = parent;
    this.leftSplit = new WorkspaceSplit(app, parent, 'left');
    this.rootSplit = new WorkspaceSplit(app, parent, 'root');
    this.rightSplit = new WorkspaceSplit(app, parent, 'right');
  }

  readonly requestSaveLayout = (): void => {
    this.layoutSaves += 1;
  };

  onLayoutReady(run: () => unknown): void {
    if (this.layoutReady) run();
    else this.#waiting.push(run);
  }

  becomeReady(): void {
    this.layoutReady = true;
    for (const run of this.#waiting.splice(0)) run();
  }

  getLeaf(newLeaf: string | boolean = false): WorkspaceLeaf {
    const reusable = this.#active?.split === this.rootSplit ? this.#active : this.rootSplit.leaves.at(-1);
    return newLeaf === false && reusable ? reusable : this.rootSplit.addLeaf();
  }

  async ensureSideLeaf(
    type: string,
    side: 'left' | 'right',
    options: { active?: boolean; reveal?: boolean; state?: unknown } = {},
  ): Promise<WorkspaceLeaf> {
    const split = side === 'left' ? this.leftSplit : this.rightSplit;
    const known = split.leaves.find((leaf) => leaf.view.getViewType() === type);
    const leaf = known ?? split.addLeaf();
    if (!known) await leaf.setViewState({ type, state: options.state });
    if (options.reveal !== false) await this.revealLeaf(leaf);
    if (options.active !== false) this.setActiveLeaf(leaf);
    return leaf;
  }

  async revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
    await Promise.resolve();
    leaf.split.expand();
    leaf.split.select(leaf);
  }

  setActiveLeaf(leaf: WorkspaceLeaf): void {
    leaf.split.select(leaf);
    if (this.#active === leaf) return;
    this.#active = leaf;
    this.trigger('active-leaf-change', leaf);
  }

  getActiveViewOfType<T extends View>(type: abstract new (...args: never[]) => T): T | null {
    return this.#active?.view instanceof type ? this.#active.view : null;
  }

  getActiveFile(): TFile | null {
    const leaf = this.#active?.split === this.rootSplit ? this.#active : this.rootSplit.leaves.at(-1);
    return leaf?.view instanceof MarkdownView ? leaf.view.file : null;
  }

  /** For tests: the editor that a person would see. */
  getActiveEditor(): Editor | null {
    const leaf = this.#active?.split === this.rootSplit ? this.#active : this.rootSplit.leaves.at(-1);
    return leaf?.view instanceof MarkdownView ? leaf.view.editor : null;
  }

  getLeavesOfType(type: string): WorkspaceLeaf[] {
    return this.#leaves().filter((leaf) => leaf.view.getViewType() === type);
  }

  detachLeavesOfType(type: string): void {
    for (const leaf of this.getLeavesOfType(type)) leaf.detach();
  }

  iterateAllLeaves(visit: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of this.#leaves()) visit(leaf);
  }

  async openLinkText(link: string, source: string, newLeaf: string | boolean = false): Promise<void> {
    const path = link.split('#')[0] ?? link;
    const file = this.app.metadataCache.getFirstLinkpathDest(path, source);
    if (file) await this.getLeaf(newLeaf).openFile(file);
  }

  forget(leaf: WorkspaceLeaf): void {
    if (this.#active === leaf) this.#active = null;
  }

  /** The app closes the views of a plugin that is turned off: its leaves show «empty» in their place. */
  dropViewType(type: string): void {
    this.viewCreators.delete(type);
    this.detachLeavesOfType(type);
  }

  #leaves(): WorkspaceLeaf[] {
    return [this.leftSplit, this.rootSplit, this.rightSplit].flatMap((split) => split.leaves);
  }
}
