import { setIcon } from 'obsidian';
import type { Severity } from '../../core/lint/finding';
import { STRINGS } from '../strings';

const ICONS = { error: 'octagon-alert', warning: 'triangle-alert', info: 'info' } satisfies Record<
  Severity,
  string
>;
const GAP_ICON = 'file-plus';

/** Shape and name tell severities apart, not colour alone; null is a note that is not written yet. */
export function createSeverityIcon(parent: HTMLElement, severity: Severity | null): HTMLElement {
  const kind = severity ?? 'gap';
  const icon = parent.createSpan({ cls: ['hermes-severity', `mod-${kind}`] });
  setIcon(icon, severity === null ? GAP_ICON : ICONS[severity]);
  if (severity === null) icon.setAttr('aria-hidden', 'true');
  else icon.setAttrs({ role: 'img', 'aria-label': STRINGS.severity[severity] });
  return icon;
}
