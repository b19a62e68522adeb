import { parseDaily, roleHeading } from '../memory/daily';
import type { VaultPath } from '../ports';
import { scopeMatcher } from '../vault/write-scope';
import type { Claim, Role, RoleName, RoleResult, Section } from './role';
import type { Check, Verdict } from './run-record';

/** One file that the harness wrote for the role: its text before the first try, after the last write, and now. */
export interface WrittenText {
  readonly path: VaultPath;
  /** Null is «no such file». */
  readonly before: string | null;
  readonly after: string | null;
  readonly now: string | null;
}

/** A file of the harness's own, before the role ran and now. */
export interface OwnText {
  readonly path: VaultPath;
  readonly before: string | null;
  readonly now: string | null;
}

/** What the VALIDATOR looks at: the vault as it stands, the role's word, and the harness's own record of writes. */
export interface Evidence {
  readonly role: Pick<Role, 'name' | 'scope'>;
  readonly result: RoleResult;
  readonly written: readonly WrittenText[];
  readonly memory: OwnText;
  readonly log: OwnText;
  /** What is wrong with a note's frontmatter; null if nothing. */
  readonly frontmatterFault: (text: string) => string | null;
  /** Leftovers such as TODO or <your name>, outside code. */
  readonly placeholders: (text: string) => readonly string[];
}

/** The role's claims and section, whatever its outcome says: a faulty role may give them where it must not. */
function given(result: RoleResult): { readonly claims: readonly Claim[]; readonly section: Section | null } {
  return {
    claims: 'claims' in result ? result.claims : [],
    section: 'section' in result ? result.section : null,
  };
}

/** What stands under the role's heading in a memory file; null if there is no such heading. */
export function sectionBody(memory: string | null, role: RoleName): string | null {
  if (memory === null) return null;
  const heading = roleHeading(role);
  return parseDaily(memory).sections.find((section) => section.heading === heading)?.body ?? null;
}

function sectionStands({ role, result, memory }: Evidence): readonly string[] {
  const { section } = given(result);
  const before = sectionBody(memory.before, role.name);
  const now = sectionBody(memory.now, role.name);
  if (section === null || result.outcome !== 'done') {
    return now === before ? [] : [`${memory.path} has a section ${role.name} that the role did not give`];
  }
  if (section.summary.trim() === '' && section.lines.every(({ text }) => text.trim() === '')) {
    return [`its section is empty`];
  }
  if (now === null) return [`${memory.path} has no heading \`## ${roleHeading(role.name)}\``];
  return now === '' || now === before
    ? [`nothing new stands under \`## ${roleHeading(role.name)}\` in ${memory.path}`]
    : [];
}

function quietIsQuiet({ result, written }: Evidence): readonly string[] {
  if (result.outcome === 'done' || result.outcome === 'failed') return [];
  const { claims, section } = given(result);
  return [
    ...(section === null ? [] : [`it ended ${result.outcome} and gave a section`]),
    ...claims.map((claim) => `it ended ${result.outcome} and claims to have ${claim.kind} ${claim.path}`),
    ...written.map(({ path }) => `it ended ${result.outcome} and wrote ${path}`),
  ];
}

function claimFault(claim: Claim, byPath: ReadonlyMap<VaultPath, WrittenText>): string | null {
  const file = byPath.get(claim.path);
  const says = `it claims to have ${claim.kind} ${claim.path}`;
  if (file === undefined) return `${says}, which was not written for it`;
  const was = file.before !== null;
  const is = file.after !== null;
  switch (claim.kind) {
    case 'created':
      return was ? `${says}, which stood there before` : is ? null : `${says}, which is not there`;
    case 'modified':
      if (!was) return `${says}, which was not there before`;
      if (!is) return `${says}, which is gone`;
      return file.before === file.after ? `${says}, whose text is the same as before` : null;
    case 'deleted':
      return was && !is ? null : `${says}, which ${is ? 'is still there' : 'was not there before'}`;
    case 'moved': {
      const target = byPath.get(claim.to);
      if (!was || is) return `${says}, which ${is ? 'is still there' : 'was not there before'}`;
      return target?.before === null && target.after === file.before
        ? null
        : `${says} to ${claim.to}, where its text does not stand`;
    }
  }
}

function claimsAreTrue({ result, written }: Evidence): readonly string[] {
  const byPath = new Map(written.map((file) => [file.path, file]));
  return given(result).claims.flatMap((claim) => claimFault(claim, byPath) ?? []);
}

