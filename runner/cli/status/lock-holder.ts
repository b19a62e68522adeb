import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { literal, nullable, number, object, string } from 'zod';
import { isProvablyDead, systemProcesses } from '../../adapters/process-identity';

const lockContent = object({
  version: literal(1),
  pid: number(),
  started: nullable(string()),
  boot: nullable(string()),
  pidNamespace: string(),
  machine: nullable(string()),
  host: string(),
  who: string(),
  since: string(),
});

/** The text of the file, or null where it has gone meanwhile. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Who holds the lock now, for a person; null if nobody does. Looks without taking the lock, so that to ask is never
 * in anybody's way: the answer may be a moment old.
 */
export function lockHolder(folder: string, name: string): string | null {
  const generations = namesIn(folder).flatMap((file) => {
    const match = new RegExp(`^${name}\\.(\\d+)(\\.free)?$`).exec(file);
    return match === null ? [] : [{ file, generation: Number(match[1]), free: match[2] !== undefined }];
  });
  const top = generations.sort((a, b) => b.generation - a.generation || Number(b.free) - Number(a.free))[0];
  if (top === undefined || top.free) return null;
  const text = textOf(join(folder, top.file));
  if (text === null) return null;
  const parsed = lockContent.safeParse(parseJson(text));
  if (!parsed.success) return `another process (see ${join(folder, top.file)})`;
  const holder = parsed.data;
  if (isProvablyDead(holder, systemProcesses.identify(process.pid), systemProcesses)) return null;
  return `${holder.who} (process ${holder.pid}, since ${holder.since})`;
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
