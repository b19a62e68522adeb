import { nearestWord } from './nearest-word';
import { isPlainMap, valueAt } from './plain-values';
import { problemAt, secretProblem, type ConfigProblem } from './problem';
import { pathText, type PathSegment } from './schema-keys';
import { isSecretKey } from './secrets';
import type { YamlSource } from './yaml-source';

/** What the schema cannot see because it looks at one value at a time. */
export function fileChecks(
  value: unknown,
  source: YamlSource,
  defaults: unknown,
  rules: readonly string[] | undefined,
): readonly ConfigProblem[] {
  return [
    ...jobProblems(value, source),
    ...pathProblems(value, source, defaults),
    ...(rules === undefined ? [] : ruleProblems(value, source, rules)),
  ];
}

function listAt(value: unknown, path: readonly PathSegment[]): readonly unknown[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? list : [];
}

function jobProblems(value: unknown, source: YamlSource): ConfigProblem[] {
  const first = new Map<string, number>();
  return listAt(value, ['jobs']).flatMap((_, index) => {
    const path = ['jobs', index, 'id'];
    const id = valueAt(value, path);
    if (typeof id !== 'string') return [];
    const line = source.place(path)?.valueLine ?? 1;
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, line);
      return [];
    }
    const said = `\`${id}\` is the id of another job (line ${before}); each job needs its own`;
    return [problemAt(line, pathText(path), said)];
  });
}

/** Two kinds of file in one place would overwrite each other: `Logs/2026.md` is a log and a year's memory. */
function pathProblems(value: unknown, source: YamlSource, defaults: unknown): ConfigProblem[] {
  const standard = valueAt(defaults, ['paths']);
  if (!isPlainMap(standard)) return [];
  const users = new Map<string, string>();
  const problems: ConfigProblem[] = [];
  for (const key of Object.keys(standard)) {
    const place = valueAt(value, ['paths', key]) ?? standard[key];
    if (typeof place !== 'string') continue;
    // Many file systems fold case.
    const folded = place.normalize('NFC').toLowerCase();
    const other = users.get(folded);
    if (other === undefined) users.set(folded, key);
    else {
      const blamed = source.place(['paths', key]) === null ? other : key;
      const line = source.place(['paths', blamed])?.valueLine ?? 1;
      const said = `\`${place}\` is also paths.${blamed === key ? other : key}; give each a place of its own`;
      problems.push(problemAt(line, `paths.${blamed}`, said));
    }
  }
  return problems;
}

function ruleProblems(value: unknown, source: YamlSource, rules: readonly string[]): ConfigProblem[] {
  const unknown = (name: string): string => {
    const near = nearestWord(name, rules);
    return near === null ? `known are ${rules.join(', ')}` : `did you mean ${near}?`;
  };
  const settings = valueAt(value, ['lint', 'rules']);
  const set = Object.keys(isPlainMap(settings) ? settings : {})
    .filter((name) => !rules.includes(name))
    .map((name) => {
      const path = ['lint', 'rules', name];
      const line = source.place(path)?.keyLine ?? 1;
      return problemAt(line, pathText(path), `is no lint rule; ${unknown(name)}`);
    });
  const ignored = listAt(value, ['lint', 'ignore']).flatMap((_, index) => {
    const path = ['lint', 'ignore', index, 'rule'];
    const name = valueAt(value, path);
    if (typeof name !== 'string' || rules.includes(name)) return [];
    const line = source.place(path)?.valueLine ?? 1;
    return [problemAt(line, pathText(path), `\`${name}\` is no lint rule; ${unknown(name)}`)];
  });
  return [...set, ...ignored];
}

/** Splits off the settings whose very name says that they hold a secret. */
export function withoutSecretKeys(
  value: unknown,
  source: YamlSource,
): { value: unknown; problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const walk = (node: unknown, path: readonly PathSegment[]): unknown => {
    if (Array.isArray(node)) return node.map((item: unknown, index) => walk(item, [...path, index]));
    if (!isPlainMap(node)) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([key, entry]) => {
        const at = [...path, key];
        if (!isSecretKey(key)) return [[key, walk(entry, at)]];
        problems.push(secretProblem(source.place(at)?.keyLine ?? 1, pathText(at)));
        return [];
      }),
    );
  };
  return { value: walk(value, []), problems };
}
