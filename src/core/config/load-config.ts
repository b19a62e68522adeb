import { CONFIG_VERSION, configSchema, defaultConfig, settleRoles, type Config } from './config';
import { environmentProblem, problemAt, schemaProblems, secretProblem, type ConfigProblem } from './problem';
import { environmentSettings, type Environment } from './environment';
import { fileChecks, withoutSecretKeys } from './file-checks';
import { isPlainMap, valueAt, withoutNulls, withValueAt } from './plain-values';
import { pathText, type PathSegment } from './schema-keys';
import { linesWithSecrets, withoutSecrets } from './secrets';
import { readYaml, type YamlSource } from './yaml-source';

/** Where an effective value comes from; a setting without an entry has its default. */
export type Origin =
  { readonly from: 'file'; readonly line: number } | { readonly from: 'environment'; readonly name: string };

/** The configuration in force, or everything that is wrong with the file and the environment. */
export type ConfigOutcome =
  | {
      readonly ok: true;
      readonly config: Config;
      /** By key (`fix.limit`, `jobs[0].schedule`); groups have no entry, their settings have. */
      readonly provenance: ReadonlyMap<string, Origin>;
    }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** What the file is read with. */
export interface LoadOptions {
  /** Variables that override single values; none if left out. */
  readonly environment?: Environment;
  /** Names of all lint rules; where given, the file may name no others. */
  readonly rules?: readonly string[];
}

/**
 * Reads the text of `hermes.yaml`. An empty text gives the defaults. Never throws; all problems are listed, in the
 * order of their lines.
 */
export function loadConfig(text: string, options: LoadOptions = {}): ConfigOutcome {
  const secretLines = linesWithSecrets(text);
  const pasted = secretLines.map((line) => secretProblem(line, ''));
  const read = readYaml(text);
  if (!read.ok)
    return refused([
      ...pasted,
      ...read.problems.map((problem) => problemAt(problem.line, '', problem.message)),
    ]);
  const { source } = read;
  const written = withoutNulls(read.value ?? {});
  if (!isPlainMap(written)) return refused([...pasted, notSettings(written)]);
  const newer = newerVersion(written, source);
  if (newer !== null) return refused([newer]);

  const open = withoutSecretKeys(written, source);
  const defaults = defaultConfig();
  const parsed = configSchema.safeParse(open.value);
  const problems = [
    ...pasted,
    ...open.problems.filter((problem) => problem.line === null || !secretLines.includes(problem.line)),
    ...read.duplicates.map((problem) => problemAt(problem.line, '', problem.message)),
    ...(parsed.success ? [] : schemaProblems(parsed.error.issues, source, open.value, defaults)),
    ...fileChecks(open.value, source, defaults, options.rules),
  ];
  if (problems.length > 0) return refused(problems);

  const provenance = new Map<string, Origin>();
  noteLines(written, [], source, provenance);
  return withEnvironment(written, provenance, options.environment ?? {}, source, defaults);
}

function refused(problems: readonly ConfigProblem[]): ConfigOutcome {
  const clean = problems.map((problem) => ({
    ...problem,
    key: withoutSecrets(problem.key),
    message: withoutSecrets(problem.message),
  }));
  return { ok: false, problems: clean.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

function notSettings(value: unknown): ConfigProblem {
  const what = Array.isArray(value) ? 'holds a list' : 'holds plain text';
  return problemAt(1, '', `${what}, not settings; write lines such as \`version: ${CONFIG_VERSION}\``);
}

function newerVersion(written: unknown, source: YamlSource): ConfigProblem | null {
  const version = valueAt(written, ['version']);
  if (typeof version !== 'number' || !Number.isInteger(version) || version <= CONFIG_VERSION) return null;
  const line = source.place(['version'])?.valueLine ?? 1;
  return problemAt(
    line,
    'version',
    `\`${version}\` was written by a newer version of Hermes Harness; update the one here (it reads ${CONFIG_VERSION})`,
  );
}

/** Notes for each setting the line that it stands in; a list is one setting, unless it is a list of groups. */
function noteLines(
  value: unknown,
  path: readonly PathSegment[],
  source: YamlSource,
  into: Map<string, Origin>,
): void {
  if (isPlainMap(value)) {
    for (const [key, entry] of Object.entries(value)) noteLines(entry, [...path, key], source, into);
    return;
  }
  if (Array.isArray(value) && value.some(isPlainMap))
    value.forEach((item: unknown, index) => noteLines(item, [...path, index], source, into));
  const place = source.place(path);
  if (place !== null) into.set(pathText(path), { from: 'file', line: place.keyLine });
}

function withEnvironment(
  written: unknown,
  provenance: Map<string, Origin>,
  environment: Environment,
  source: YamlSource,
  defaults: Config,
): ConfigOutcome {
  const settings = environmentSettings(environment);
  const merged = settings.reduce(
    (value, setting) => withValueAt(value, setting.path, setting.value),
    written,
  );
  const parsed = configSchema.safeParse(merged);
  if (!parsed.success) {
    return refused(
      parsed.error.issues.flatMap((issue) => {
        const key = issue.path.map(String).join('.');
        const setting = settings.find((candidate) => pathText(candidate.path) === key);
        return setting === undefined ? [] : [environmentProblem(issue, setting, defaults)];
      }),
    );
  }
  const clashes = fileChecks(merged, source, defaults, undefined);
  if (clashes.length > 0) return refused(clashes);
  for (const { path, name } of settings) provenance.set(pathText(path), { from: 'environment', name });
  return { ok: true, config: settleRoles(parsed.data), provenance };
}
