/**
 * A text from the core with its `code` set as code. Its direction is its own: an English message stays readable in a
 * right-to-left interface, and stands where that interface begins its lines.
 */
export function createMarkedText(parent: HTMLElement, cls: string, text: string): void {
  const element = parent.createDiv({ cls: [cls, 'hermes-text'] }).createSpan({ attr: { dir: 'auto' } });
  const parts = text.split('`');
  // An odd number of backticks: they mean themselves.
  if (parts.length % 2 === 0) {
    element.setText(text);
    return;
  }
  parts.forEach((part, at) => {
    if (at % 2 === 1) element.createEl('code', { text: part });
    else element.appendText(part);
  });
}