function pathsOf(claims: readonly Claim[]): readonly VaultPath[] {
  return claims.flatMap((claim) => (claim.kind === 'moved' ? [claim.path, claim.to] : [claim.path]));
}

function writesAreClaimed({ result, written }: Evidence): readonly string[] {
  if (result.outcome !== 'done') return [];
  const claimed = new Set(pathsOf(result.claims));
  return written
    .filter(({ path, before, after }) => before !== after && !claimed.has(path))
    .map(({ path }) => `it wrote ${path} and does not claim it`);
}

function insideScope({ role, result, written }: Evidence): readonly string[] {
  const within = scopeMatcher(role.scope);
  const paths = new Set([...pathsOf(given(result).claims), ...written.map(({ path }) => path)]);
  return [...paths].filter((path) => !within(path)).map((path) => `${path} is outside of what it may write`);
}

function isNote(path: VaultPath): boolean {
  return path.toLowerCase().endsWith('.md');
}

function frontmatterIsValid({ written, frontmatterFault }: Evidence): readonly string[] {
  return written.flatMap(({ path, before, after }) => {
    if (!isNote(path) || after === null) return [];
    const fault = frontmatterFault(after);
    // A body edit in a note whose frontmatter the person broke has not broken it.
    const old = before === null ? null : frontmatterFault(before);
    return fault === null || old !== null ? [] : [`the frontmatter of ${path} is not valid: ${fault}`];
  });
}

function noPlaceholders({ result, written, placeholders }: Evidence): readonly string[] {
  if (result.outcome !== 'done') return [];
  return written.flatMap(({ path, before, after }) => {
    if (!isNote(path) || before !== null || after === null) return [];
    return placeholders(after).map((found) => `${path} is called done and holds the placeholder ${found}`);
  });
}

/** Every line of the log as it was must stand in it now, in the same order. */
function logIsIntact({ log }: Evidence): readonly string[] {
  if (log.before === null) return [];
  if (log.now === null) return [`${log.path} is gone`];
  const now = log.now.split('\n');
  const before = log.before.split('\n');
  let at = 0;
  for (const [number, line] of before.entries()) {
    // A last line without an end gets one when entries follow it, which in a file of CRLF leaves a CR in front.
    const ended = number === before.length - 1 ? `${line}\r` : line;
    while (at < now.length && now[at] !== line && now[at] !== ended) at++;
    if (at === now.length) return [`${log.path}: what stood on line ${number + 1} was changed or removed`];
    at++;
  }
  return [];
}

const CHECKS: readonly {
  readonly name: string;
  readonly faults: (evidence: Evidence) => readonly string[];
}[] = [
  { name: 'section stands', faults: sectionStands },
  { name: 'quiet roles leave nothing', faults: quietIsQuiet },
  { name: 'claims are true', faults: claimsAreTrue },
  { name: 'writes are claimed', faults: writesAreClaimed },
  { name: 'inside its scope', faults: insideScope },
  { name: 'frontmatter is valid', faults: frontmatterIsValid },
  { name: 'no placeholders', faults: noPlaceholders },
  { name: 'event log is intact', faults: logIsIntact },
];

/** Changes by others since the role's last write: told, never held against it. */
function meanwhile({ written }: Evidence): readonly string[] {
  return written
    .filter(({ after, now }) => after !== now)
    .map(({ path, now }) =>
      now === null
        ? `${path} was removed by someone else after it was written`
        : `${path} was changed by someone else after it was written`,
    );
}

/** Holds what the harness wrote for a role against the vault. `milliseconds` is what gathering the evidence took. */
export function validateRole(evidence: Evidence, milliseconds: number): Verdict {
  const checks: Check[] = CHECKS.map(({ name, faults }) => ({ name, faults: faults(evidence) }));
  return {
    passed: checks.every(({ faults }) => faults.length === 0),
    checks,
    notes: meanwhile(evidence),
    milliseconds,
  };
}

/** The verdict's faults as one line, the first three of them spelled out. */
export function verdictLine(verdict: Verdict): string {
  const faults = verdict.checks.flatMap((check) => check.faults);
  const more = faults.length > 3 ? `; and ${faults.length - 3} more` : '';
  return `${faults.slice(0, 3).join('; ')}${more}`;
}
