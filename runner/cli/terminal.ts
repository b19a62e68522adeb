import type { Terminal } from './verb';

/** Exit code of a process that a second SIGINT or SIGTERM ends at once. */
const KILLED = 130;

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

/**
 * The process's own terminal. The first SIGINT, SIGTERM or SIGHUP aborts `stop`, so that work ends between files;
 * the second ends the process. A reader that goes away (`hermesh lint | head`) is no error: what is still printed
 * is dropped, and the work goes on.
 */
export function processTerminal(): Terminal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(KILLED);
      controller.abort(signal);
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
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
