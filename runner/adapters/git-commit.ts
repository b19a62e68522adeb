import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { GitError, type CommitOutcome, type CommitRequest } from '../../src/core/ports';
import { zeroSeparated } from './run-git';
import { storeBlobs } from './git-blobs';
import { committerEnv } from './git-committer';
import { planCommit, type CommitPlan } from './git-commit-plan';
import { setEntries, withLockedIndex } from './git-index-lock';
import { clearPending, writePending, type Pending } from './git-pending';
import { gitTrouble } from './git-trouble';
import { isInHistory, moveBranch, repositoryState, type Repository } from './git-repository';
import type { GitDeps } from './git-deps';
import { withScratchFolder } from './scratch-folder';

/**
 * Commits exactly the edits of the request, holding the index lock: no other git moves the index or commits
 * meanwhile. A record in the state folder stands from before the first step until after the last.
 */
export async function commitEdits(
  repository: Repository,
  deps: GitDeps,
  request: CommitRequest,
): Promise<CommitOutcome> {
  const token = randomBytes(8).toString('hex');
  const message = commitMessage(request);
  const pending: Extract<Pending, { kind: 'commit' }> = {
    version: 1,
    kind: 'commit',
    token,
    request: { ...request, trailers: { ...request.trailers }, files: [...request.files] },
    made: null,
  };
  // What came of it, once the commit object exists.
  const result: { made: Extract<CommitOutcome, { outcome: 'committed' }> | null } = { made: null };
  try {
    await writePending(deps.state, pending);
    const outcome = await withLockedIndex(repository, token, async (index): Promise<CommitOutcome> => {
      const state = await repositoryState(repository);
      if (state.kind === 'none') return { outcome: 'refused', message: state.message };
      const { branch, commit: parent, obstacle } = state;
      // The lock that stands now is ours.
      if (obstacle !== null && obstacle.kind !== 'index-locked') {
        return { outcome: 'refused', message: obstacle.message };
      }
      if (branch === null || parent === null) throw new GitError('HEAD went away while committing');
      const plan = await planCommit(repository, parent, request.files);
      const leftOut = plan.checks.filter((check) => check.can !== 'commit');
      const changed = plan.files.filter((file) => file.head !== file.committed);
      await storeBlobs(repository.git, plan.blobs);
      if (changed.length === 0) {
        await setEntries(repository, index.env, plan.index, parent.length);
        if (plan.index.size > 0) await index.takeOver();
        return { outcome: 'nothing', leftOut };
      }
      const tree = await makeTree(repository, parent, plan);
      const commit = (
        await repository.git.output(['commit-tree', '--no-gpg-sign', '-p', parent, '-F', '-', tree], {
          env: committerEnv(deps.clock.now()),
          input: message,
        })
      )
        .toString('latin1')
        .trim();
      await setEntries(repository, index.env, plan.index, parent.length);
      result.made = { outcome: 'committed', commit, files: changed.map((file) => file.path), leftOut };
      await writePending(deps.state, { ...pending, made: { commit, files: [...plan.files] } });
      await moveBranch(repository, branch, parent, commit, `commit: ${oneLineOf(request.subject)}`);
      if (plan.index.size > 0) await index.takeOver();
      return result.made;
    });
    await clearPending(deps.state);
    return outcome;
  } catch (error) {
    const message = gitTrouble(error);
    if (message === null) throw error;
    // Once the branch has moved it is committed; the record stays, and the next start finishes the index.
    const { made } = result;
    if (made !== null && (await isInHistory(repository, made.commit))) return made;
    await clearPending(deps.state);
    return { outcome: 'refused', message };
  }
}

/** The parent's tree with the planned files in it, and a proof that nothing else differs. */
async function makeTree({ git }: Repository, parent: string, plan: CommitPlan): Promise<string> {
  return withScratchFolder(async (folder) => {
    const env = { GIT_INDEX_FILE: path.join(folder, 'index') };
    const changed = plan.files.filter((file) => file.head !== file.committed);
    const lines = changed.map((file) =>
      file.committed === null
        ? `0 ${'0'.repeat(parent.length)}\t${file.place}\0`
        : `${file.mode} ${file.committed}\t${file.place}\0`,
    );
    await git.output(['read-tree', parent], { env });
    await git.output(['update-index', '-z', '--index-info'], { env, input: lines.join('') });
    const tree = (await git.output(['write-tree'], { env })).toString('latin1').trim();
    const differing = zeroSeparated(
      await git.output(['diff-tree', '-r', '-z', '--name-only', '--no-renames', parent, tree]),
    );
    const planned = new Set(changed.map((file) => file.place));
    const foreign = differing.find((place) => !planned.has(place));
    if (foreign !== undefined || differing.length !== planned.size) {
      throw new GitError(
        `not committed: the commit would also change ${foreign ?? 'other files'}; a folder and a file may share the name`,
      );
    }
    return tree;
  });
}

function commitMessage({ subject, body, trailers }: CommitRequest): string {
  const lines = Object.entries(trailers).map(([key, value]) => {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(key)) throw new TypeError(`«${key}» is no name for a trailer`);
    return `${key}: ${oneLineOf(value)}`;
  });
  const parts = [oneLineOf(subject), body.trim(), lines.join('\n')];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function oneLineOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
