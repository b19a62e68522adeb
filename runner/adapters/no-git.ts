import type { Git, GitState } from '../../src/core/ports';

/** Git for a vault that is served without it: everything is written and nothing is committed. */
export function noGit(why: Extract<GitState, { kind: 'none' }>): Git {
  return {
    state: () => Promise.resolve(why),
    headText: () => Promise.resolve(null),
    showCommit: () => Promise.resolve(null),
    check: (files) =>
      Promise.resolve(
        files.map(({ path }) => ({ path, can: 'leave-out', why: 'no-repository', message: why.message })),
      ),
    commit: () => Promise.resolve({ outcome: 'refused', message: why.message }),
    recover: () => Promise.resolve([]),
    pull: () => Promise.resolve({ outcome: 'off' }),
    push: () => Promise.resolve({ outcome: 'off' }),
  };
}
