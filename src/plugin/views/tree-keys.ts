interface TreeItem {
  readonly run: (event: KeyboardEvent) => void;
  /** Null for an item that has nothing to open. */
  readonly setOpen: ((open: boolean) => void) | null;
}

/**
 * Moving through a tree by keyboard, as the ARIA practices for trees say: one item is in the tab order; arrow keys,
 * Home and End move, left and right close and open, Enter and space do what a click does.
 */
export class TreeKeys {
  readonly #items = new Map<HTMLElement, TreeItem>();

  constructor(private readonly tree: HTMLElement) {
    tree.addEventListener('keydown', (event) => this.#pressed(event));
    tree.addEventListener('focusin', (event) => {
      const item = [...this.#items.keys()].find((element) => element === event.target);
      if (item) this.#makeCurrent(item);
    });
  }

  add(element: HTMLElement, item: TreeItem): void {
    element.tabIndex = this.#items.size === 0 ? 0 : -1;
    this.#items.set(element, item);
  }

  /** Redraws, then puts focus and the current item back by their `data-key`. */
  keepFocus(redraw: () => void): void {
    const current = [...this.#items.keys()].find((element) => element.tabIndex === 0);
    const key = current?.dataset['key'];
    const index = current ? [...this.#items.keys()].indexOf(current) : 0;
    const hadFocus = this.tree.contains(this.tree.doc.activeElement);
    this.#items.clear();
    redraw();
    const items = [...this.#items.keys()];
    const next =
      items.find((element) => element.dataset['key'] === key) ?? items[Math.min(index, items.length - 1)];
    if (!next) return;
    this.#makeCurrent(next);
    if (hadFocus) next.focus({ preventScroll: true });
  }

  #makeCurrent(current: HTMLElement): void {
    for (const element of this.#items.keys()) element.tabIndex = element === current ? 0 : -1;
  }

  #pressed(event: KeyboardEvent): void {
    const items = [...this.#items.keys()];
    const at = items.findIndex((element) => element === event.target);
    const element = items[at];
    const item = element && this.#items.get(element);
    if (!element || !item) return;
    if (this.#act(event, element, item, items, at)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Whether the key meant something here. */
  #act(
    event: KeyboardEvent,
    element: HTMLElement,
    item: TreeItem,
    items: readonly HTMLElement[],
    at: number,
  ): boolean {
    const isOpen = element.getAttr('aria-expanded') === 'true';
    // In a right-to-left interface the arrows mean the other way round.
    const leftToRight = element.win.getComputedStyle(element).direction === 'ltr';
    switch (event.key) {
      case 'ArrowDown':
        items[at + 1]?.focus();
        return true;
      case 'ArrowUp':
        items[at - 1]?.focus();
        return true;
      case 'Home':
        items[0]?.focus();
        return true;
      case 'End':
        items.at(-1)?.focus();
        return true;
      case 'ArrowRight':
      case 'ArrowLeft':
        if ((event.key === 'ArrowRight') === leftToRight) {
          if (item.setOpen === null) return false;
          if (isOpen) items[at + 1]?.focus();
          else item.setOpen(true);
        } else if (isOpen) item.setOpen?.(false);
        else this.#parentOf(items, at)?.focus();
        return true;
      case 'Enter':
      case ' ':
        item.run(event);
        return true;
      default:
        return false;
    }
  }

  #parentOf(items: readonly HTMLElement[], at: number): HTMLElement | undefined {
    return items.slice(0, at).findLast((element) => element.getAttr('aria-level') === '1');
  }
}
