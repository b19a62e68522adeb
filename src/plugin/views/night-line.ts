import { setIcon } from 'obsidian';
import type { Instant } from '../../core/ports';
import type { NightStatus } from '../night/night-status';
import { STRINGS } from '../strings';

const ICONS = {
  none: 'moon',
  ok: 'moon-star',
  running: 'loader',
  halted: 'octagon-alert',
  stale: 'clock',
  unreadable: 'triangle-alert',
} satisfies Record<NightStatus['kind'], string>;

/** How the last night went, in one sentence. */
export function nightText(status: NightStatus, now: Instant): string {
  switch (status.kind) {
    case 'none':
      return STRINGS.night.none;
    case 'unreadable':
      return STRINGS.night.unreadable(status.message);
    case 'halted': {
      const text = STRINGS.night.halted(timeText(status.at, now));
      return status.message === '' ? text : `${text}: ${status.message}`;
    }
    case 'ok':
    case 'running':
    case 'stale':
      return STRINGS.night[status.kind](timeText(status.at, now));
  }
}

/** Shape and colour of the icon tell how the night went; the words beside it do, too. */
export function drawNightIcon(parent: HTMLElement, status: NightStatus): void {
  const icon = parent.createSpan({
    cls: ['hermes-night-icon', `mod-${status.kind}`],
    attr: { 'aria-hidden': true },
  });
  setIcon(icon, ICONS[status.kind]);
}

/** The time of day, and the day if it is not today's, as the person's system writes them. */
function timeText(at: Instant, now: Instant): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === new Date(now).toDateString()) return time;
  return `${date.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`;
}
