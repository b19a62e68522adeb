import type { ChainOutcome } from '../../../src/core/chain/night';
import type { RunRecord } from '../../../src/core/chain/run-record';
import type { Config } from '../../../src/core/config/config';
import type { Changeset } from '../../../src/core/vault/changeset';
import { previewChangeset } from '../../../src/core/vault/preview-changeset';
import { count } from '../count';
import { printable } from '../printable';

type Ended = Extract<ChainOutcome, { outcome: 'ended' }>;

function foundLine({ counts }: RunRecord): string {
  if (counts === null) return 'Found    the vault was not looked over';
  const total = counts.errors + counts.warnings + counts.infos;
  return `Found    ${count(total, 'finding')} (${count(counts.errors, 'error')}, ${count(counts.warnings, 'warning')}, ${counts.infos} info): ${counts.fresh} new, ${counts.resolved} resolved`;
}

function endLine(record: RunRecord): string {
  const { status, chain, id } = record;
  switch (status.status) {
    case 'running':
    case 'finished':
      return `Finished run ${id}`;
    case 'halted':
    case 'dismissed':
      return [
        `Halted   ${status.role === null ? '' : `in ${status.role}: `}${printable(status.reason)}`,
        `         hermesh run ${chain} --resume ${id}   goes on from there`,
        `         hermesh run ${chain} --dismiss ${id}  lets it go`,
      ].join('\n');
    case 'interrupted':
      return `Stopped  ${status.role === null ? '' : `before ${status.role} was done`}; \`hermesh run ${chain} --resume ${id}\` goes on from there`;
  }
}

/** Of the person's notes that were changed, as many are named. */
const NAMED_NOTES = 5;

/** What a run found, wrote and committed, for the end of its output. */
export function runText({ record, traces }: Ended): string {
  const notes = [
    ...new Set(
      record.steps.flatMap(({ written }) =>
        written.filter(({ before, after }) => before !== after).map(({ path }) => path),
      ),
    ),
  ];
  const more = notes.length - NAMED_NOTES;
  const wrote = [
    ...notes.slice(0, NAMED_NOTES).map(printable),
    ...(more > 0 ? [count(more, 'more note')] : []),
    ...traces.wrote.map(printable),
  ];
  const { commits, removed } = traces;
  return [
    '',
    foundLine(record),
    `Wrote    ${wrote.length === 0 ? 'nothing' : wrote.join(', ')}`,
    ...(removed.length === 0 ? [] : [`Removed  ${removed.map(printable).join(', ')}`]),
    `Commits  ${commits.length === 0 ? 'none' : commits.map((commit) => commit.slice(0, 10)).join(', ')}`,
    endLine(record),
    '',
  ].join('\n');
}

/** What a rehearsal found and would have written. */
export function rehearsalText(
  { record }: Ended,
  planned: Changeset,
  { paths, colour }: { readonly paths: Config['paths']; readonly colour: boolean },
): string {
  const { files } = previewChangeset(planned);
  // What only programs read is named above and not shown.
  const forPeople = files.filter(
    ({ path }) => path !== paths.heartbeat && !path.startsWith(`${paths.machine}/`),
  );
  const diffs = forPeople.map(({ diff }) => (colour ? coloured(diff) : diff)).join('\n');
  return [
    '',
    foundLine(record),
    `Would write ${count(files.length, 'file')}:`,
    ...files.map(({ kind, path, added, removed }) => `  ${kind} ${printable(path)} (+${added} −${removed})`),
    '',
    diffs,
    'Nothing was written.',
    '',
  ].join('\n');
}

function coloured(diff: string): string {
  return diff
    .split('\n')
    .map((line) => {
      if (line.startsWith('+') && !line.startsWith('+++')) return `\x1b[32m${line}\x1b[0m`;
      if (line.startsWith('-') && !line.startsWith('---')) return `\x1b[31m${line}\x1b[0m`;
      return line.startsWith('@@') ? `\x1b[36m${line}\x1b[0m` : line;
    })
    .join('\n');
}

/** The run as JSON; `planned` and `why` only where nothing was written. */
export function runJson({ record, traces }: Ended, planned: Changeset | null, why: string | null): string {
  const { status } = record;
  const value = {
    version: 1,
    run: record.id,
    chain: record.chain,
    date: record.date,
    ...status,
    written: planned === null,
    previewBecause: why,
    counts: record.counts,
    notes: record.notes,
    steps: record.steps.map(({ role, state, written }) => ({
      role,
      ...(state.state === 'ended'
        ? { ...state.end, verdict: state.verdict, commit: state.commit }
        : { outcome: state.state }),
      files: written.map(({ path }) => path),
    })),
    ...(planned === null ? traces : { wouldWrite: previewChangeset(planned).files }),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
