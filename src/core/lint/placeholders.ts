import type { Span } from '../text/note-facts';
import type { NoteLine } from './note-lines';
import type { NoteText } from './note-text';

/** Something that somebody meant to replace and did not. */
export interface Placeholder {
  readonly span: Span;
  readonly text: string;
}

/** Macros that stay in the text for good: Logseq's, and clozes of Anki cards. */
const MACROS = /^\{\{\s*(?:c\d+::|(?:embed|query|video|youtube|tweet|pdf|renderer|cloze|toc|zotero)\b)/i;

const IN_TEXT: readonly RegExp[] = [
  // Core templates, QuickAdd and hand-made forms: {{title}}, {{date:YYYY}}, {{quantity}}. With a dot it is an
  // expression that a program fills in each time: {{query.file.path}} of Tasks.
  /\{\{\s*[\p{L}_][\p{L}\p{N}_ -]{0,40}(?::[^{}]{0,60})?\}\}/gu,
  // Templater.
  /<%[^%]{1,300}%>/g,
  /<(?:…|\.{3}|(?:your|insert|add|enter|fill|todo|tbd|placeholder|name of)\b[^<>]{0,80})>/gi,
  /\[(?:insert|your|enter|fill in|placeholder)\b[^[\]]{0,80}\](?!\()/gi,
  /\bPLACEHOLDER\b/g,
  /\b(?:[Ll]orem [Ii]psum [Dd]olor|LOREM IPSUM DOLOR)\b/g,
];

const BRACKETED = /[<[](?:…|\.{3}|your|insert|add|enter|fill|todo|tbd|placeholder|name of)/i;

/** Whether the text can hold any of these. Plain searches first: this is asked of every note. */
function mayHold(text: string, words: readonly string[]): boolean {
  return (
    text.includes('{{') ||
    text.includes('<%') ||
    text.includes('PLACEHOLDER') ||
    words.some((word) => text.includes(word)) ||
    text.includes('psum') ||
    text.includes('PSUM') ||
    BRACKETED.test(text)
  );
}

/** A line that is still to be written, in the middle of finished text. A task is tracked as it is, a heading groups. */
const LINE_START = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?!\[)/;

/** Finds what was left over, in the order of the text. `words` mark a line that is still to be written (`TODO`). */
export function findPlaceholders(text: NoteText, words: readonly string[]): readonly Placeholder[] {
  // Most notes hold nothing of the kind, and need not be read line by line.
  if (!mayHold(text.whole, words)) return [];
  const found: Placeholder[] = [];
  for (const line of text.properties) found.push(...inLine(line));
  for (const line of text.prose) found.push(...inLine(line), ...lineWord(line, words));
  return found.sort((a, b) => a.span.start - b.span.start);
}

function* inLine(line: NoteLine): Generator<Placeholder> {
  for (const pattern of IN_TEXT) {
    for (const match of line.text.matchAll(pattern)) {
      if (MACROS.test(match[0])) continue;
      const start = line.start + match.index;
      yield { span: { start, end: start + match[0].length }, text: match[0] };
    }
  }
}

function* lineWord(line: NoteLine, words: readonly string[]): Generator<Placeholder> {
  const lead = LINE_START.exec(line.text)?.[0].length ?? 0;
  const rest = line.text.slice(lead);
  for (const word of words) {
    if (
      word === 'PLACEHOLDER' ||
      !rest.startsWith(word) ||
      !/^(?:\s*:|[.…\s]*$)/.test(rest.slice(word.length))
    )
      continue;
    const start = line.start + lead;
    yield { span: { start, end: start + word.length }, text: rest.trim() };
  }
}
