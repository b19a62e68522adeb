import { builtinModules } from 'node:module';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources, type SourceFile } from './source-files';

const sources = readSources(['src', 'runner']);
const core = sources.filter((file) => file.path.startsWith('src/core/'));

/** Lowest first: a room may import its own layer and those below. */
const LAYERS: readonly (readonly string[])[] = [
  ['ports'],
  ['text', 'schedule'],
  ['config'],
  ['home'],
  ['vault', 'journal', 'logs'],
  ['lint', 'fix', 'memory', 'cron', 'board', 'models', 'delivery'],
  ['roles', 'chain'],
  ['plugin', 'runner'],
];

function roomOf(path: string): string {
  const parts = path.split('/');
  if (parts[0] === 'runner') return 'runner';
  if (parts[1] === 'plugin') return 'plugin';
  return (parts[2] ?? '').replace(/\.ts$/, '');
}

function layerOf(room: string): number {
  return LAYERS.findIndex((layer) => layer.includes(room));
}

/** Circles among `edges`, each as the chain of nodes that closes it. */
function findCircles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (node: string, trail: string[]): void => {
    if (trail.includes(node)) {
      circles.push([...trail.slice(trail.indexOf(node)), node].join(' → '));
      return;
    }
    if (done.has(node)) return;
    for (const next of edges.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return circles;
}

function graph(files: readonly SourceFile[], name: (path: string) => string): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const file of files) {
    const from = name(file.path);
    const targets = edges.get(from) ?? new Set<string>();
    for (const target of file.imports) if (name(target) !== from) targets.add(name(target));
    edges.set(from, targets);
  }
  return edges;
}

describe('the house', () => {
  it('knows every room', () => {
    const unknown = sources.filter((file) => layerOf(roomOf(file.path)) < 0).map((file) => file.path);
    expect(unknown).toEqual([]);
  });

  it('has arrows that point down only', () => {
    const upward = sources.flatMap((file) =>
      file.imports
        .filter((target) => target.startsWith('src/') || target.startsWith('runner/'))
        .filter((target) => layerOf(roomOf(target)) > layerOf(roomOf(file.path)))
        .map((target) => `${file.path} → ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it('keeps plugin and runner apart', () => {
    const crossing = sources.flatMap((file) =>
      file.imports
        .filter((target) => [roomOf(file.path), roomOf(target)].sort().join() === 'plugin,runner')
        .map((target) => `${file.path} → ${target}`),
    );
    expect(crossing).toEqual([]);
  });

  it('has no circle between files', () => {
    expect(findCircles(graph(sources, (path) => path))).toEqual([]);
  });

  it('has no circle between rooms', () => {
    expect(findCircles(graph(sources, roomOf))).toEqual([]);
  });

  it('finds a circle where there is one', () => {
    const edges = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a'])],
    ]);
    expect(findCircles(edges)).toEqual(['a → b → c → a']);
  });

  it('has a core that knows neither Node nor Obsidian', () => {
    const foreign = core.flatMap((file) =>
      file.packages
        .filter((name) => name === 'obsidian' || name.startsWith('node:') || builtinModules.includes(name))
        .map((name) => `${file.path} imports ${name}`),
    );
    expect(foreign).toEqual([]);
  });

  it('has a plugin that imports no Node module', () => {
    const foreign = sources
      .filter((file) => file.path.startsWith('src/plugin/'))
      .flatMap((file) =>
        file.packages
          .filter((name) => name.startsWith('node:') || builtinModules.includes(name))
          .map((name) => `${file.path} imports ${name}`),
      );
    expect(foreign).toEqual([]);
  });

  it('turns no lint rule off by a comment', () => {
    const mark = /eslint-disable|@ts-ignore|@ts-nocheck/;
    expect(sources.filter((file) => mark.test(file.text)).map((file) => file.path)).toEqual([]);
  });

  it('gives files names that say what they hold', () => {
    const vague = /(^|[/-])(utils?|helpers?|managers?|handlers?|common|misc)([./-]|$)/;
    const odd = sources.filter((file) => vague.test(file.path) || !/^[a-z0-9/.-]+$/.test(file.path));
    expect(odd.map((file) => file.path)).toEqual([]);
  });

  it('has nothing at the top level without a reason', () => {
    const root = join(import.meta.dirname, '../..');
    const made = ['node_modules', 'dist', 'main.js', '.git'];
    const expected = new Set(
      `CONTRIBUTING.md LICENSE README.md esbuild.config.mjs eslint.config.mjs manifest.json package-lock.json
       package.json runner src styles.css test tsconfig.core.json tsconfig.json tsconfig.plugin.json versions.json
       vitest.config.ts knip.json docs`.split(/\s+/),
    );
    const present = readdirSync(root).filter((name) => !made.includes(name) && !name.startsWith('.'));
    expect(present.filter((name) => !expected.has(name))).toEqual([]);
    expect(statSync(join(root, 'src/core')).isDirectory()).toBe(true);
  });
});
