import picomatch from 'picomatch';
import type { VaultPath } from '../ports';
import type { WriteScope } from './changeset';

/** Whether a path lies in the scope: an `include` glob matches and no `exclude` glob does. */
export function scopeMatcher(scope: WriteScope): (path: VaultPath) => boolean {
  const included = anyOf(scope.include);
  const excluded = anyOf(scope.exclude);
  return (path) => included(path) && !excluded(path);
}

function anyOf(globs: readonly string[]): (path: VaultPath) => boolean {
  // Without globs picomatch would throw; an empty list names nothing.
  return globs.length === 0 ? () => false : picomatch([...globs], { dot: true });
}
