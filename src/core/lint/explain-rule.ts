import type { Rule, RuleExample } from './rule';

function fence(text: string): string {
  const runs = [...text.matchAll(/`{3,}/g)].map((match) => match[0].length);
  return '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)));
}

function exampleText({ title, files, findings, options }: RuleExample): string {
  const parts = [`### ${title}`];
  if (options !== undefined) parts.push(`With the options \`${JSON.stringify(options)}\`.`);
  for (const [path, text] of Object.entries(files)) {
    const mark = fence(text);
    parts.push(
      text === '' ? `\`${path}\` (empty)` : `\`${path}\`\n\n${mark}markdown\n${text.trimEnd()}\n${mark}`,
    );
  }
  parts.push(
    findings.length === 0
      ? 'Nothing is found.'
      : `Found:\n\n${findings.map((finding) => `- \`${finding.replaceAll('\n', ' ')}\``).join('\n')}`,
  );
  return parts.join('\n\n');
}

/** The rule's page of documentation as Markdown, made from the examples that are its tests. */
export function explainRule(rule: Rule): string {
  const parts = [`## ${rule.name}`, rule.description, `Severity: ${rule.severity}.`];
  const options = Object.entries(rule.optionNotes ?? {});
  if (options.length > 0)
    parts.push(`Options:\n\n${options.map(([name, note]) => `- \`${name}\`: ${note}`).join('\n')}`);
  parts.push(...rule.examples.map(exampleText));
  return `${parts.join('\n\n')}\n`;
}
