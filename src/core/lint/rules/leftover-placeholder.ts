import { strictObject } from 'zod';
import { list, words } from '../../config/value-kinds';
import { findPlaceholders } from '../placeholders';
import { textRule } from '../rule';

export const leftoverPlaceholder = textRule({
  name: 'leftover-placeholder',
  description:
    'Something that was to be replaced still stands: `{{title}}`, `<your name>`, a line `TODO: …`.',
  severity: 'warning',
  options: strictObject({
    words: list(words('a word')).default(['TODO', 'TBD', 'FIXME', 'PLACEHOLDER']),
  }),
  optionNotes: {
    words: 'Words that mark a line as still to be written (default TODO, TBD, FIXME, PLACEHOLDER).',
  },
  examples: [
    {
      title: 'A variable of a template, and a line to be written',
      files: { 'Chutney.md': '{{quantity}} of tomatoes.\n\n- TODO: write down the spices\n' },
      findings: ['Chutney.md:1:1 {{quantity}}', 'Chutney.md:3:3 TODO: write down the spices'],
    },
    {
      title: 'In the properties',
      files: { 'Chutney.md': '---\ntitle: "{{title}}"\n---\n' },
      findings: ['Chutney.md:2:9 {{title}}'],
    },
    {
      title: 'A task, a heading, code, a template, and the word in a sentence',
      files: {
        'Chutney.md': '# TODO\n\n- [ ] TODO: buy onions\n\nMy todo list has a TODO in it. `{{title}}`\n',
        'Templates/Recipe.md': '# {{title}}\n',
      },
      findings: [],
    },
    {
      title: 'Maths is full of braces; a price is no maths',
      files: {
        'Yield.md':
          'Per bed $$\\frac{{a}}{{b}}$$ or $\\{{x}}$.\n\n$$\\frac{{a}}{{b}}$$\n\n$$\n{{a}}\n$$\n\nor $$x +\n{{y}}$$\n\nFor $5 {{quantity}}, or $6.\n',
      },
      findings: ['Yield.md:12:8 {{quantity}}'],
    },
  ],
  *check(_note, text, { options }) {
    for (const { span, text: written } of findPlaceholders(text, options.words)) {
      yield { span, subject: written, message: `“${shorten(written)}” was left to be replaced.` };
    }
  },
});

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
