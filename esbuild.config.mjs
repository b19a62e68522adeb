// Builds the plugin (main.js) and the runner (dist/). Reproducible: no timestamps, no network, versions from files.
// Usage: node esbuild.config.mjs [plugin|runner]   (both when left out)
import { build } from 'esbuild';
import { readFileSync, rmSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
const which = process.argv[2] ?? 'all';
const shared = {
  bundle: true,
  logLevel: 'warning',
  legalComments: 'none',
  charset: 'utf8',
  define: { HERMES_VERSION: JSON.stringify(version) },
  absWorkingDir: import.meta.dirname ?? process.cwd(),
};

if (which === 'all' || which === 'plugin') {
  const result = await build({
    ...shared,
    entryPoints: ['src/plugin/main.ts'],
    outfile: 'main.js',
    format: 'cjs',
    platform: 'browser',
    target: 'es2021', // iOS 16.4 WebKit, the oldest the app runs on
    minify: true,
    // Provided by Obsidian at run time.
    external: ['obsidian', 'electron', '@codemirror/*', '@lezer/*'],
    metafile: process.env.HERMES_METAFILE === '1',
  });
  if (result.metafile) {
    const { writeFileSync } = await import('node:fs');
    writeFileSync('dist/plugin.meta.json', JSON.stringify(result.metafile));
  }
}

if (which === 'all' || which === 'runner') {
  rmSync(new URL('./dist', import.meta.url), { recursive: true, force: true });
  await build({
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
}
