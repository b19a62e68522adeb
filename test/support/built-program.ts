import { buildSync } from 'esbuild';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAMS = fileURLToPath(new URL('programs/', import.meta.url));

/** Bundles `programs/<name>.ts` into `folder`, for tests that need a process of their own; gives its path. */
export function builtProgram(name: string, folder: string): string {
  const outfile = join(folder, `${name}.mjs`);
  buildSync({
    entryPoints: [join(PROGRAMS, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.0',
    logLevel: 'error',
    banner: {
      js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
    },
  });
  return outfile;
}
