import type { GitObstacle } from '../ports';

export interface UnderWay {
  /** Its name in the git folder. */
  readonly file: string;
  readonly kind: GitObstacle;
  readonly what: string;
  readonly remedy: string;
}

/** Files and folders in a git folder that say what the person is in the middle of (git's wt-status.c, first match). */
export const UNDER_WAY: readonly UnderWay[] = [
  {
    file: 'rebase-merge',
    kind: 'rebase-in-progress',
    what: 'a rebase',
    remedy: 'git rebase --continue or --abort',
  },
  {
    file: 'rebase-apply',
    kind: 'rebase-in-progress',
    what: 'a rebase or git am',
    remedy: 'git rebase --continue or --abort, git am --continue or --abort',
  },
  {
    file: 'MERGE_HEAD',
    kind: 'merge-in-progress',
    what: 'a merge',
    remedy: 'git commit, or git merge --abort',
  },
  {
    file: 'CHERRY_PICK_HEAD',
    kind: 'other-operation-in-progress',
    what: 'a cherry-pick',
    remedy: 'git cherry-pick --continue or --abort',
  },
  {
    file: 'REVERT_HEAD',
    kind: 'other-operation-in-progress',
    what: 'a revert',
    remedy: 'git revert --continue or --abort',
  },
  {
    file: 'sequencer',
    kind: 'other-operation-in-progress',
    what: 'a series of cherry-picks or reverts',
    remedy: 'git cherry-pick --continue or --abort',
  },
  {
    file: 'BISECT_LOG',
    kind: 'other-operation-in-progress',
    what: 'a bisect',
    remedy: 'git bisect reset',
  },
];

/** What can be seen of a repository that bears on committing. */
export interface Seen {
  /** Work tree, for the message. */
  readonly top: string;
  readonly branch: string | null;
  readonly commit: string | null;
  /** The first of `UNDER_WAY` that stands in the git folder. */
  readonly underWay: UnderWay | null;
  /** A path with unresolved conflicts. */
  readonly unmerged: string | null;
  /** Path of the lock that another git holds on the index. */
  readonly indexLock: string | null;
}

/** What makes committing unsafe now, as one clear line; null if nothing does. */
export function findObstacle(seen: Seen): { kind: GitObstacle; message: string } | null {
  const say = (kind: GitObstacle, fact: string, remedy: string): { kind: GitObstacle; message: string } => ({
    kind,
    message: `nothing is committed in ${seen.top}: ${fact}; ${remedy}`,
  });
  if (seen.underWay !== null) {
    const { kind, what, remedy } = seen.underWay;
    return say(kind, `${what} is in progress`, `finish or end it (${remedy})`);
  }
  if (seen.unmerged !== null) {
    return say(
      'unmerged-paths',
      `${seen.unmerged} has unresolved conflicts`,
      'resolve them, git add the file and commit',
    );
  }
  if (seen.commit === null) {
    return say('unborn-branch', 'the branch has no commit yet', 'make the first one (git add, git commit)');
  }
  if (seen.branch === null) {
    return say('detached-head', 'HEAD is on no branch', 'go to one (git switch BRANCH)');
  }
  if (seen.indexLock !== null) {
    return say(
      'index-locked',
      'another git holds index.lock',
      `if none is running, remove ${seen.indexLock}`,
    );
  }
  return null;
}
