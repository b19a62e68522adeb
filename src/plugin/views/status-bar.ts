import { setTooltip, type Component } from 'obsidian';
import { countSeverities } from '../../core/lint/report';
import type { Clock } from '../../core/ports';
import type { LintState } from '../lint/lint-state';
import type { NightStatus } from '../night/night-status';
import { STRINGS } from '../strings';
import { drawNightIcon, nightText } from './night-line';
import { createSeverityIcon } from './severity-icon';

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
    const findings = openFindings(state);
    const short = STRINGS.nightShort[night.kind];
    const seen = findings === null ? [short] : [short, STRINGS.statusBar.open(findings.total)];
    const label = STRINGS.statusBar.label(seen, nightText(night, clock.now()));
    if (label === drawn) return;
    drawn = label;
    element.empty();
    setTooltip(element, label, { placement: 'top' });
    drawNightIcon(element, night);
    element.createSpan({ text: short });
    if (findings === null) return;
    // For those who hear it: the words of the two parts stay apart.
    element.appendText(' ');
    const part = element.createSpan({ cls: 'hermes-count' });
    if (findings.worst !== null) createSeverityIcon(part, findings.worst).setAttr('aria-hidden', 'true');
    part.createSpan({ text: STRINGS.statusBar.open(findings.total), attr: { dir: 'auto' } });
  };
  owner.register(source.subscribe(draw));
  draw();
}

type OpenFindings = { readonly total: number; readonly worst: 'error' | 'warning' | 'info' | null };

/** Null as long as nothing was counted, or nothing can be. */
function openFindings(state: LintState): OpenFindings | null {
  const report = state.kind === 'ready' ? state.report : state.kind === 'busy' ? state.before : null;
  if (report === null) return null;
  const counts = countSeverities(report.findings);
  const worst = counts.error > 0 ? 'error' : counts.warning > 0 ? 'warning' : counts.info > 0 ? 'info' : null;
  return { total: report.findings.length, worst };
}
