import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RULE = 'src/core/lint/rules/missing-frontmatter.ts';
const MESSAGE = 'There are no properties;';
const OTHER_MESSAGE = 'No properties at all;';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hermes-version-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The whole program, built in a folder of its own from the sources with `change` made in one rule. */
function buildProgram(name: string, change: (source: string) => string): string {
  const root = join(folder, name);
  for (const path of ['src', 'runner', 'esbuild.config.mjs', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, path), join(root, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'dir');
  writeFileSync(join(root, RULE), change(readFileSync(join(root, RULE), 'utf8')));
  execFileSync(process.execPath, ['esbuild.config.mjs', 'runner'], { cwd: root });
  return join(root, 'dist');
}

/** Other words in a program that was built already: it still takes itself for the same version. */
function reword(program: string): void {
  for (const path of readdirSync(program, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.mjs')) {
      const code = readFileSync(join(program, path), 'utf8');
      if (code.includes(MESSAGE)) writeFileSync(join(program, path), code.replaceAll(MESSAGE, OTHER_MESSAGE));
    }
}

function lintOutput(program: string): string {
  const env = {
    ...process.env,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'settings'),
  };
  const argv = [join(program, 'hermesh.mjs'), 'lint', '--json', '--vault', join(folder, 'vault')];
  return spawnSync(process.execPath, argv, { env, encoding: 'utf8' }).stdout;
}

describe('another version of the program', () => {
  it('does not answer from what this one kept, though nothing in the vault changed', () => {
    const note = join(folder, 'vault/Soil.md');
    mkdirSync(join(folder, 'vault/.obsidian'), { recursive: true });
    writeFileSync(note, '# Soil\n');
    // What is as young as the cache is never taken from it.
    const before = new Date('2026-01-01T00:00:00Z');
    utimesSync(note, before, before);

    const program = buildProgram('one', (source) => source);
    expect(lintOutput(program)).toContain(MESSAGE);
    // The old words come back, so they come from the cache.
    reword(program);
    expect(lintOutput(program)).toContain(MESSAGE);

    const other = buildProgram('other', (source) => source.replaceAll(MESSAGE, OTHER_MESSAGE));
    expect(lintOutput(other)).toContain(OTHER_MESSAGE);
    expect(lintOutput(other)).not.toContain(MESSAGE);
  });
});
