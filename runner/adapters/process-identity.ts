import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Which process on which machine; enough to prove later that it is dead, or that this cannot be proved. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the system's own words; null if unknown. Tells a process from a later one of the same pid. */
  readonly started: string | null;
  /** Same value, same boot of the same machine; null if unknown. */
  readonly boot: string | null;
  /** Pids mean something only within one of these (containers). */
  readonly pidNamespace: string;
  /** Null if the machine has no id of its own (many containers). */
  readonly machine: string | null;
  /** For people. */
  readonly host: string;
}

/** Facts about processes on this machine, read from the system. */
export interface ProcessTable {
  /** The identity of a process that lives now in our own pid namespace; `started` is null if it hides. */
  identify(pid: number): ProcessIdentity;
  /** `unknown` where the system does not let us see. */
  state(pid: number): 'alive' | 'dead' | 'unknown';
  started(pid: number): string | null;
}

/**
 * True only where nothing else is possible: another boot of the same machine, no process of that pid in our own
 * namespace, or one that started at another time. Age proves nothing: a process may sleep for a week.
 */
export function isProvablyDead(holder: ProcessIdentity, us: ProcessIdentity, table: ProcessTable): boolean {
  if (holder.boot === null || us.boot === null) return false;
  if (holder.boot !== us.boot) return holder.machine !== null && holder.machine === us.machine;
  if (holder.pidNamespace !== us.pidNamespace) return false;
  const state = table.state(holder.pid);
  if (state === 'dead') return true;
  const started = table.started(holder.pid);
  return started !== null && holder.started !== null && started !== holder.started;
}

/** The machine's own id; null if it has none. Not secret, and the same after a reinstall of this program. */
export function machineId(): string | null {
  if (process.platform === 'darwin') {
    const listing = run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
    return /"IOPlatformUUID" = "([^"]+)"/.exec(listing ?? '')?.[1] ?? null;
  }
  return text('/etc/machine-id') ?? text('/var/lib/dbus/machine-id');
}

function bootId(): string | null {
  if (process.platform === 'darwin') return run('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid']);
  return text('/proc/sys/kernel/random/boot_id');
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // No such thing on this system: one namespace for all.
    return 'only';
  }
}

/** Clock ticks since boot at which the process started (Linux), or the date that `ps` gives (macOS). */
function startOf(pid: number): string | null {
  if (process.platform === 'darwin') return run('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]);
  // proc_pid_stat(5): field 22, counted behind the name, which may hold spaces and brackets.
  return statFields(pid)?.[19] ?? null;
}

function statFields(pid: number): readonly string[] | null {
  const stat = text(`/proc/${pid}/stat`);
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function stateOf(pid: number): 'alive' | 'dead' | 'unknown' {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      if (error.code === 'ESRCH') return 'dead';
      if (error.code === 'EPERM') return 'alive';
    }
    return 'unknown';
  }
  return isZombie(pid) ? 'dead' : 'alive';
}

/** Ended, and nobody has asked for its exit code yet. With threads left over it is not ended. */
function isZombie(pid: number): boolean {
  const fields = statFields(pid);
  if (fields?.[0] !== 'Z' && fields?.[0] !== 'X') return false;
  try {
    return readdirSync(`/proc/${pid}/task`).length <= 1;
  } catch {
    return true;
  }
}

export const systemProcesses: ProcessTable = {
  identify: (pid) => ({
    pid,
    started: startOf(pid),
    boot: bootId(),
    pidNamespace: pidNamespace(),
    machine: machineId(),
    host: hostname(),
  }),
  state: stateOf,
  started: startOf,
};

function text(path: string): string | null {
  try {
    const content = readFileSync(path, 'utf8').trim();
    return content === '' ? null : content;
  } catch {
    return null;
  }
}

function run(program: string, args: readonly string[]): string | null {
  try {
    const out = execFileSync(program, args, {
      encoding: 'utf8',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return out === '' ? null : out;
  } catch {
    return null;
  }
}
