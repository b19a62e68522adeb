import type { LeftFile } from './changeset';

/** What became of a file that was left as it is, on one line that names it. */
export function leftLine({ path, message }: Pick<LeftFile, 'path' | 'message'>): string {
  // What the system refuses names the file itself.
  return message.startsWith(`${path} `) ? message : `${path} was not written: ${message}`;
}
