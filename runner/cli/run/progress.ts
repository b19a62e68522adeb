import type { RunEvent } from '../../../src/core/chain/run-event';
import { clipped, printable } from '../printable';
import type { Terminal } from '../verb';

export interface ProgressOptions {
  /** JSON goes to stdout: what is told meanwhile goes to stderr. */
  readonly json: boolean;
}

/** Columns of a role's line: the memory file has the whole of what it said. */
const ROLE_LINE = 110;
const CLEAR_LINE = '\r\x1b[2K';
const DIM = '\x1b[2m';
const PLAIN = '\x1b[0m';

/**
 * Tells a person how a run goes: on a terminal one line that is rewritten while a role works, elsewhere a plain line
 * for each thing that happened.
 */
export function runProgress(terminal: Terminal, { json }: ProgressOptions) {
  const print = (text: string) => (json ? terminal.err(text) : terminal.out(text));
  const live = terminal.interactive && !json;
  let role = '';
  const passing = (text: string) => {
    if (live)
      print(
        `${CLEAR_LINE}${terminal.colour ? DIM : ''}${clipped(printable(text), 78)}${terminal.colour ? PLAIN : ''}`,
      );
  };
  const line = (text: string) => print(`${live ? CLEAR_LINE : ''}${printable(text)}\n`);

  return (event: RunEvent): void => {
    switch (event.kind) {
      case 'started':
        line(`run ${event.run} for ${event.date}`);
        break;
      case 'note':
        line(`note: ${event.text}`);
        break;
      case 'role-started':
        role = event.role;
        passing(`${role} …`);
        break;
      case 'progress':
        passing(`${role}: ${event.text}`);
        break;
      case 'left':
        line(`  left ${event.path}: ${event.message}`);
        break;
      case 'committed':
        line(
          `  commit ${event.commit.slice(0, 10)}: ${event.files.length} ${event.files.length === 1 ? 'file' : 'files'}`,
        );
        break;
      case 'role-ended': {
        const { state } = event.step;
        if (state.state !== 'ended') break;
        const { end } = state;
        const said =
          end.outcome === 'done'
            ? (end.section?.summary ?? '')
            : end.outcome === 'quiet'
              ? 'nothing to say'
              : end.reason;
        const [first = ''] = said.split('\n');
        line(clipped(`${event.step.role.padEnd(25)} ${end.outcome.padEnd(7)} ${first}`.trimEnd(), ROLE_LINE));
        break;
      }
    }
  };
}
