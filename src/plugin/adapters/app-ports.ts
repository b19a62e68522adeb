import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Notice } from 'obsidian';
import type { Clock, Hash, Notifier } from '../../core/ports';

/** The clock of the app's machine. */
export const appClock: Clock = {
  now: () => Date.now(),
  zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** Web Crypto hashes asynchronously only, and ids are needed in the middle of pure functions. */
export const appHash: Hash = {
  sha256: (data) => bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data)),
};

/** Shows a message as the app's own notice. */
export const noticeNotifier: Notifier = {
  notify(message) {
    new Notice(message);
  },
};
