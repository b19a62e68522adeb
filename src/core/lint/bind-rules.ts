import picomatch from 'picomatch';
import type { Config } from '../config/config';
import { nearestWord } from '../config/nearest-word';
import type { VaultPath } from '../ports';
import type { Severity } from './finding';
import { RuleOptionsError, type BoundRule, type Rule } from './rule';

/** The `lint:` section asks for something that no rule offers. The message names setting and remedy. */
export class LintConfigError extends Error {
  override readonly name = 'LintConfigError';
}

/** A rule that is on, with what the configuration says about it. */
export interface ActiveRule {
  readonly name: string;
  readonly severity: Severity;
  readonly bound: BoundRule;
  /** True where `lint.ignore` takes the rule's findings away. */
  ignores(path: VaultPath): boolean;
}

function unknownRule(setting: string, name: string, rules: readonly Rule[]): LintConfigError {
  const known = rules.map((rule) => rule.name);
  const near = nearestWord(name, known);
  const remedy = near === null ? `known are ${known.join(', ')}` : `did you mean ${near}?`;
  return new LintConfigError(`hermes.yaml: ${setting}: there is no rule \`${name}\`; ${remedy}`);
}

/** Settles which rules run and how. Throws `LintConfigError`. */
export function bindRules(lint: Config['lint'], rules: readonly Rule[]): readonly ActiveRule[] {
  const names = new Set(rules.map((rule) => rule.name));
  for (const name of Object.keys(lint.rules))
    if (!names.has(name)) throw unknownRule('lint.rules', name, rules);
  for (const [at, { rule }] of lint.ignore.entries())
    if (!names.has(rule)) throw unknownRule(`lint.ignore[${at}].rule`, rule, rules);
  const active: ActiveRule[] = [];
  for (const rule of rules) {
    const setting = Object.hasOwn(lint.rules, rule.name) ? lint.rules[rule.name] : undefined;
    const severity = setting?.severity ?? rule.severity;
    // Bound even when off: a wrong option is told before it matters.
    const bound = bind(rule, lint, setting?.options ?? {});
    if (severity === 'off') continue;
    const globs = lint.ignore.filter((ignore) => ignore.rule === rule.name).flatMap(({ paths }) => paths);
    const covers = globs.length === 0 ? null : picomatch(globs, { dot: true });
    active.push({ name: rule.name, severity, bound, ignores: (path) => covers?.(path) ?? false });
  }
  return active;
}

function bind(rule: Rule, lint: Config['lint'], options: Readonly<Record<string, unknown>>): BoundRule {
  try {
    return rule.bind({ requiredFields: lint.required_fields }, options);
  } catch (error) {
    if (!(error instanceof RuleOptionsError)) throw error;
    const setting = ['lint.rules', rule.name, 'options', error.option]
      .filter((part) => part !== '')
      .join('.');
    throw new LintConfigError(
      `hermes.yaml: ${setting}: ${error.problem}; see \`hermesh lint --explain ${rule.name}\``,
    );
  }
}
