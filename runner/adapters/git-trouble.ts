import { GitError, StateError } from '../../src/core/ports';
import { errorCode, errorMeaning } from './system-calls';

/**
 * One line for the person where git, the repository's folder or the state folder failed; null for an error that is
 * a fault of ours.
 */
export function gitTrouble(error: unknown): string | null {
  if (error instanceof GitError || error instanceof StateError) return error.message;
  if (errorCode(error) === null) return null;
  const where = error instanceof Error && 'path' in error ? ` (${String(error.path)})` : '';
  return `git’s files cannot be written: ${errorMeaning(error)}${where}`;
}
