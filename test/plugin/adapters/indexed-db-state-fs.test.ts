import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { StateError } from '../../../src/core/ports';
import { indexedDbStateFs } from '../../../src/plugin/adapters/indexed-db-state-fs';
import { stateFsContract } from '../../support/contracts/state-fs-contract';

stateFsContract('IndexedDB', async () => Promise.resolve(indexedDbStateFs(new IDBFactory(), 'vault')));

describe('IndexedDB', () => {
  it('keeps what was written when the connection is closed and opened again', async () => {
    const factory = new IDBFactory();
    const first = indexedDbStateFs(factory, 'vault');
    await first.write('k', Uint8Array.of(1, 2));
    first.close();
    expect(await first.read('k')).toEqual(Uint8Array.of(1, 2));
    first.close();
    expect(await indexedDbStateFs(factory, 'vault').read('k')).toEqual(Uint8Array.of(1, 2));
  });

  it('keeps two vaults apart', async () => {
    const factory = new IDBFactory();
    await indexedDbStateFs(factory, 'one').write('k', Uint8Array.of(1));
    expect(await indexedDbStateFs(factory, 'two').read('k')).toBeNull();
  });

  it('says what failed, and tries again at the next call', async () => {
    const factory = new IDBFactory();
    // A newer version of the database: opening it as version 1 fails.
    await new Promise((done) => {
      factory.open('vault', 2).onsuccess = (event) => {
        (event.target as IDBOpenDBRequest).result.close();
        done(undefined);
      };
    });
    const state = indexedDbStateFs(factory, 'vault');
    await expect(state.read('k')).rejects.toThrow(StateError);
    await expect(state.read('k')).rejects.toThrow(/could not be opened/);
    factory.deleteDatabase('vault');
    expect(await state.read('k')).toBeNull();
  });
});
