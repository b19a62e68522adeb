import { errorMeaning } from '../adapters/system-calls';
import type { Terminal } from './verb';

/** Exit code of a process that a second SIGINT or SIGTERM ends at once. */
const KILLED = 130;

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

/**
 * The process's own terminal. The first SIGINT, SIGTERM or SIGHUP aborts `stop`, so that work ends between files;
 * the second ends the process. A reader that goes away (`hermesh lint | head`) is no error: what is still printed
 * is dropped, and the work goes on. Output that cannot be written (a full disk) makes the exit code 1 at least.
 */
export function processTerminal(): Terminal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(KILLED);
      controller.abort(signal);
    });
  }
  let lost = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || lost) return;
    lost = true;
    process.stderr.write(
      `hermesh: what it says cannot be written: ${errorMeaning(error)}; the work goes on\n`,
    );
    process.on('exit', () => (process.exitCode ||= 1));
  });
  // Nobody is left to tell.
  process.stderr.on('error', () => undefined);
  const interactive = process.stdout.isTTY;
  return {
    cwd: process.cwd(),
    env: process.env,
    interactive,
    colour: interactive && !isSet(process.env['NO_COLOR']) && process.env['TERM'] !== 'dumb',
    stop: controller.signal,
    out: (text) => {
      if (process.stdout.writable) process.stdout.write(text);
    },
    err: (text) => {
      if (process.stderr.writable) process.stderr.write(text);
    },
  };
}
