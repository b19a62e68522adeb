import type { Config } from './config';
import type { Origin } from './load-config';
import { isPlainMap } from './plain-values';
import { pathText, type PathSegment } from './schema-keys';

/** One effective setting and where it comes from. */
export interface EffectiveSetting {
  /** `fix.limit`, `jobs[0].schedule` */
  readonly key: string;
  /** A single value or a list of such; null for «none». */
  readonly value: unknown;
  readonly origin: Origin | { readonly from: 'default' } | { readonly from: 'preset'; readonly name: string };
}

/** Every setting in force, in the order of the schema. */
export function effectiveSettings(
  config: Config,
  provenance: ReadonlyMap<string, Origin>,
): readonly EffectiveSetting[] {
  const settings: EffectiveSetting[] = [];
  const walk = (value: unknown, path: readonly PathSegment[]): void => {
    if (isPlainMap(value) && Object.keys(value).length > 0)
      for (const [key, entry] of Object.entries(value)) walk(entry, [...path, key]);
    else if (Array.isArray(value) && value.some(isPlainMap))
      value.forEach((item: unknown, index) => walk(item, [...path, index]));
    else settings.push({ key: pathText(path), value, origin: originOf(pathText(path), config, provenance) });
  };
  walk(config, []);
  return settings;
}

function originOf(
  key: string,
  config: Config,
  provenance: ReadonlyMap<string, Origin>,
): EffectiveSetting['origin'] {
  const origin = provenance.get(key);
  if (origin !== undefined) return origin;
  const role = /^roles\.(.+)\.(model|effort)$/.exec(key)?.[1];
  if (role === undefined) return { from: 'default' };
  // A role that names its own model has no effort but its own.
  const own = provenance.get(`roles.${role}.model`);
  if (own !== undefined) return own;
  return config.models.preset === 'pinned'
    ? { from: 'default' }
    : { from: 'preset', name: config.models.preset };
}
