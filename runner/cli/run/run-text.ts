import type { ChainOutcome } from '../../../src/core/chain/night';
import type { RunRecord } from '../../../src/core/chain/run-record';
import type { Config } from '../../../src/core/config/config';
import type { Changeset } from '../../../src/core/vault/changeset';
import { previewChangeset } from '../../../src/core/vault/preview-changeset';
import { count } from '../count';

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
        `Halted   ${status.role === null ? '' : `in ${status.role}: `}${status.reason}`,
        `         hermesh run ${chain} --resume ${id}   goes on from there`,
        `         hermesh run ${chain} --dismiss ${id}  lets it go`,
      ].join('\n');
    case 'interrupted':
      return `Stopped  ${status.role === null ? '' : `before ${status.role} was done`}; \`hermesh run ${chain} --resume ${id}\` goes on from there`;
  }
}

/** What a run found, wrote and committed, for the end of its output. */
export function runText(record: RunRecord, paths: Config['paths']): string {
  const sections = record.steps.filter(
    ({ state }) => state.state === 'ended' && state.end.outcome === 'done' && state.end.section !== null,
  );
  const commits = record.steps.flatMap(({ state }) =>
    state.state === 'ended' && state.commit !== null ? [state.commit] : [],
  );
  const memory = sections.length === 0 ? [] : [`${paths.memory}/${record.date}.md`];
  const wrote = [...memory, paths.heartbeat, `${paths.machine}/runs/${record.id}.json`].filter(
    (path) => !record.notes.some((note) => note.startsWith(`${path} was not written`)),
  );
  return [
    '',
    foundLine(record),
    `Wrote    ${wrote.length === 0 ? 'nothing' : wrote.join(', ')}`,
    commits.length === 0
      ? 'Commits  none by a role'
      : `Commits  ${commits.map((commit) => commit.slice(0, 10)).join(', ')}`,
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
    ...files.map(({ kind, path, added, removed }) => `  ${kind} ${path} (+${added} −${removed})`),
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
export function runJson(record: RunRecord, planned: Changeset | null, why: string | null): string {
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
    ...(planned === null ? {} : { wouldWrite: previewChangeset(planned).files }),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
