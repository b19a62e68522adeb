import { ItemView, Platform, setIcon, setTooltip, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import { SEVERITIES } from '../../core/lint/finding';
import { countSeverities, type LintReport } from '../../core/lint/report';
import { unwrittenNotes } from '../../core/lint/unwritten-notes';
import type { Instant } from '../../core/ports';
import type { LintState } from '../lint/lint-state';
import type { NightStatus } from '../night/night-status';
import { STRINGS } from '../strings';
import { FindingsTree } from './findings-tree';
import { groupReport, type Group, type Grouping } from './group-findings';
import { drawNightIcon, nightText } from './night-line';
import { drawNoticeBlock } from './notice-block';
import { openPlace } from './open-place';
import { ProgressLine } from './progress-line';
import { createSeverityIcon } from './severity-icon';
import { shownReport } from './shown-report';

/** Type of the view, as the app stores it in the layout. */
export const FINDINGS_VIEW = 'hermes-harness-findings';

/** Groups with no more rows than this stand open until the person closes them. */
const SHORT_GROUP = 8;

/** What the view draws from and calls. */
export interface FindingsSource {
  readonly state: LintState;
  readonly night: NightStatus;
  now(): Instant;
  /** Called after each change of `state` or `night`; the answer ends that. */
  subscribe(listener: () => void): () => void;
  lintAgain(): void;
  /** One sentence about a rule. */
  describe(rule: string): string;
}

/** All findings of the vault, grouped, each leading to its place. */
export class FindingsView extends ItemView {
  override icon = 'list-checks';
  override navigation = false;
  #grouping: Grouping = 'rule';
  /** What the person opened and closed; other groups stand as their size says. */
  readonly #toggled = new Map<string, boolean>();
  #drawn: { readonly report: LintReport; readonly grouping: Grouping } | null = null;
  #parts: ViewParts | null = null;

  constructor(
    leaf: WorkspaceLeaf,
    private readonly source: FindingsSource,
  ) {
    super(leaf);
  }

  override getViewType(): string {
    return FINDINGS_VIEW;
  }

  override getDisplayText(): string {
    return STRINGS.viewTitle;
  }

  override getState(): Record<string, unknown> {
    return { grouping: this.#grouping };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    if (typeof state === 'object' && state !== null && 'grouping' in state) {
      this.#grouping = state.grouping === 'note' ? 'note' : 'rule';
    }
    await super.setState(state, result);
    this.#draw();
  }

  protected override async onOpen(): Promise<void> {
    this.contentEl.addClass('hermes-findings');
    this.#parts = this.#buildParts();
    this.register(this.source.subscribe(() => this.#draw()));
    this.#draw();
    await Promise.resolve();
  }

  protected override async onClose(): Promise<void> {
    this.#parts = null;
    this.contentEl.empty();
    await Promise.resolve();
  }

  #buildParts(): ViewParts {
    const header = this.contentEl.createDiv({ cls: 'nav-header' });
    const buttons = header.createDiv({ cls: 'nav-buttons-container' });
    const byNote = this.#button(buttons, 'file-text', STRINGS.groupByNote, () => {
      this.#grouping = this.#grouping === 'note' ? 'rule' : 'note';
      this.app.workspace.requestSaveLayout();
      this.#draw();
    });
    const expand = this.#button(buttons, 'chevrons-up-down', STRINGS.expandAll, () => this.#toggleAll());
    this.#button(buttons, 'refresh-cw', STRINGS.lintAgain, () => this.source.lintAgain());
    const summary = this.contentEl.createDiv({ cls: 'hermes-summary', attr: { role: 'status' } });
    const progress = new ProgressLine(this.contentEl);
    const body = this.contentEl.createDiv({ cls: 'hermes-body' });
    // Phones have no status bar to say it.
    const night = Platform.isMobile ? this.contentEl.createDiv({ cls: 'hermes-night' }) : null;
    const tree = new FindingsTree(body, {
      open: (place, newTab) => void openPlace(this.app, this.leaf, place, newTab),
      toggled: (key, open) => {
        this.#toggled.set(key, open);
        this.#drawTree();
      },
    });
    return { byNote, expand, summary, progress, body, block: body.createDiv(), tree, night };
  }

  #button(parent: HTMLElement, icon: string, label: string, run: () => void): HTMLElement {
    const button = parent.createEl('button', { cls: 'clickable-icon nav-action-button' });
    setIcon(button, icon);
    setTooltip(button, label);
    button.addEventListener('click', run);
    return button;
  }

  #draw(): void {
    const parts = this.#parts;
    if (!parts) return;
    const { state } = this.source;
    const report = shownReport(state);
    parts.byNote.toggleClass('is-active', this.#grouping === 'note');
    parts.byNote.setAttr('aria-pressed', this.#grouping === 'note');
    this.contentEl.setAttr('aria-busy', state.kind === 'busy');
    if (state.kind === 'busy') parts.progress.show(state.done, state.total, state.before === null);
    else parts.progress.hide();
    if (parts.night) drawNight(parts.night, this.source);
    if (report === this.#drawn?.report && this.#grouping === this.#drawn?.grouping && report) return;
    this.#drawn = report && { report, grouping: this.#grouping };
    drawSummary(parts.summary, report);
    parts.block.empty();
    this.#drawBlock(parts.block, state, report);
    this.#drawTree();
  }

  #drawBlock(parent: HTMLElement, state: LintState, report: LintReport | null): void {
    const again = (label: string) => ({ label, run: () => this.source.lintAgain() });
    switch (state.kind) {
      case 'waiting':
        parent.createDiv({ cls: 'pane-empty', text: STRINGS.waiting });
        return;
      case 'config-broken':
        drawNoticeBlock(parent, {
          icon: 'triangle-alert',
          kind: 'fault',
          ...STRINGS.config,
          lines: state.lines,
          button: again(STRINGS.config.tryAgain),
        });
        return;
      case 'failed':
        drawNoticeBlock(parent, {
          icon: 'octagon-alert',
          kind: 'fault',
          ...STRINGS.failed,
          text: state.message,
          button: again(STRINGS.failed.tryAgain),
        });
        return;
      case 'busy':
      case 'ready':
        if (report && report.findings.length === 0 && report.problems.length === 0) drawClean(parent, report);
    }
  }

  #groups(): readonly Group[] {
    const drawn = this.#drawn;
    if (!drawn) return [];
    return groupReport(drawn.report, drawn.grouping, (rule) => this.source.describe(rule));
  }

  #isOpen(group: Group): boolean {
    return this.#toggled.get(group.key) ?? (!group.apart && group.rows.length <= SHORT_GROUP);
  }

  #drawTree(): void {
    const parts = this.#parts;
    if (!parts) return;
    const groups = this.#groups();
    const allOpen = groups.length > 0 && groups.every((group) => this.#isOpen(group));
    setIcon(parts.expand, allOpen ? 'chevrons-down-up' : 'chevrons-up-down');
    setTooltip(parts.expand, allOpen ? STRINGS.collapseAll : STRINGS.expandAll);
    parts.tree.render(groups, (group) => this.#isOpen(group));
  }

  #toggleAll(): void {
    const groups = this.#groups();
    const open = !groups.every((group) => this.#isOpen(group));
    for (const group of groups) this.#toggled.set(group.key, open);
    this.#drawTree();
  }
}

