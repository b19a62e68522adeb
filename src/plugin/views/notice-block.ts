import { setIcon } from 'obsidian';
import { createMarkedText } from './marked-text';

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
  createMarkedText(element, 'hermes-block-title', block.title);
  createMarkedText(element, 'hermes-block-text', block.text);
  if (block.lines) {
    const list = element.createEl('ul', { cls: 'hermes-block-lines' });
    for (const line of block.lines) list.createEl('li', { text: line, attr: { dir: 'auto' } });
  }
  if (block.hint !== undefined) createMarkedText(element, 'hermes-block-hint', block.hint);
  const { button } = block;
  if (!button) return;
  element.createEl('button', { text: button.label }).addEventListener('click', () => button.run());
}
