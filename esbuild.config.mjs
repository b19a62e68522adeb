// Builds the plugin (main.js) and the runner (dist/). Reproducible: no timestamps, no network, versions from files.
// Usage: node esbuild.config.mjs [plugin|runner]   (both when left out)
import { build } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const which = process.argv[2] ?? 'all';
const shared = {
  bundle: true,
  logLevel: 'warning',
  legalComments: 'none',
  charset: 'utf8',
  define: { HERMES_VERSION: JSON.stringify(version) },
  absWorkingDir: root,
  metafile: true,
  write: false,
};

/** Puts the outputs in place once all of them are built: a failed build leaves the last good one standing. */
function install({ outputFiles }) {
  for (const { path, contents } of outputFiles) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, contents);
    renameSync(`${path}.new`, path);
  }
}

function removeStale(folder, { outputFiles }) {
  const built = new Set(outputFiles.map(({ path }) => path));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !built.has(path)) rmSync(path);
  }
}

if (which === 'all' || which === 'plugin') {
  const result = await build({
    ...shared,
    entryPoints: ['src/plugin/main.ts'],
    outfile: 'main.js',
    format: 'cjs',
    platform: 'browser',
    target: 'es2021', // iOS 16.4's WebKit, the oldest engine that the app runs on
    minify: true,
    // Provided by Obsidian at run time.
    external: ['obsidian', 'electron', '@codemirror/*', '@lezer/*'],
  });
  install(result);
}

if (which === 'all' || which === 'runner') {
  const result = await build({
    ...shared,
    entryPoints: { hermesh: 'runner/main.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    target: 'node20.0', // esbuild's default emitted a call that Node 20 lacks
    banner: {
      js: '#!/usr/bin/env node\nimport{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);',
    },
  });
  install(result);
  removeStale(join(root, 'dist'), result);
}
