import { strictObject } from 'zod';
import { wholeNumber } from '../../config/value-kinds';
import { foldName } from '../../text/fold-name';
import type { VaultPath } from '../../ports';
import { noteName } from '../loose-end';
import type { NoteText } from '../note-text';
import { gatherRule } from '../rule';

/** Start and words of the first step, then one 32-bit number a step. */
type Procedure = readonly [start: number, first: string, steps: number[]];

const STEP = /^([\s>]*)\d{1,9}[.)]\s+(.*)$/;

/** Whether a line begins with a digit, behind space and quote marks: asked of every note, so no line is cut out. */
function mayHoldSteps(text: string): boolean {
  for (let start = 0; start >= 0; start = nextLine(text, start)) {
    let at = start;
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x09 || code === 0x3e) code = text.charCodeAt(++at);
    if (code >= 0x30 && code <= 0x39) return true;
  }
  return false;
}

/** Start of the line below; -1 below the last. */
function nextLine(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed === -1 ? -1 : feed + 1;
}

/** FNV-1a: what is kept with every note should be small, and a chance hit would need three in a row. */
function stepNumber(words: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Runs of numbered steps of at least two words each; lines between two steps belong to the first. */
function procedures(text: NoteText): Procedure[] {
  const found: Procedure[] = [];
  let open: Procedure | null = null;
  let blank = false;
  for (const line of text.prose) {
    const match = STEP.exec(line.text);
    if (match === null) {
      // A paragraph at the margin after a blank line ends the list.
      if (line.text.trim() === '') blank = true;
      else if (/^#/.test(line.text) || (blank && !/^\s/.test(line.text))) open = null;
      continue;
    }
    blank = false;
    const words = foldName(match[2] ?? '')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim();
    if (!words.includes(' ')) {
      open = null;
      continue;
    }
    if (open === null) found.push((open = [line.start + (match[1]?.length ?? 0), words.slice(0, 80), []]));
    open[2].push(stepNumber(words));
  }
  return found;
}

export const proceduralContent = gatherRule({
  name: 'procedural-content',
  description:
    'The same numbered steps stand in two or more notes: a procedure that wants a note, or a skill, of its own.',
  severity: 'info',
  options: strictObject({ steps: wholeNumber(2).default(3) }),
  optionNotes: { steps: 'How many steps in a row have to be the same (default 3).' },
  isFact: (value): value is readonly Procedure[] => Array.isArray(value),
  examples: [
    {
      title: 'Watering, written down twice',
      files: {
        'Beans.md': '## Watering\n\n1. Fill the cans.\n2. Water at the foot.\n3. Close the lid.\n',
        'Tomatoes.md':
          'First:\n\n1. Take a can\n2. Fill the cans\n3. Water at the *foot*\n4. Close the lid\n',
      },
      findings: ['Beans.md:3:1 fill the cans', 'Tomatoes.md:3:1 take a can'],
    },
    {
      title: 'Two steps in common, and lists of single words',
      files: {
        'Beans.md': '1. Fill the cans.\n2. Close the lid.\n\n1. one\n2. two\n3. three\n',
        'Tomatoes.md': '1. Fill the cans.\n2. Close the lid.\n\n1. one\n2. two\n3. three\n',
      },
      findings: [],
    },
  ],
  gather(_note, text, { options }) {
    if (!mayHoldSteps(text.whole)) return null;
    const found = procedures(text).filter(([, , steps]) => steps.length >= options.steps);
    return found.length === 0 ? null : found;
  },
  *check(facts, _vault, { options }) {
    const places = new Map<string, Set<VaultPath>>();
    const windows = (steps: readonly number[]): string[] =>
      steps
        .slice(0, Math.max(0, steps.length - options.steps + 1))
        .map((_, at) => steps.slice(at, at + options.steps).join());
    for (const [path, procedures] of facts) {
      yield null;
      for (const [, , steps] of procedures)
        for (const window of windows(steps)) {
          const known = places.get(window);
          if (known === undefined) places.set(window, new Set([path]));
          else known.add(path);
        }
    }
    for (const [path, procedures] of facts) {
      yield null;
      for (const [start, first, steps] of procedures) {
        const twins = new Set(windows(steps).flatMap((window) => [...(places.get(window) ?? [])]));
        twins.delete(path);
        if (twins.size === 0) continue;
        const related = [...twins].sort();
        yield {
          path,
          span: { start, end: start },
          subject: first,
          message: `These steps also stand in ${related.slice(0, 3).map(noteName).join(', ')}${related.length > 3 ? ` and ${related.length - 3} more` : ''}.`,
          related,
        };
      }
    }
  },
});
