import type { core } from 'zod';
import { CONFIG_FILE } from './config';
import type { EnvironmentSetting } from './environment';
import { SECRET_ADVICE } from './secrets';
import { nearestWord } from './nearest-word';
import { kindAt, knownKeys, pathText, settingPaths, type PathSegment } from './schema-keys';
import { valueAt } from './plain-values';
import type { YamlSource } from './yaml-source';

/** One thing that is wrong with the configuration. */
export interface ConfigProblem {
  /** One-based; null where no line is to blame (the environment, a file that cannot be read). */
  readonly line: number | null;
  /** The setting, such as `jobs[2].schedule`; empty where the text as a whole is meant. */
  readonly key: string;
  /** The whole sentence: file, line, key, value, what is wrong, what to do. */
  readonly message: string;
}

/** Puts file and line in front. */
export function problemAt(line: number | null, key: string, rest: string): ConfigProblem {
  const where = line === null ? CONFIG_FILE : `${CONFIG_FILE} line ${line}`;
  return { line, key, message: key === '' ? `${where}: ${rest}` : `${where}: ${key}: ${rest}` };
}

/** A secret in the file; names the place and never the value. */
export function secretProblem(line: number, key: string): ConfigProblem {
  return problemAt(line, key, SECRET_ADVICE);
}

/** Values to offer where there is no default to name; `[]` stands for any index. */
const SUGGESTIONS: Readonly<Record<string, string>> = {
  timezone: 'system, or a name such as Europe/Berlin',
  'jobs[].timezone': 'a name such as Europe/Berlin',
  'jobs[].schedule': 'every day at 02:00',
  'jobs[].chain': 'nightly',
  'jobs[].id': 'nightly',
  'jobs[].enabled': 'true',
  'lint.exclude': '[Archive/**]',
  'lint.exclude[]': 'Archive/**',
  'lint.ignore[].rule': 'orphan-note',
  'lint.ignore[].paths': '[Archive/**]',
  'lint.ignore[].paths[]': 'Archive/**',
  'lint.required_fields': '[title, created, tags]',
  'lint.required_fields[]': 'title',
  'fix.default_tags': '[inbox]',
  'fix.default_tags[]': 'inbox',
  jobs: 'a list of jobs, each starting with `- id:`',
};

function suggestion(path: readonly PathSegment[], defaults: unknown): string | null {
  const general = pathText(path).replace(/\[\d+\]/g, '[]');
  const listed = SUGGESTIONS[general];
  if (listed !== undefined) return listed;
  if (general.startsWith('host')) return null;
  const value = valueAt(defaults, path);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}

/** `; try 200`, or what else helps. */
function remedy(path: readonly PathSegment[], defaults: unknown): string {
  if (path[0] === 'host') return '; `hermesh host claim` writes the host';
  const offered = suggestion(path, defaults);
  return offered === null ? '' : `; try ${offered}`;
}

function unknownKey(path: readonly PathSegment[], key: string): string {
  const known = knownKeys(path);
  const near = nearestWord(key, known);
  if (near !== null) return `is no setting; did you mean ${near}?`;
  const elsewhere = settingPaths().filter((candidate) => candidate.at(-1) === key);
  const only = elsewhere[0];
  if (elsewhere.length === 1 && only !== undefined)
    return `is no setting here; it belongs under \`${pathText(only.slice(0, -1))}:\``;
  return `is no setting; known here are ${known.join(', ')}`;
}

function describe(value: unknown, written: string | null): string {
  if (written !== null) return `\`${written}\``;
  if (Array.isArray(value)) return value.length === 0 ? '`[]`' : 'a list';
  if (typeof value === 'object' && value !== null) return 'a group of settings';
  return `\`${String(value)}\``;
}

function complaint(issue: core.$ZodIssue, path: readonly PathSegment[]): string {
  if (issue.code === 'invalid_type' && kindAt(path) === 'map')
    return `is not a group of settings; write them below \`${pathText(path)}:\`, each indented`;
  if (issue.code === 'too_small' && kindAt(path) === 'list') return 'is empty; name at least one';
  return issue.message;
}

/** What a variable's value did to the configuration: `environment variable HERMES_FIX__LIMIT: fix.limit: …`. */
export function environmentProblem(
  issue: core.$ZodIssue,
  setting: EnvironmentSetting,
  defaults: unknown,
): ConfigProblem {
  const key = pathText(setting.path);
  const help = remedy(setting.path, defaults);
  const said = `\`${String(setting.value)}\` ${complaint(issue, setting.path)}${help}`;
  return { line: null, key, message: `environment variable ${setting.name}: ${key}: ${said}` };
}

/**
 * Turns what the schema found into sentences with line, key, value and remedy.
 * `value` is what was given to the schema, `defaults` the default configuration.
 */
export function schemaProblems(
  issues: readonly core.$ZodIssue[],
  source: YamlSource,
  value: unknown,
  defaults: unknown,
): readonly ConfigProblem[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map((segment) => (typeof segment === 'symbol' ? String(segment) : segment));
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => {
        const line = source.place([...path, key])?.keyLine ?? 1;
        return problemAt(line, pathText([...path, key]), unknownKey(path, key));
      });
    const key = pathText(path);
    const given = valueAt(value, path);
    const place = source.place(path);
    if (given === undefined) {
      const line = source.place(path.slice(0, -1))?.keyLine ?? 1;
      const offered = suggestion(path, defaults);
      const add = offered === null ? '' : `; add \`${String(path.at(-1))}: ${offered}\``;
      return [
        problemAt(line, key, path[0] === 'host' ? `is missing${remedy(path, defaults)}` : `is missing${add}`),
      ];
    }
    const said = `${describe(given, place?.written ?? null)} ${complaint(issue, path)}`;
    const help = said.includes(';') ? '' : remedy(path, defaults);
    return [problemAt(place?.valueLine ?? 1, key, `${said}${help}`)];
  });
}
