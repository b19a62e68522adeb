import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');

describe('the files of a release', () => {
  it('agree on the version', () => {
    const manifest = JSON.parse(read('manifest.json')) as Record<string, string>;
    const versions = JSON.parse(read('versions.json')) as Record<string, string>;
    const { version } = JSON.parse(read('package.json')) as Record<string, string>;
    expect(manifest['version']).toBe(version);
    expect(versions[version ?? '']).toBe(manifest['minAppVersion']);
  });

  it('keep to the size that a phone loads quickly', () => {
    expect(read('main.js').length).toBeLessThan(2_000_000);
  });

  /** What the app's reviewers and any theme, any script direction ask of a style sheet. */
  it('style with the app’s variables and logical properties only', () => {
    const css = read('styles.css').replace(/\/\*[^]*?\*\//g, '');
    expect(css).not.toMatch(/!important|:has\(|url\(|@import/);
    expect(css).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i);
    expect(css).not.toMatch(
      /\b(margin|padding|border)-(left|right)\b|\b(left|right)\s*:|text-align:\s*(left|right)/,
    );
    const own = /^(--hermes-|--icon-size$|--icon-stroke$)/;
    const set = [...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name ?? '');
    expect(set.filter((name) => !own.test(name))).toEqual([]);
  });

  it('touch nothing of the app outside our own views', () => {
    const css = read('styles.css').replace(/\/\*[^]*?\*\//g, '');
    const selectors = [...css.matchAll(/(?:^|\})\s*([^{}@]+)\{/g)].flatMap(
      ([, list]) => list?.split(',') ?? [],
    );
    expect(selectors.length).toBeGreaterThan(10);
    expect(
      selectors.map((one) => one.trim()).filter((one) => one !== '' && !one.includes('.hermes-')),
    ).toEqual([]);
  });
});
