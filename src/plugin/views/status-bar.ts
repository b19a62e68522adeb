import { setTooltip, type Component } from 'obsidian';
import type { Clock } from '../../core/ports';
import type { LintState } from '../lint/lint-state';
import type { NightStatus } from '../night/night-status';
import { STRINGS } from '../strings';
import { drawNightIcon, nightText } from './night-line';
import { createSeverityIcon } from './severity-icon';
import { shownReport, worstSeverity } from './shown-report';

/** What the status bar draws from. */
export interface StatusSource {
  readonly state: LintState;
  readonly night: NightStatus;
  /** Called after each change; the answer ends that. */
  subscribe(listener: () => void): () => void;
}

/** Last night and the number of open findings, at the foot of the window; a click opens the findings. */
export function fillStatusBar(
  element: HTMLElement,
  owner: Component,
  source: StatusSource,
  clock: Pick<Clock, 'now'>,
  open: () => void,
): void {
  element.addClasses(['mod-clickable', 'hermes-status']);
  element.setAttrs({ role: 'button', tabindex: 0 });
  owner.registerDomEvent(element, 'click', open);
  owner.registerDomEvent(element, 'keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    open();
  });
  let drawn = '';
  const draw = (): void => {
    const { state, night } = source;
    const report = shownReport(state);
    const total = report === null ? null : STRINGS.statusBar.open(report.findings.length);
    const short = STRINGS.nightShort[night.kind];
    const seen = total === null ? [short] : [short, total];
    const label = STRINGS.statusBar.label(seen, nightText(night, clock.now()));
    if (label === drawn) return;
    drawn = label;
    element.empty();
    setTooltip(element, label, { placement: 'top' });
    drawNightIcon(element, night);
    element.createSpan({ text: short });
    if (report === null || total === null) return;
    // For those who hear it: the words of the two parts stay apart.
    element.appendText(' ');
    const part = element.createSpan({ cls: 'hermes-count' });
    const worst = worstSeverity(report.findings);
    if (worst !== null) createSeverityIcon(part, worst).setAttr('aria-hidden', 'true');
    part.createSpan({ text: total, attr: { dir: 'auto' } });
  };
  owner.register(source.subscribe(draw));
  draw();
}
