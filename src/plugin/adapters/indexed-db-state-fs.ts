import { StateError, type StateFs } from '../../core/ports';

const STORE = 'state';

/** State of this device for this vault in IndexedDB, which never travels with the vault. */
export interface DeviceState extends StateFs {
  /** Ends the connection; the next call opens a new one. */
  close(): void;
}

/** `name` tells this vault from the others: all vaults of an installation share one IndexedDB. */
export function indexedDbStateFs(factory: IDBFactory, name: string): DeviceState {
  let opened: Promise<IDBDatabase> | null = null;

  async function database(): Promise<IDBDatabase> {
    opened ??= open(factory, name);
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  }

  /** Resolves when the transaction is on disk, not when its request is answered. */
  async function inTransaction<T>(
    mode: IDBTransactionMode,
    what: string,
    ask: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const db = await database();
    return new Promise<T>((resolve, reject) => {
      const fail = (cause: unknown): void => reject(stateError(what, cause));
      try {
        const transaction = db.transaction(STORE, mode, { durability: 'strict' });
        const request = ask(transaction.objectStore(STORE));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = () => fail(transaction.error);
        transaction.onabort = () => fail(transaction.error);
      } catch (cause) {
        fail(cause);
      }
    });
  }

  return {
    async read(key) {
      const found = await inTransaction<unknown>('readonly', `read ${key}`, (store) => store.get(key));
      return found instanceof Uint8Array ? found : null;
    },
    async write(key, bytes) {
      await inTransaction('readwrite', `write ${key}`, (store) => store.put(new Uint8Array(bytes), key));
    },
    async remove(key) {
      await inTransaction('readwrite', `remove ${key}`, (store) => store.delete(key));
    },
    async list(prefix) {
      const keys = await inTransaction('readonly', 'list keys', (store) => store.getAllKeys());
      return keys
        .filter((key) => typeof key === 'string')
        .filter((key) => key.startsWith(prefix))
        .sort();
    },
    close() {
      const closing = opened;
      opened = null;
      void closing?.then(
        (db) => db.close(),
        () => undefined,
      );
    },
  };
}

function open(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    let request: IDBOpenDBRequest;
    try {
      request = factory.open(name, 1);
    } catch (cause) {
      // Private windows and full disks refuse at once.
      reject(stateError('be opened', cause));
      return;
    }
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(stateError('be opened', request.error));
    request.onblocked = () => reject(stateError('be opened', null));
  });
}

function stateError(what: string, cause: unknown): StateError {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new StateError(
    `The app's storage on this device could not ${what}${why}. Free some space, then restart the app.`,
  );
}
