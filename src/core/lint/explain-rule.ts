import type { Hash } from '../ports';
import type { Finding } from './finding';
import { lintExample } from './lint-example';
import type { Rule, RuleExample } from './rule';

function fence(text: string): string {
  const runs = [...text.matchAll(/`{3,}/g)].map((match) => match[0].length);
  return '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)));
}

function exampleText({ title, files, options }: RuleExample, findings: readonly Finding[]): string {
  const parts = [`### ${title}`];
  if (options !== undefined) parts.push(`With the options \`${JSON.stringify(options)}\`.`);
  for (const [path, text] of Object.entries(files)) {
    const mark = fence(text);
    parts.push(
      text === '' ? `\`${path}\` (empty)` : `\`${path}\`\n\n${mark}markdown\n${text.trimEnd()}\n${mark}`,
    );
  }
  parts.push(
    findings.length === 0 ? 'Nothing is found.' : `Found:\n\n${findings.map(findingLine).join('\n')}`,
  );
  return parts.join('\n\n');
}

/** As the report of `hermesh lint` has it, but for severity and rule, which the page names once. */
function findingLine({ path, line, column, message }: Finding): string {
  return `- ${path}:${line}:${column} ${message}`.replaceAll('\n', ' ');
}

/**
 * The rule's page of documentation as Markdown, made from the examples that are its tests; what is found in them is
 * what the rule says now.
 */
export async function explainRule(rule: Rule, hash: Hash): Promise<string> {
  const parts = [`## ${rule.name}`, rule.description, `Severity: ${rule.severity}.`];
  const options = Object.entries(rule.optionNotes ?? {});
  if (options.length > 0)
    parts.push(`Options:\n\n${options.map(([name, note]) => `- \`${name}\`: ${note}`).join('\n')}`);
  for (const example of rule.examples)
    parts.push(exampleText(example, await lintExample(rule, example, hash)));
  return `${parts.join('\n\n')}\n`;
}
