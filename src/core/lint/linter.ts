import type { Config } from '../config/config';
import type { Hash, VaultPath } from '../ports';
import { lineIndex, type LineIndex } from '../text/line-index';
import { CODE } from '../vault/code-version';
import { optsOut, type Exclusions } from '../vault/exclusions';
import { isNotePath } from '../vault/file-table';
import type { IndexedNote, VaultIndex, VaultProblem } from '../vault/vault-index';
import { bindRules, type ActiveRule } from './bind-rules';
import { findPlaces } from './find-places';
import type { FindingDraft, Gap, NoteDraft } from './finding';
import { buildLintVault, type LintVault } from './lint-vault';
import { aliasesOf } from './loose-end';
import { packLinkPlaces, type Place } from './link-places';
import { LEFT_OUT, packSide, unpackSide, type NoteSide, type SideFinding } from './note-side';
import { noteText } from './note-text';
import type { Pause } from './pause';
import { numberFindings, type PlacedFinding } from './number-findings';
import type { LintReport } from './report';
import { ALL_RULES } from './rules';

/** An index together with what `visit` gave for each of its notes. */
export interface VisitedIndex {
  readonly index: VaultIndex;
  side(path: VaultPath): string;
}

/** The rules, set up for one vault. */
export interface Linter {
  /** Changes whenever the same notes could give other findings. */
  readonly fingerprint: string;
  /** Looks at one note while its text is in hand; what it gives is kept with the note. */
  visit(note: IndexedNote, text: string): string;
  /**
   * Concludes over the whole vault. `readText` is asked for notes whose findings have no known line yet; null means
   * that the text cannot be read any more, and the finding stands at the top of its file. `pause` is awaited after
   * each small piece of work.
   */
  report(
    visited: VisitedIndex,
    readText: (path: VaultPath) => Promise<string | null>,
    problems?: readonly VaultProblem[],
    pause?: Pause,
  ): Promise<LintReport>;
}

/** Sets the rules up. Throws `LintConfigError` for an unknown rule or option. */
export function createLinter(
  config: Pick<Config, 'lint' | 'paths'>,
  exclusions: Exclusions,
  hash: Hash,
): Linter {
  const rules = bindRules(config.lint, ALL_RULES);
  const settings = JSON.stringify([CODE, config.lint, config.paths, exclusions.fingerprint]);
  const rank = new Map(rules.map((rule, at) => [rule.name, at]));
  return {
    fingerprint: hash.sha256(settings).slice(0, 16),
    visit(note, text) {
      if (exclusions.reason(note.path) !== null || optsOut(note.facts)) return LEFT_OUT;
      return packSide(visitNote(rules, note, text));
    },
    async report(visited, readText, problems = [], pause) {
      const { index } = visited;
      const sides = new Map<VaultPath, NoteSide>();
      const gathered: Gathered = new Map();
      for (const { path } of index.notes) {
        if (pause !== undefined) await pause();
        const side = unpackSide(visited.side(path));
        if (side === null) continue;
        sides.set(path, side);
        gather(gathered, path, side);
      }
      const vault = await buildLintVault({
        index,
        exclusions,
        logFolder: config.paths.log,
        isReported: (path) => sides.has(path),
        aliases: (path) => sides.get(path)?.a ?? [],
        pause,
      });
      const placed = await placedByNotes(sides, rules, pause);
      const drafts = await draftsOfVault(rules, vault, gathered, pause);
      const gapLinks = vault.looseLinks.filter(({ end }) => end.kind === 'gap');
      const places = await findPlaces(
        [
          ...drafts.map(({ draft }) => draft),
          ...gapLinks.map(({ note, ref }) => ({ path: note.path, span: ref })),
        ],
        sides,
        readText,
        pause,
      );
      for (const { rule, draft } of drafts) {
        if (pause !== undefined) await pause();
        placed.push(placeDraft(rule, draft, places(draft.path, draft.span)));
      }
      const findings = await numberFindings(placed, hash, pause);
      const told = new Set(findings.map(({ path, span }) => `${span?.start ?? -1} ${path}`));
      const gaps: Gap[] = [];
      for (const { note, ref } of gapLinks) {
        if (pause !== undefined) await pause();
        if (told.has(`${ref.start} ${note.path}`)) continue;
        const { line, column } = places(note.path, ref);
        const span = { start: ref.start, end: ref.end };
        gaps.push({ path: note.path, line, column, span, link: ref.link });
      }
      return {
        findings,
        gaps,
        problems: [...index.problems, ...problems],
        notes: vault.notes.length,
        passedOver: passedOver(index, sides),
        files: index.files.length,
      };
    },
  };

  /** Notes that no exclusion covers and that rules did not see all the same: opted out, or not read. */
  function passedOver(index: VaultIndex, sides: ReadonlyMap<VaultPath, NoteSide>): VaultPath[] {
    return index.files
      .map(({ path }) => path)
      .filter((path) => isNotePath(path) && !sides.has(path) && exclusions.reason(path) === null);
  }

  async function placedByNotes(
    sides: ReadonlyMap<VaultPath, NoteSide>,
    active: readonly ActiveRule[],
    pause: Pause | undefined,
  ): Promise<PlacedFinding[]> {
    const placed: PlacedFinding[] = [];
    for (const [path, side] of sides) {
      if (pause !== undefined) await pause();
      for (const [name, start, end, subject, message, related, line, column] of side.f) {
        const rule = active[rank.get(name) ?? -1];
        if (rule === undefined || rule.ignores(path)) continue;
        const span = start === null ? null : { start, end };
        placed.push(placeDraft(rule, { path, span, subject, message, related }, { line, column }));
      }
    }
    return placed;
  }
}

