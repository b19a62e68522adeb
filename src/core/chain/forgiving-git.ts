import { GitError, type Git } from '../ports';

/** The answer, or what `otherwise` makes of git's own line where it failed in a way that no outcome names. */
async function forgiven<Answer>(
  work: () => Promise<Answer>,
  otherwise: (message: string) => Answer,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitError) return otherwise(error.message);
    throw error;
  }
}

/** Git for a night: a damaged repository costs the night its commits and not its work. */
export function forgivingGit(git: Git): Git {
  return {
    state: () =>
      forgiven(
        () => git.state(),
        (message) => ({ kind: 'none', why: 'refused', message }),
      ),
    headText: (path) =>
      forgiven(
        () => git.headText(path),
        () => null,
      ),
    showCommit: (commit) =>
      forgiven(
        () => git.showCommit(commit),
        () => null,
      ),
    check: (files) =>
      forgiven(
        () => git.check(files),
        (message) => files.map(({ path }) => ({ path, can: 'wait', why: 'repository-busy', message })),
      ),
    commit: (request) =>
      forgiven(
        () => git.commit(request),
        (message) => ({ outcome: 'refused', message }),
      ),
    recover: () =>
      forgiven(
        () => git.recover(),
        (message) => [message],
      ),
    pull: () =>
      forgiven(
        () => git.pull(),
        (message) => ({ outcome: 'not-synced', message }),
      ),
    push: () =>
      forgiven(
        () => git.push(),
        (message) => ({ outcome: 'not-synced', message }),
      ),
  };
}
