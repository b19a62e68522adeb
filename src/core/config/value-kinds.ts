import {
  array,
  boolean,
  enum as oneOf,
  int,
  number,
  string,
  type ZodBoolean,
  type ZodEnum,
  type ZodType,
} from 'zod';

/**
 * The kinds of value that `hermes.yaml` holds. Each carries its complaint as a predicate, so that every message reads
 * "`lots` is not a whole number of 1 or more".
 */

/** A whole number of `min` or more. */
export function wholeNumber(min: number): ZodType<number, number> {
  const error = `is not a whole number of ${min} or more`;
  return int({ error }).min(min, { error });
}

/** An amount of money in US dollars, 0 or more. */
export function dollars(): ZodType<number, number> {
  const error = 'is not an amount of US dollars of 0 or more';
  return number({ error }).min(0, { error });
}

/** A share in percent, 1 to 100. */
export function percent(): ZodType<number, number> {
  const error = 'is not a whole number from 1 to 100';
  return int({ error }).min(1, { error }).max(100, { error });
}

/** `true` or `false`; `yes` and `on` are text in YAML 1.2. */
export function flag(): ZodBoolean {
  return boolean({ error: 'is neither true nor false' });
}

/** One of a few words. */
export function choice<const Words extends readonly [string, ...string[]]>(
  words: Words,
): ZodEnum<{ [Word in Words[number]]: Word }> {
  return oneOf(words, { error: `is none of ${words.join(', ')}` });
}

/** Text with something in it. */
export function words(what: string): ZodType<string, string> {
  const error = `is not ${what}`;
  return string({ error }).refine((text) => text.trim() !== '', { error });
}

/** Why `path` cannot be a place in the vault, as a predicate; null if it can. */
function placeProblem(path: string): string | null {
  if (path.trim() === '') return 'is empty';
  if (path.includes('\\')) return 'has a backslash; vault paths use /';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'is not relative to the vault';
  if (/^~(\/|$)/.test(path)) return 'is not relative to the vault (~ is no home folder here)';
  if (path.endsWith('/')) return 'ends in /';
  if ([...path].some((character) => character < ' ')) return 'holds a control character';
  const segments = path.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    return 'has an empty segment, `.` or `..` in it';
  if (/^\.(git|obsidian|trash)(\/|$)/i.test(path)) return 'is a place the harness never writes to';
  if (/^hermes\.yaml(\/|$)/i.test(path)) return 'is this file itself';
  return null;
}

/** A folder in the vault, without a slash at either end. */
export function folder(): ZodType<string, string> {
  return string({ error: 'is not the path of a folder' }).superRefine((path, context) => {
    const problem = placeProblem(path);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
}

/** A Markdown file in the vault. */
export function note(): ZodType<string, string> {
  return string({ error: 'is not the path of a Markdown file' }).superRefine((path, context) => {
    const problem = placeProblem(path) ?? (path.toLowerCase().endsWith('.md') ? null : 'does not end in .md');
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
}

/** A glob over vault paths; negation is not offered because exclusions only ever add up. */
export function glob(): ZodType<string, string> {
  return string({ error: 'is not a glob over vault paths' }).superRefine((pattern, context) => {
    const problem =
      pattern.trim() === ''
        ? 'is empty'
        : pattern.startsWith('!')
          ? 'starts with !; globs here only add'
          : pattern.startsWith('/')
            ? 'starts with /; globs are relative to the vault'
            : pattern.includes('\\')
              ? 'has a backslash; vault paths use /'
              : null;
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
}

/** A list; a single value is refused with advice instead of being taken as a list of one. */
export function list<Item extends ZodType>(item: Item) {
  return array(item, { error: 'is not a list' });
}

/** True if this platform knows the zone: any IANA name, any case. */
function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    // `Intl` throws `RangeError` for a zone that it does not know.
    return false;
  }
}

/** An IANA zone. Fixed offsets (`+02:00`) are refused: they are an hour off for half of the year. */
export function timeZone(): ZodType<string, string> {
  const error = 'is not a time zone name such as Europe/Berlin';
  return string({ error }).refine((zone) => /^[A-Za-z]/.test(zone) && isTimeZone(zone), { error });
}
