import { STRINGS } from '../strings';

/** A thin line that says how far a look at the vault has come; with words where there is nothing else to see. */
export class ProgressLine {
  readonly #bar: HTMLElement;
  readonly #done: HTMLElement;
  readonly #text: HTMLElement;
  readonly #count: HTMLElement;

  constructor(parent: HTMLElement) {
    const line = parent.createDiv({ cls: 'hermes-progress' });
    this.#bar = line.createDiv({
      cls: 'hermes-progress-bar',
      attr: { role: 'progressbar', 'aria-label': STRINGS.checking, 'aria-valuemin': 0, 'aria-valuemax': 100 },
    });
    this.#done = this.#bar.createDiv({ cls: 'hermes-progress-done' });
    this.#text = line.createDiv({ cls: 'hermes-progress-text' });
    this.#text.createSpan({ text: STRINGS.checking });
    this.#count = this.#text.createSpan();
    this.hide();
  }

  show(done: number, total: number, inWords: boolean): void {
    const share = total === 0 ? 0 : Math.round((done / total) * 100);
    this.#bar.show();
    this.#bar.setAttr('aria-valuenow', share);
    this.#done.setCssProps({ '--hermes-progress': `${String(share)}%` });
    this.#text.toggle(inWords);
    this.#count.setText(total === 0 ? '' : STRINGS.progress(done, total));
  }

  hide(): void {
    this.#bar.hide();
    this.#text.hide();
  }
}
