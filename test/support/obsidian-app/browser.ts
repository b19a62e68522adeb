import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

const run = promisify(execFile);
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/hermes-chromium-147');

/**
 * The Chromium of `@sparticuz/chromium` with the shared libraries and the font that it carries: nothing needs to be
 * installed, and screenshots look the same everywhere. Unpacked once, into `node_modules/.cache`.
 */
export async function launchBrowser(): Promise<Browser> {
  const home = await unpacked();
  return chromium.launch({
    executablePath: join(home, 'chromium'),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(home, 'al2023/lib'),
      FONTCONFIG_FILE: join(home, 'only-these-fonts.conf'),
    },
  });
}

/** Unpacks beside the cache and renames: of two test runs that start at once, both find a whole browser. */
async function unpacked(): Promise<string> {
  const exists = await access(CACHE).then(
    () => true,
    () => false,
  );
  if (exists) return CACHE;
  await mkdir(join(CACHE, '..'), { recursive: true });
  const fresh = await mkdtemp(`${CACHE}-`);
  // The package unpacks into the temporary folder of its process, and brings its libraries only where it takes
  // the machine for a lambda.
  const script = `import('@sparticuz/chromium').then((it) => it.default.executablePath())`;
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
  });
  await writeFile(
    join(fresh, 'only-these-fonts.conf'),
    `<?xml version="1.0"?><fontconfig><dir>${CACHE}/fonts</dir><cachedir>${CACHE}/font-cache</cachedir></fontconfig>`,
  );
  await rename(fresh, CACHE).catch(async () => rm(fresh, { recursive: true }));
  return CACHE;
}
