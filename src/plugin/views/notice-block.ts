import { setIcon } from 'obsidian';

interface NoticeBlock {
  readonly icon: string;
  readonly kind: 'calm' | 'fault';
  readonly title: string;
  readonly text: string;
  /** Set apart, in the editor's fixed-width type. */
  readonly lines?: readonly string[];
  readonly hint?: string;
  readonly button?: { readonly label: string; readonly run: () => void };
}

/** What stands where the list would be: nothing found, nothing to look at, or something wrong. */
export function drawNoticeBlock(parent: HTMLElement, block: NoticeBlock): void {
  const element = parent.createDiv({ cls: ['hermes-block', `mod-${block.kind}`] });
  const icon = element.createDiv({ cls: 'hermes-block-icon', attr: { 'aria-hidden': true } });
  setIcon(icon, block.icon);
  element.createDiv({ cls: 'hermes-block-title', text: block.title });
  element.createDiv({ cls: 'hermes-block-text', text: block.text });
  if (block.lines) {
    const list = element.createEl('ul', { cls: 'hermes-block-lines' });
    for (const line of block.lines) list.createEl('li', { text: line });
  }
  if (block.hint !== undefined) element.createDiv({ cls: 'hermes-block-hint', text: block.hint });
  const { button } = block;
  if (!button) return;
  element.createEl('button', { text: button.label }).addEventListener('click', () => button.run());
}
