import { Keymap, setIcon } from 'obsidian';
import { STRINGS } from '../strings';
import type { Group, Place, Row } from './group-findings';
import { createMarkedText } from './marked-text';
import { createSeverityIcon } from './severity-icon';
import { TreeKeys } from './tree-keys';

/** Rows drawn at once in an open group; a button draws as many more. */
const PAGE = 200;

/** What the tree asks of its view. */
export interface TreeActions {
  open(place: Place, newTab: boolean): void;
  /** The person opened or closed a group. */
  toggled(groupKey: string, open: boolean): void;
}

/** The list of findings as a tree of two levels, in the app's own classes. */
export class FindingsTree {
  readonly #element: HTMLElement;
  readonly #keys: TreeKeys;
  #groups: readonly Group[] = [];
  #isOpen: (group: Group) => boolean = () => false;
  /** Pages shown of a group that has more than one. */
  readonly #pages = new Map<string, number>();

  constructor(
    parent: HTMLElement,
    private readonly actions: TreeActions,
  ) {
    this.#element = parent.createDiv({
      cls: 'hermes-tree',
      attr: { role: 'tree', 'aria-label': STRINGS.list },
    });
    this.#keys = new TreeKeys(this.#element);
  }

  /** Draws the groups; focus and scroll position stay where they are if what they were at still exists. */
  render(groups: readonly Group[], isOpen: (group: Group) => boolean): void {
    this.#groups = groups;
    this.#isOpen = isOpen;
    this.#redraw();
  }

  #redraw(): void {
    this.#keys.keepFocus(() => {
      this.#element.empty();
      this.#groups.forEach((group, index) => this.#drawGroup(group, index));
    });
  }

  #drawGroup(group: Group, index: number): void {
    const open = this.#isOpen(group);
    const item = this.#element.createDiv({
      cls: ['tree-item', 'hermes-group'],
      attr: { role: 'none' },
    });
    item.toggleClass('is-collapsed', !open);
    item.toggleClass('hermes-apart', group.apart);
    const self = item.createDiv({
      cls: 'tree-item-self is-clickable mod-collapsible',
      attr: {
        role: 'treeitem',
        'aria-level': 1,
        'aria-expanded': open,
        'aria-setsize': this.#groups.length,
        'aria-posinset': index + 1,
        'data-key': group.key,
      },
    });
    if (group.hint !== '') self.setAttr('title', group.hint);
    const arrow = self.createDiv({ cls: 'tree-item-icon collapse-icon', attr: { 'aria-hidden': true } });
    arrow.toggleClass('is-collapsed', !open);
    setIcon(arrow, 'right-triangle');
    createSeverityIcon(self, group.severity);
    const inner = self.createDiv({ cls: 'tree-item-inner' });
    inner.createSpan({ cls: 'tree-item-inner-text', text: group.title, attr: { dir: 'auto' } });
    if (group.context !== '')
      inner.createSpan({ cls: 'hermes-context', text: group.context, attr: { dir: 'auto' } });
    self
      .createDiv({ cls: 'tree-item-flair-outer' })
      .createSpan({ cls: 'tree-item-flair', text: group.rows.length.toLocaleString('en') });
    const toggle = (): void => this.#toggle(group, !this.#isOpen(group));
    self.addEventListener('click', toggle);
    this.#keys.add(self, { run: toggle, setOpen: (wanted) => this.#toggle(group, wanted) });
    if (open) this.#drawRows(item.createDiv({ cls: 'tree-item-children', attr: { role: 'group' } }), group);
  }

  #drawRows(parent: HTMLElement, group: Group): void {
    const shown = group.rows.slice(0, PAGE * (this.#pages.get(group.key) ?? 1));
    shown.forEach((row, index) => this.#drawRow(parent, row, index, group.rows.length));
    const left = group.rows.length - shown.length;
    if (left === 0) return;
    const more = this.#item(parent, `${group.key} more`, shown.length, group.rows.length);
    more.addClass('hermes-more');
    more.createDiv({ cls: 'tree-item-inner', text: STRINGS.showMore(Math.min(left, PAGE)) });
    const show = (): void => {
      this.#pages.set(group.key, (this.#pages.get(group.key) ?? 1) + 1);
      this.#redraw();
    };
    more.addEventListener('click', show);
    this.#keys.add(more, { run: show, setOpen: null });
  }

  #drawRow(parent: HTMLElement, row: Row, index: number, size: number): void {
    const self = this.#item(parent, row.key, index, size);
    if (row.severity !== null) createSeverityIcon(self, row.severity);
    const inner = self.createDiv({ cls: 'tree-item-inner' });
    createMarkedText(inner, 'hermes-message', row.text);
    if (row.where !== '') createMarkedText(inner, 'hermes-where', row.where);
    const open = (event: MouseEvent | KeyboardEvent): void =>
      this.actions.open(row.place, Keymap.isModEvent(event) !== false);
    self.addEventListener('click', open);
    self.addEventListener('auxclick', (event) => {
      if (event.button === 1) open(event);
    });
    this.#keys.add(self, { run: open, setOpen: null });
  }

  #item(parent: HTMLElement, key: string, index: number, size: number): HTMLElement {
    return parent.createDiv({ cls: 'tree-item', attr: { role: 'none' } }).createDiv({
      cls: 'tree-item-self is-clickable',
      attr: {
        role: 'treeitem',
        'aria-level': 2,
        'aria-setsize': size,
        'aria-posinset': index + 1,
        'data-key': key,
      },
    });
  }

  #toggle(group: Group, open: boolean): void {
    if (open !== this.#isOpen(group)) this.actions.toggled(group.key, open);
  }
}
