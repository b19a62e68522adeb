// Takes and lets go of a lock. Usage: lock.mjs FOLDER (hold | ROUNDS)
//   hold     prints `held` and waits to be killed, or `busy …` and ends
//   ROUNDS   as often as it gets the lock, makes a file that only one process can make at a time, and removes it
import { closeSync, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from '../../../runner/adapters/home-lock';

const [folder = '', mode = ''] = process.argv.slice(2);

if (mode === 'hold') {
  const lock = await acquireLock(folder, 'home', 'hermesh run nightly');
  process.stdout.write(lock.held ? 'held\n' : `busy ${lock.holder}\n`);
  if (lock.held) setInterval(() => undefined, 1000);
} else {
  const alone = join(folder, 'only-one');
  let held = 0;
  let doubles = 0;
  for (let round = 0; round < Number(mode); round++) {
    const lock = await acquireLock(folder, 'home', 'contender');
    if (!lock.held) continue;
    held++;
    try {
      closeSync(openSync(alone, 'wx'));
      unlinkSync(alone);
    } catch {
      doubles++;
    }
    await lock.release();
  }
  process.stdout.write(JSON.stringify({ held, doubles }));
}
