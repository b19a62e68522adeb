/** A command failed for a reason outside the program; the message says what and what to do. Exit code 1. */
export class ClearError extends Error {
  override readonly name = 'ClearError';
}