function visitNote(rules: readonly ActiveRule[], note: IndexedNote, whole: string): NoteSide {
  const text = noteText(whole, note.facts);
  let lines: LineIndex | undefined;
  const f: SideFinding[] = [];
  const g: Record<string, unknown> = {};
  const keep = (rule: string, { span, subject, message, related }: NoteDraft): void => {
    const at = span === null ? { line: 0, column: 0 } : (lines ??= lineIndex(whole)).place(span.start);
    f.push([
      rule,
      span?.start ?? null,
      span?.end ?? 0,
      subject,
      message,
      [...(related ?? [])],
      at.line + 1,
      at.column + 1,
    ]);
  };
  for (const { name, bound } of rules) {
    switch (bound.kind) {
      case 'facts':
        for (const draft of bound.check(note)) keep(name, draft);
        break;
      case 'text':
        for (const draft of bound.check(note, text)) keep(name, draft);
        break;
      case 'gather': {
        const fact = bound.gather(note, text);
        if (fact !== null && fact !== undefined) g[name] = fact;
        break;
      }
      case 'vault':
        break;
    }
  }
  const p = packLinkPlaces(whole, note.facts.refs());
  const { frontmatter } = note.facts;
  return { f, g, p, a: frontmatter.state === 'valid' ? aliasesOf(frontmatter.values) : [] };
}

interface VaultDraft {
  readonly rule: ActiveRule;
  readonly draft: FindingDraft;
}

/** The same fields in the same order, whichever rule it comes from and whether or not it was stored. */
function placeDraft(
  { name, severity }: ActiveRule,
  { path, span, subject, message, related }: FindingDraft,
  { line, column }: Place,
): PlacedFinding {
  return {
    rule: name,
    severity,
    path,
    line,
    column,
    span: span === null ? null : { start: span.start, end: span.end },
    subject,
    message,
    related: [...(related ?? [])],
  };
}

async function draftsOfVault(
  rules: readonly ActiveRule[],
  vault: LintVault,
  gathered: Gathered,
  pause: Pause | undefined,
): Promise<VaultDraft[]> {
  const drafts: VaultDraft[] = [];
  for (const rule of rules) {
    for (const draft of conclusions(rule, vault, gathered)) {
      if (pause !== undefined) await pause();
      if (draft !== null && !rule.ignores(draft.path)) drafts.push({ rule, draft });
    }
  }
  return drafts;
}

/** What the notes gave, by rule. */
type Gathered = Map<string, Map<VaultPath, unknown>>;

function gather(gathered: Gathered, path: VaultPath, { g }: NoteSide): void {
  for (const rule of Object.keys(g)) {
    const facts = gathered.get(rule);
    if (facts === undefined) gathered.set(rule, new Map([[path, g[rule]]]));
    else facts.set(path, g[rule]);
  }
}

function conclusions(
  { name, bound }: ActiveRule,
  vault: LintVault,
  gathered: Gathered,
): Iterable<FindingDraft | null> {
  switch (bound.kind) {
    case 'facts':
    case 'text':
      return [];
    case 'vault':
      return bound.check(vault);
    case 'gather':
      return bound.check(gathered.get(name) ?? new Map(), vault);
  }
}
