import { execFileSync } from 'node:child_process';

/** Vitest global set-up: builds `main.js` and `dist/` from the sources under test. */
export default function buildOnce(): void {
  execFileSync(process.execPath, ['esbuild.config.mjs'], { stdio: 'inherit' });
}
