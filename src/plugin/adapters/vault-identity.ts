import type { App } from 'obsidian';

const KEY = 'hermes-harness-state';

/**
 * Name of this vault's database on this device. The app keeps its local storage per vault and never syncs it; its
 * IndexedDB is one for all vaults, and two vaults may have the same name.
 */
export function stateDatabaseName(app: App): string {
  const kept: unknown = app.loadLocalStorage(KEY);
  if (typeof kept === 'string' && kept !== '') return kept;
  const name = `hermes-harness-${window.crypto.randomUUID()}`;
  app.saveLocalStorage(KEY, name);
  return name;
}
