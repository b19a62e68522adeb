import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StateError } from '../../src/core/ports';
import type { LockFolder } from './lock-protocol';
import { acquire } from './lock-protocol';
import type { ProcessIdentity, ProcessTable } from './process-identity';
import { isProvablyDead, systemProcesses } from './process-identity';
import { errorCode, errorMeaning } from './system-calls';

export type LockOutcome =
  | { readonly held: true; release(): Promise<void> }
  /** `holder` is a clause for a person: who it is, since when, and what to do if it is certainly gone. */
  | { readonly held: false; readonly holder: string };

interface LockContent extends ProcessIdentity {
  readonly version: 1;
  readonly nonce: string;
  /** What it does, for people: `hermesh run nightly`. */
  readonly who: string;
  readonly since: string;
}

/**
 * Takes a lock of this device, or says who holds it; never waits. A holder that died (killed, machine restarted) is
 * replaced at once; one that cannot be proved dead is not, however old.
 *
 * @param folder made if it is not there
 * @param who what the process does, in a few words for the one who finds it busy
 * @throws StateError if the folder cannot be used
 */
export async function acquireLock(
  folder: string,
  name: string,
  who: string,
  processes: ProcessTable = systemProcesses,
): Promise<LockOutcome> {
  const us = processes.identify(process.pid);
  const nonce = randomBytes(12).toString('hex');
  const content: LockContent = { version: 1, ...us, nonce, who, since: new Date().toISOString() };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const acquired = await acquire(diskFolder(folder), name, {
      nonce: `${us.pid}-${nonce}`,
      content: JSON.stringify(content),
      isDead: (text) => {
        const holder = parseContent(text);
        return holder !== null && isProvablyDead(holder, us, processes);
      },
    });
    if (acquired.held) return acquired;
    return { held: false, holder: describeHolder(folder, acquired.content, acquired.file, us) };
  } catch (error) {
    throw new StateError(`the lock in ${folder} cannot be used: ${errorMeaning(error)}`, { cause: error });
  }
}

function describeHolder(
  folder: string,
  text: string | null,
  file: string | null,
  us: ProcessIdentity,
): string {
  const holder = text === null ? null : parseContent(text);
  const path = file === null ? folder : join(folder, file);
  if (holder === null) return `another process (see ${path})`;
  const place = holder.host === us.host ? '' : ` on ${holder.host}`;
  const name = `${holder.who} (process ${holder.pid}${place}, since ${holder.since})`;
  const visible = holder.boot === us.boot && holder.pidNamespace === us.pidNamespace;
  if (visible) return name;
  return `${name}; it cannot be seen from here. If it is certainly gone: mv '${path}' '${path}.free'`;
}

/** Null for what this version did not write: then nothing about its writer can be proved. */
function parseContent(text: string): LockContent | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isLockContent(value) ? value : null;
}

function isLockContent(value: unknown): value is LockContent {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  const isText = (key: string) => typeof fields.get(key) === 'string';
  const isTextOrNull = (key: string) => fields.get(key) === null || isText(key);
  return (
    fields.get('version') === 1 &&
    Number.isInteger(fields.get('pid')) &&
    ['pidNamespace', 'host', 'nonce', 'who', 'since'].every(isText) &&
    ['started', 'boot', 'machine'].every(isTextOrNull)
  );
}

function diskFolder(folder: string): LockFolder {
  const at = (name: string) => join(folder, name);
  return {
    list: async () => readdirSync(folder),
    read: async (name) => absentAs(null, () => readFileSync(at(name), 'utf8')),
    writeNew: async (name, content) => {
      const fd = openSync(at(name), 'wx', 0o600);
      try {
        writeSync(fd, content);
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
    },
    link: async (from, to) => {
      try {
        linkSync(at(from), at(to));
        return true;
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return false;
        // Over a network a link may have been made and its answer lost.
        if (
          statSync(at(from)).nlink === 2 &&
          absentAs(0, () => statSync(at(to)).ino) === statSync(at(from)).ino
        ) {
          return true;
        }
        throw error;
      }
    },
    rename: async (from, to) =>
      absentAs(false, () => {
        renameSync(at(from), at(to));
        return true;
      }),
    remove: async (name) => absentAs(undefined, () => unlinkSync(at(name))),
  };
}

/** `absent` where the file is not there; any other failure is thrown. */
function absentAs<T>(absent: T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return absent;
    throw error;
  }
}
