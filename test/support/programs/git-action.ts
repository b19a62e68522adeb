// Commits or pulls in a vault and dies at the step that it is told; a step is a call of git (counted by a wrapper in
// front of the program, see killed.test.ts) or a change to the repository's or the state's files.
// Usage: git-action.mjs VAULT STATE COUNTER DIES_AT (pull | REQUEST as JSON)
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { nodeStateFs } from '../../../runner/adapters/node-state-fs';
import { systemCalls } from '../../../runner/adapters/system-calls';
import { systemGit } from '../../../runner/adapters/system-git';
import type { CommitRequest } from '../../../src/core/ports';
import { fixedClock } from '../fixed-clock';

const [vault = '', state = '', counter = '', diesAt = '', action = ''] = process.argv.slice(2);
const { appendFileSync, statSync, writeFileSync } = fs;

function step(): void {
  appendFileSync(counter, 'x');
  if (statSync(counter).size !== Number(diesAt)) return;
  writeFileSync(`${counter}.ended`, '');
  process.kill(process.pid, 'SIGKILL');
}

for (const name of ['link', 'rename', 'unlink', 'copyFile'] as const) {
  const real: (...args: never[]) => Promise<unknown> = fs.promises[name];
  Object.assign(fs.promises, {
    [name]: (...args: never[]) => {
      step();
      return Reflect.apply(real, fs.promises, args);
    },
  });
}
syncBuiltinESMExports();
const calls = {
  ...systemCalls,
  renameSync: (...args: Parameters<typeof systemCalls.renameSync>) => {
    step();
    systemCalls.renameSync(...args);
  },
  unlinkSync: (...args: Parameters<typeof systemCalls.unlinkSync>) => {
    step();
    systemCalls.unlinkSync(...args);
  },
};

const git = systemGit(vault, {
  state: nodeStateFs(state, calls),
  clock: fixedClock(),
  env: process.env,
  remote: 'origin',
});
const outcome = action === 'pull' ? await git.pull() : await git.commit(JSON.parse(action) as CommitRequest);
process.stdout.write(JSON.stringify(outcome));