interface ViewParts {
  readonly byNote: HTMLElement;
  readonly expand: HTMLElement;
  readonly summary: HTMLElement;
  readonly progress: ProgressLine;
  readonly body: HTMLElement;
  readonly block: HTMLElement;
  readonly tree: FindingsTree;
  readonly night: HTMLElement | null;
}

function drawSummary(parent: HTMLElement, report: LintReport | null): void {
  parent.empty();
  if (!report || report.findings.length + report.gaps.length === 0) return;
  const counts = countSeverities(report.findings);
  for (const severity of SEVERITIES) {
    if (counts[severity] === 0) continue;
    const part = parent.createSpan({ cls: 'hermes-count' });
    createSeverityIcon(part, severity).setAttr('aria-hidden', 'true');
    part.createSpan({ text: STRINGS.severityCount[severity](counts[severity]), attr: { dir: 'auto' } });
  }
  if (report.gaps.length === 0) return;
  const part = parent.createSpan({ cls: 'hermes-count' });
  createSeverityIcon(part, null);
  part.createSpan({ text: STRINGS.gapCount(unwrittenNotes(report.gaps).length), attr: { dir: 'auto' } });
}

function drawNight(parent: HTMLElement, source: FindingsSource): void {
  parent.empty();
  drawNightIcon(parent, source.night);
  parent.createSpan({ text: nightText(source.night, source.now()), attr: { dir: 'auto' } });
}

function drawClean(parent: HTMLElement, report: LintReport): void {
  if (report.notes === 0) {
    drawNoticeBlock(parent, { icon: 'file-plus', kind: 'calm', ...STRINGS.noNotes });
    return;
  }
  drawNoticeBlock(parent, {
    icon: 'circle-check',
    kind: 'calm',
    title: STRINGS.clean.title,
    text: STRINGS.clean.text(report.notes),
    hint: STRINGS.clean.hint,
  });
}
