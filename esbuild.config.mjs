// Builds the plugin (main.js) and the runner (dist/). Reproducible: no timestamps, no network, versions from files.
// Usage: node esbuild.config.mjs [plugin|runner]   (both when left out)
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const which = process.argv[2] ?? 'all';

/**
 * A hash over the sources that read and judge notes and over the packages they are built with. Both programs carry it
 * into what they keep: what one version kept, another one does not take up.
 */
function codeHash() {
  const core = join(root, 'src/core');
  const sources = readdirSync(core, { recursive: true }).map(
    (path) => `src/core/${path.replaceAll('\\', '/')}`,
  );
  const hash = createHash('sha256');
  for (const path of [...sources.filter((path) => path.endsWith('.ts')), 'package-lock.json'].sort()) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

const shared = {
  bundle: true,
  logLevel: 'warning',
  legalComments: 'none',
  charset: 'utf8',
  define: { HERMES_VERSION: JSON.stringify(version), HERMES_CODE: JSON.stringify(codeHash()) },
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
  chmodSync(join(root, 'dist/hermesh.mjs'), 0o755); // `npm link` and `bin` point at it
  removeStale(join(root, 'dist'), result);
}
