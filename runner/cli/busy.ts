/** Another process is at work on this vault, or the run waits for a person: exit code 3. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}
