type IconNode = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

declare global {
  interface Window {
    /** Lucide's icons by name, put there by the test. */
    lucideIcons: Readonly<Record<string, IconNode>>;
  }
}

/** Icons of the app that are not Lucide's own. */
const OWN: Readonly<Record<string, IconNode>> = {
  'right-triangle': [['path', { d: 'M3 8L12 17L21 8', transform: 'rotate(0 12 12)' }]],
};

/** Draws a Lucide icon as the app does: `svg.svg-icon.lucide-name`; an unknown name draws nothing. */
export function setIcon(parent: HTMLElement, iconId: string): void {
  const icon = getIcon(iconId);
  parent.empty();
  if (icon) parent.append(icon);
  // The app says nothing; here a wrong name is a fault that the test sees.
  else console.error(`No icon is called ${iconId}`);
}

export function getIcon(iconId: string): SVGSVGElement | null {
  const name = iconId.replace(/^lucide-/, '');
  const node = OWN[name] ?? window.lucideIcons[name];
  if (!node) return null;
  const svg = createSvg('svg', {
    cls: ['svg-icon', OWN[name] ? name : `lucide-${name}`],
    attr: {
      xmlns: 'http://www.w3.org/2000/svg',
      width: 24,
      height: 24,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    },
  });
  for (const [tag, attributes] of node) svg.createSvg(tag as 'path', { attr: { ...attributes } });
  return svg;
}
