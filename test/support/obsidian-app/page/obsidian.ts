/** The module that the app gives to plugins as `obsidian`: what this project uses of it. */
export { App } from './app';
export { Component } from './component';
export { Events } from './events';
export { Menu, Notice, ProgressBarComponent, setTooltip } from './feedback';
export { TAbstractFile, TFile, TFolder } from './files';
export { getIcon, setIcon } from './icons';
export { Plugin } from './plugin';
export { ItemView, MarkdownView, View } from './views';
export { WorkspaceLeaf } from './workspace';

/** The app's spelling of a path: one slash between parts, none at the ends, no non-breaking space, NFC. */
export function normalizePath(path: string): string {
  const parts = path.replace(/[\u00a0\u202f]/g, ' ').split(/[\\/]+/);
  return (
    parts
      .filter((part) => part !== '')
      .join('/')
      .normalize('NFC') || '/'
  );
}

/** Set by the page before a plugin is loaded. */
export const Platform = {
  isDesktop: true,
  isMobile: false,
  isDesktopApp: true,
  isMobileApp: false,
  isPhone: false,
  isTablet: false,
  isMacOS: false,
};

export const Keymap = {
  /** Where a click or key with a modifier opens something: in a new tab. */
  isModEvent(event: MouseEvent | KeyboardEvent): false | 'tab' {
    const middle = event instanceof MouseEvent && event.button === 1;
    return event.ctrlKey || event.metaKey || middle ? 'tab' : false;
  },
  isModifier(event: MouseEvent | KeyboardEvent, modifier: string): boolean {
    return modifier === 'Mod' && (event.ctrlKey || event.metaKey);
  },
};
