// Applies the changeset of `killed-apply.ts` and dies at the system call that it is told, or goes to and fro until
// it is killed. Usage: apply.mjs ROOT STATE FILES (DIES_AT | forever)
import { applyOnDisk, crossing, reversed } from '../killed-apply';
import { mortalCalls } from '../mortal-calls';

const [root = '', state = '', files = '', mode = ''] = process.argv.slice(2);
const { edits } = crossing(Number(files));

if (mode === 'forever') {
  process.stdout.write('ready\n');
  const ways = [edits, reversed(edits)];
  for (;;) {
    for (const way of ways) {
      const outcome = await applyOnDisk(root, state, way);
      if (!outcome.ok || outcome.left.length > 0) throw new Error(JSON.stringify(outcome));
    }
  }
}

const { calls, count } = mortalCalls(Number(mode), () => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('outlived its own death');
});
const outcome = await applyOnDisk(root, state, edits, calls);
process.stdout.write(JSON.stringify({ ok: outcome.ok, left: outcome.left, count: count() }));
