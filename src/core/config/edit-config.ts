import { loadConfig } from './load-config';
import { isPlainMap, valueAt, withoutNulls, withValueAt } from './plain-values';
import type { ConfigProblem } from './problem';
import { pathText } from './schema-keys';
import { spliceYaml, type YamlChange } from './splice-yaml';
import { readYaml } from './yaml-source';

/** The changed text, or why there is none. */
export type EditOutcome =
  | { readonly ok: true; readonly text: string }
  /** Nothing should be written; `message` says what to do, `problems` what is wrong with the present text. */
  | { readonly ok: false; readonly message: string; readonly problems: readonly ConfigProblem[] };

/**
 * Changes one setting in the text of `hermes.yaml` and not a byte anywhere else: comments, order, quotes, line ends
 * and spacing stay. The result is read again before it is given out, and holds exactly the setting asked for.
 */
export function editConfig(text: string, change: YamlChange): EditOutcome {
  const before = loadConfig(text);
  if (!before.ok) return refused('hermes.yaml has problems; mend them first', before.problems);
  const spliced = spliceYaml(text, change);
  if (spliced === null)
    return refused(
      `hermes.yaml is written in a way that cannot be edited safely at ${pathText(change.path)}; edit it by hand`,
    );
  const after = loadConfig(spliced);
  if (!after.ok) return refused(after.problems.map((problem) => problem.message).join('; '));
  if (!isExpected(text, spliced, change))
    return refused(
      `${pathText(change.path)} could not be changed without touching other settings; edit it by hand`,
    );
  return { ok: true, text: spliced };
}

function refused(message: string, problems: readonly ConfigProblem[] = []): EditOutcome {
  return { ok: false, message, problems };
}

function valueOf(text: string): unknown {
  const read = readYaml(text);
  return read.ok ? withoutNulls(read.value ?? {}) : undefined;
}

function isExpected(before: string, after: string, change: YamlChange): boolean {
  const old = valueOf(before);
  const list = valueAt(old, change.path);
  const standing: readonly unknown[] = Array.isArray(list) ? list : [];
  const wanted = change.kind === 'set' ? change.value : [...standing, change.value];
  return samePlain(valueOf(after), withoutNulls(withValueAt(old, change.path, wanted)));
}

/** Equal values; the order of keys does not count. */
function samePlain(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => samePlain(item, b[index]));
  if (isPlainMap(a) && isPlainMap(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && samePlain(a[key], b[key]))
    );
  }
  return Object.is(a, b);
}
