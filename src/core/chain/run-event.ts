import type { VaultPath } from '../ports';
import type { RoleName } from './role';
import type { Step } from './run-record';

/** What a person who watches a run is told while it goes on. */
export type RunEvent =
  | { readonly kind: 'started'; readonly run: string; readonly date: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'role-started'; readonly role: RoleName }
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'role-ended'; readonly step: Step }
  | { readonly kind: 'left'; readonly path: VaultPath; readonly message: string }
  | {
      readonly kind: 'committed';
      /** Null: the run's own closing commit. */
      readonly role: RoleName | null;
      readonly commit: string;
      readonly files: readonly VaultPath[];
    };
