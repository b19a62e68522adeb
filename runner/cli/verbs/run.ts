import { UsageError, type Verb } from '../verb';

export const run: Verb = {
  name: 'run',
  summary: 'Run a chain of roles on the vault',
  examples: [{ command: 'hermesh run nightly --dry-run', does: 'show what tonight would find and write' }],
  json: true,
  configure(command) {
    command.argument('<chain>', 'nightly, weekly or compact');
  },
  run() {
    throw new UsageError('no chain runs yet; this verb is being built');
  },
};
