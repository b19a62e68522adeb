import type { Home } from '../home';
import type { Git } from '../ports';
import type { Changeset } from '../vault/changeset';
import { planChangeset } from '../vault/plan-changeset';
import type { FileEdit } from '../vault/changeset';
import { OverlayStateFs, OverlayVaultFs } from './overlay-fs';

/** A home in which a run does everything and leaves no trace. */
export interface Rehearsal {
  readonly home: Home;
  /** What the run would have written, as one changeset. */
  planned(run: string): Promise<Changeset>;
}

/** Lays an overlay over the vault, the device's state and git. */
export function rehearse(home: Home): Rehearsal {
  const fs = new OverlayVaultFs(home.fs, home.clock);
  return {
    home: { ...home, fs, state: new OverlayStateFs(home.state), git: withoutCommits(home.git) },
    planned: async (run) => {
      const edits = (await fs.rehearsed()).map(({ path, before, after }): FileEdit => {
        if (before === null) return { kind: 'create', path, after: after ?? '' };
        return after === null ? { kind: 'delete', path, before } : { kind: 'modify', path, before, after };
      });
      return planChangeset(
        home,
        { run, author: 'rehearsal' },
        edits.map((edit) => ({ edit, reason: 'would be written' })),
      );
    },
  };
}

/** Answers what it is asked, and neither commits nor speaks with a remote. */
function withoutCommits(git: Git): Git {
  return {
    state: () => git.state(),
    headText: (path) => git.headText(path),
    showCommit: (commit) => git.showCommit(commit),
    check: (files) => git.check(files),
    commit: () => Promise.resolve({ outcome: 'nothing', leftOut: [] }),
    recover: () => Promise.resolve([]),
    pull: () => Promise.resolve({ outcome: 'off' }),
    push: () => Promise.resolve({ outcome: 'off' }),
  };
}
