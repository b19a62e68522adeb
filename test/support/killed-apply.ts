import type { SystemCalls } from '../../runner/adapters/system-calls';
import { nodeStateFs } from '../../runner/adapters/node-state-fs';
import { nodeVaultFs } from '../../runner/adapters/node-vault-fs';
import { applyChangeset } from '../../src/core/vault/apply-changeset';
import type { ApplyOutcome, FileEdit } from '../../src/core/vault/changeset';
import { recoverApplies } from '../../src/core/vault/recover-applies';
import type { Recovery } from '../../src/core/vault/recover-applies';
import { BY_HAND, planned } from './changes';

/** The vault's two states, and the changeset that leads from `old` to `new`: every kind of edit, odd lengths. */
export interface Crossing {
  readonly old: Readonly<Record<string, string>>;
  readonly new: Readonly<Record<string, string>>;
  readonly edits: readonly FileEdit[];
}

/** About `files` edits; deterministic. Notes grow, shrink and keep their length, across pages and inside characters. */
export function crossing(files: number): Crossing {
  const old: Record<string, string> = {};
  const next: Record<string, string> = {};
  const edits: FileEdit[] = [];
  for (let i = 0; i < files; i++) {
    const path = `folder ${i % 5}/note ${i}.md`;
    const before = `---\ntitle: note ${i}\n---\n${'tëxt of old 🙂 '.repeat((i * 37) % 900)}`;
    const after = `---\ntitle: Note ${i}\n---\n${'text of nöw 🙃 '.repeat((i * 53) % 900)}`;
    if (i % 10 === 7) {
      edits.push({ kind: 'create', path: `made ${i % 3}/${i}.md`, after });
      next[`made ${i % 3}/${i}.md`] = after;
    } else if (i % 10 === 8) {
      edits.push({ kind: 'delete', path, before });
      old[path] = before;
    } else if (i % 10 === 9) {
      edits.push({ kind: 'move', path, to: `moved/${i}.md`, before });
      old[path] = before;
      next[`moved/${i}.md`] = before;
    } else {
      edits.push({ kind: 'modify', path, before, after });
      old[path] = before;
      next[path] = after;
    }
  }
  return { old: sorted(old), new: sorted(next), edits };
}

/** The way back, for a program that goes to and fro. */
export function reversed(edits: readonly FileEdit[]): FileEdit[] {
  return edits.map((edit): FileEdit => {
    switch (edit.kind) {
      case 'modify':
        return { ...edit, before: edit.after, after: edit.before };
      case 'create':
        return { kind: 'delete', path: edit.path, before: edit.after };
      case 'delete':
        return { kind: 'create', path: edit.path, after: edit.before };
      case 'move':
        return { ...edit, path: edit.to, to: edit.path };
    }
  });
}

export function applyOnDisk(
  root: string,
  stateFolder: string,
  edits: readonly FileEdit[],
  calls?: SystemCalls,
): Promise<ApplyOutcome> {
  const ports = {
    vault: nodeVaultFs(root, calls === undefined ? {} : { calls }),
    state: nodeStateFs(stateFolder, calls),
    clock: { now: () => Date.now() },
  };
  return applyChangeset(ports, planned(edits), BY_HAND);
}

export function recoverOnDisk(
  root: string,
  stateFolder: string,
  calls?: SystemCalls,
): Promise<readonly Recovery[]> {
  return recoverApplies({
    vault: nodeVaultFs(root, calls === undefined ? {} : { calls }),
    state: nodeStateFs(stateFolder, calls),
  });
}

function sorted(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}
