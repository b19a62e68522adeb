import { Component } from './component';
import { setIcon } from './icons';

const NOTICE_MS = 4000;

/** A message in the corner. Duration 0 stays until it is clicked. */
export class Notice {
  readonly containerEl: HTMLElement;
  readonly messageEl: HTMLElement;

  constructor(message: string | DocumentFragment, duration = NOTICE_MS) {
    const list = activeDocument.querySelector('.notice-container');
    this.containerEl = createDiv({ cls: 'notice' });
    this.messageEl = this.containerEl.createDiv({ cls: 'notice-message' });
    list?.append(this.containerEl);
    this.setMessage(message);
    this.containerEl.addEventListener('click', () => this.hide());
    if (duration > 0) window.setTimeout(() => this.hide(), duration);
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.setText(message);
    return this;
  }

  hide(): void {
    this.containerEl.detach();
  }
}

class MenuItem {
  readonly dom: HTMLElement;
  readonly #icon: HTMLElement;
  readonly #title: HTMLElement;
  run: (event: MouseEvent | KeyboardEvent) => unknown = () => undefined;

  constructor(menu: HTMLElement) {
    this.dom = menu.createDiv({ cls: 'menu-item tappable', attr: { role: 'menuitem', tabindex: -1 } });
    this.#icon = this.dom.createDiv({ cls: 'menu-item-icon' });
    this.#title = this.dom.createDiv({ cls: 'menu-item-title' });
  }

  setTitle(title: string | DocumentFragment): this {
    this.#title.setText(title);
    return this;
  }

  setIcon(icon: string | null): this {
    if (icon !== null) setIcon(this.#icon, icon);
    return this;
  }

  setChecked(checked: boolean | null): this {
    this.dom.toggleClass('mod-checked', checked === true);
    this.dom.setAttr('aria-checked', checked === true);
    return this;
  }

  setSection(section: string): this {
    this.dom.dataset['section'] = section;
    return this;
  }

  onClick(run: (event: MouseEvent | KeyboardEvent) => unknown): this {
    this.run = run;
    return this;
  }
}

/** A context menu; one stands at a time. */
export class Menu extends Component {
  readonly #dom = createDiv({ cls: 'menu', attr: { role: 'menu' } });

  addItem(build: (item: MenuItem) => unknown): this {
    const item = new MenuItem(this.#dom);
    build(item);
    item.dom.addEventListener('click', (event) => {
      this.hide();
      item.run(event);
    });
    return this;
  }

  addSeparator(): this {
    this.#dom.createDiv({ cls: 'menu-separator' });
    return this;
  }

  showAtMouseEvent(event: MouseEvent): this {
    return this.showAtPosition({ x: event.clientX, y: event.clientY });
  }

  showAtPosition(position: { x: number; y: number }): this {
    activeDocument.querySelectorAll('.menu').forEach((other) => other.detach());
    activeDocument.body.append(this.#dom);
    const x = Math.min(position.x, activeWindow.innerWidth - this.#dom.offsetWidth - 4);
    this.#dom.setCssStyles({ left: `${String(x)}px`, top: `${String(position.y)}px` });
    return this;
  }

  hide(): this {
    this.#dom.detach();
    return this;
  }
}

export class ProgressBarComponent {
  readonly #bar: HTMLElement;
  #value = 0;

  constructor(container: HTMLElement) {
    this.#bar = container
      .createDiv({ cls: 'setting-progress-bar' })
      .createDiv({ cls: 'setting-progress-bar-inner' });
  }

  getValue(): number {
    return this.#value;
  }

  setValue(value: number): this {
    this.#value = value;
    this.#bar.setCssStyles({ width: `${String(value)}%` });
    return this;
  }
}

/** The app shows `aria-label` as a tooltip. */
export function setTooltip(element: HTMLElement, tooltip: string): void {
  element.setAttr('aria-label', tooltip);
}
