import type { Severity } from '../core/lint/finding';

/** Every text that the plugin shows, in one place: sentence case, ready for a second language. */
export const STRINGS = {
  viewTitle: 'Findings',
  ribbon: 'Open findings',
  commands: { open: 'Open findings', lint: 'Lint the vault again' },

  groupByNote: 'Group by note',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  lintAgain: 'Lint again',
  list: 'Findings',

  severity: { error: 'Error', warning: 'Warning', info: 'Info' } satisfies Record<Severity, string>,
  severityCount: {
    error: (n: number) => count(n, 'error', 'errors'),
    warning: (n: number) => count(n, 'warning', 'warnings'),
    info: (n: number) => `${number(n)} info`,
  } satisfies Record<Severity, (n: number) => string>,
  gapCount: (n: number) => `${number(n)} not written yet`,

  gaps: 'Notes not written yet',
  gapsHint: 'Links to notes that nobody has written: a wish, not a fault.',
  unread: 'Files that could not be read',
  unreadHint: 'These files are left out of every rule.',
  line: (line: number) => `Line ${number(line)}`,
  place: (note: string, line: number) => `${note}, line ${number(line)}`,
  showMore: (n: number) => `Show ${number(n)} more`,
  vaultRoot: 'Vault',
  folderFinding: (path: string) => `${path} is a folder. There is no note to open.`,
  gone: (path: string) => `${path} is no longer there.`,

  waiting: 'Waiting for the app to finish loading.',
  checking: 'Looking at your notes',
  progress: (done: number, total: number) => `${number(done)} of ${count(total, 'file', 'files')}`,
  clean: {
    title: 'Nothing to mend',
    text: (notes: number) =>
      `${count(notes, 'note passes', 'notes pass')} every rule. Broken links, missing properties and forgotten placeholders will show up here as you write.`,
    hint: 'What counts as a finding is yours to say: a file named `hermes.yaml` at the top of the vault holds the rules.',
  },
  noNotes: {
    title: 'No notes yet',
    text: 'Write the first one. What is wrong with its links or properties will show up here.',
  },
  config: {
    title: 'The settings have a mistake',
    text: 'Nothing is checked until it is mended, so that no rule you turned off comes back.',
    tryAgain: 'Read again',
  },
  failed: {
    title: 'The notes could not be checked',
    tryAgain: 'Try again',
  },

  night: {
    none: 'No night yet',
    ok: (when: string) => `Last night went well (${when})`,
    running: (when: string) => `Tonight's run is going (since ${when})`,
    halted: (when: string) => `Last night halted (${when})`,
    stale: (when: string) => `No night since ${when}`,
    unreadable: (why: string) => `The last night is not known: ${why}`,
  },
  /** In the status bar, where there is little room. */
  nightShort: {
    none: 'No night yet',
    ok: 'Night ok',
    running: 'Running',
    halted: 'Night halted',
    stale: 'Night missing',
    unreadable: 'Night unknown',
  },
  statusBar: {
    /** Begins with what is seen, so that it can be spoken to. */
    label: (seen: readonly string[], night: string) =>
      `${seen.join(' ')}. ${night}. Click to see the findings.`,
    open: (n: number) => count(n, 'finding', 'findings'),
  },
} as const;

/** `broken-wikilink` → «Broken wikilink». */
export function ruleTitle(rule: string): string {
  const words = rule.replace(/-/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function number(n: number): string {
  return n.toLocaleString('en');
}

function count(n: number, one: string, many: string): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}
