import type { App } from './app';
import { Component } from './component';
import type { TFile } from './files';
import { setIcon } from './icons';
import type { WorkspaceLeaf } from './workspace';

export abstract class View extends Component {
  readonly app: App;
  icon = '';
  navigation = true;
  readonly containerEl: HTMLElement;
  scope = null;

  constructor(readonly leaf: WorkspaceLeaf) {
    super();
    this.app = leaf.app;
    this.containerEl = createDiv({ cls: 'workspace-leaf-content' });
  }

  abstract getViewType(): string;
  abstract getDisplayText(): string;

  getIcon(): string {
    return this.icon;
  }

  getState(): Record<string, unknown> {
    return {};
  }

  async setState(_state: unknown): Promise<void> {
    await Promise.resolve();
  }

  getEphemeralState(): Record<string, unknown> {
    return {};
  }

  setEphemeralState(_state: unknown): void {}

  onResize(): void {}

  onPaneMenu(): void {}

  /** For the leaf. */
  async show(state: unknown): Promise<void> {
    this.containerEl.setAttr('data-type', this.getViewType());
    this.containerEl.querySelector('.view-header-title')?.setText(this.getDisplayText());
    this.load();
    await this.onOpen();
    await this.setState(state);
  }

  /** For the leaf. */
  async close(): Promise<void> {
    await this.onClose();
    this.unload();
    this.containerEl.detach();
  }

  protected async onOpen(): Promise<void> {
    await Promise.resolve();
  }

  protected async onClose(): Promise<void> {
    await Promise.resolve();
  }
}

export abstract class ItemView extends View {
  readonly contentEl: HTMLElement;
  readonly #actions: HTMLElement;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    const header = this.containerEl.createDiv({ cls: 'view-header' });
    header
      .createDiv({ cls: 'view-header-title-container mod-at-start' })
      .createDiv({ cls: 'view-header-title' });
    this.#actions = header.createDiv({ cls: 'view-actions' });
    this.contentEl = this.containerEl.createDiv({ cls: 'view-content' });
  }

  addAction(icon: string, title: string, run: (event: MouseEvent) => unknown): HTMLElement {
    const button = this.#actions.createEl('button', {
      cls: 'clickable-icon view-action',
      attr: { 'aria-label': title },
    });
    setIcon(button, icon);
    button.addEventListener('click', run);
    return button;
  }
}

interface Position {
  line: number;
  ch: number;
}

/** Just enough of an editor to see where the app was asked to go. */
export class Editor {
  from: Position = { line: 0, ch: 0 };
  to: Position = { line: 0, ch: 0 };

  constructor(private readonly owner: MarkdownView) {}

  getCursor(side: 'from' | 'to' = 'to'): Position {
    return side === 'from' ? this.from : this.to;
  }

  setCursor(position: Position): void {
    this.setSelection(position, position);
  }

  getValue(): string {
    return this.owner.data;
  }

  getSelection(): string {
    return this.owner.data.slice(this.posToOffset(this.from), this.posToOffset(this.to));
  }

  setSelection(anchor: Position, head: Position = anchor): void {
    this.from = anchor;
    this.to = head;
    this.owner.draw();
  }

  posToOffset(position: Position): number {
    const lines = this.owner.data.split('\n').slice(0, position.line);
    return lines.reduce((sum, line) => sum + line.length + 1, 0) + position.ch;
  }

  offsetToPos(offset: number): Position {
    const before = this.owner.data.slice(0, offset).split('\n');
    return { line: before.length - 1, ch: before.at(-1)?.length ?? 0 };
  }

  scrollIntoView(): void {
    this.owner.draw();
  }

  focus(): void {
    this.owner.contentEl.querySelector<HTMLElement>('.cm-content')?.focus();
  }
}

export class MarkdownView extends ItemView {
  file: TFile | null = null;
  data = '';
  readonly editor = new Editor(this);

  override getViewType(): string {
    return 'markdown';
  }

  override getDisplayText(): string {
    return this.file?.basename ?? '';
  }

  override getIcon(): string {
    return 'file-text';
  }

  async open(file: TFile): Promise<void> {
    this.file = file;
    this.data = await this.app.vault.cachedRead(file);
    this.containerEl.querySelector('.view-header-title')?.setText(file.basename);
    this.draw();
  }

  override setEphemeralState(state: unknown): void {
    if (typeof state !== 'object' || state === null || !('line' in state)) return;
    if (typeof state.line === 'number') this.editor.setCursor({ line: state.line, ch: 0 });
  }

  draw(): void {
    this.contentEl.empty();
    const source = this.contentEl.createDiv({ cls: 'markdown-source-view cm-s-obsidian mod-cm6' });
    const content = source.createDiv({
      cls: 'cm-content',
      attr: { role: 'textbox', 'aria-label': this.getDisplayText(), 'aria-multiline': true, tabindex: 0 },
    });
    const { from, to } = this.editor;
    this.data.split('\n').forEach((text, line) => {
      const row = content.createDiv({ cls: 'cm-line' });
      if (/^#+ /.test(text)) row.addClass('HyperMD-header');
      if (line !== from.line || line !== to.line) {
        row.setText(text);
        return;
      }
      row.addClass('cm-active');
      row.appendText(text.slice(0, from.ch));
      if (to.ch > from.ch)
        row.createSpan({ cls: 'cm-selectionBackground', text: text.slice(from.ch, to.ch) });
      row.appendText(text.slice(to.ch));
      row.scrollIntoView({ block: 'nearest' });
    });
  }
}
