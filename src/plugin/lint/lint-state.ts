import type { LintReport } from '../../core/lint/report';

/** Where the linting of the vault stands; views and status bar draw this and nothing else. */
export type LintState =
  /** The app is still loading. */
  | { readonly kind: 'waiting' }
  /** `before` stays on show meanwhile. */
  | {
      readonly kind: 'busy';
      readonly done: number;
      readonly total: number;
      readonly before: LintReport | null;
    }
  | { readonly kind: 'ready'; readonly report: LintReport }
  /** `hermes.yaml` cannot be used; one line for each mistake. */
  | { readonly kind: 'config-broken'; readonly lines: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };
