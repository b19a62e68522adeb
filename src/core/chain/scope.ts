import picomatch from 'picomatch';
import type { VaultPath } from '../ports';
import type { WriteScope } from '../vault/changeset';

/** Whether a role may write this file. */
export function inScope(scope: WriteScope, path: VaultPath): boolean {
  const within = (globs: readonly string[]) =>
    globs.length > 0 && picomatch.isMatch(path, [...globs], { dot: true });
  return within(scope.include) && !within(scope.exclude);
}
