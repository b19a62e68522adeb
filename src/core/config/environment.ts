import { parse } from 'yaml';
import { kindAt, settingPaths, type PathSegment } from './schema-keys';

/** Environment variables by name, as a process has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting taken from the environment. */
export interface EnvironmentSetting {
  readonly name: string;
  readonly path: readonly string[];
  readonly value: unknown;
}

/** `fix.backlog_per_night` is `HERMES_FIX__BACKLOG_PER_NIGHT`. */
function environmentName(path: readonly PathSegment[]): string {
  return `HERMES_${path.map((segment) => String(segment).toUpperCase().replace(/-/g, '_')).join('__')}`;
}

/** Ownership and format travel in the file alone: a variable must not make a second owner. */
const FILE_ONLY = new Set(['version', 'host']);

/** Settings that the environment overrides: single values only, read as YAML would read them. */
export function environmentSettings(environment: Environment): readonly EnvironmentSetting[] {
  return settingPaths()
    .filter((path) => !FILE_ONLY.has(path[0] ?? '') && kindAt(path) === 'scalar')
    .flatMap((path) => {
      const name = environmentName(path);
      const written = environment[name];
      if (written === undefined || written.trim() === '') return [];
      return [{ name, path, value: scalar(written) }];
    });
}

function scalar(written: string): unknown {
  try {
    const value: unknown = parse(written, { logLevel: 'silent' });
    return typeof value === 'number' || typeof value === 'boolean' ? value : written.trim();
  } catch {
    // No YAML, hence plain text; the schema judges it.
    return written.trim();
  }
}
