import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { PluginManifest } from './page/plugin';
import type { StandInOptions } from './page/stand-in';

const ROOT = join(import.meta.dirname, '../../..');
/** An address that counts as secure and has storage of its own; nothing listens there, the test answers. */
const ADDRESS = 'http://localhost/';

export interface AppOptions {
  /** Path → text, dot-folders included. */
  readonly files: Readonly<Record<string, string>>;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly phone?: boolean;
  readonly rightToLeft?: boolean;
  readonly reducedMotion?: boolean;
  /** Milliseconds that each call to the disk takes. */
  readonly latency?: number;
  readonly configDir?: string;
  readonly layoutReady?: boolean;
}

/** One page with the stand-in running, and what went wrong in it. */
export interface AppPage {
  readonly page: Page;
  /** Uncaught errors, rejections, console errors and requests that left the page. */
  readonly faults: readonly string[];
  enable(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  readonly html: string;
  readonly styles: string;
  readonly manifest: PluginManifest;
}

let parts: Promise<Parts> | null = null;

/** Opens the stand-in in a context of its own: nothing is shared between tests. */
export async function openApp(browser: Browser, options: AppOptions): Promise<AppPage> {
  parts ??= loadParts();
  const { html, styles, manifest } = await parts;
  const phone = options.phone ?? false;
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? (phone ? 844 : 800) },
    reducedMotion: (options.reducedMotion ?? false) ? 'reduce' : 'no-preference',
    hasTouch: phone,
    deviceScaleFactor: 1,
  });
  const page = await context.newPage();
  const faults = await watchFaults(context, page, html);
  await page.goto(ADDRESS);
  const settings: StandInOptions = {
    phone,
    files: options.files,
    latency: options.latency ?? 0,
    configDir: options.configDir ?? '.obsidian',
    layoutReady: options.layoutReady ?? true,
  };
  await page.evaluate(
    ({ theme, direction, ...standIn }) => {
      document.body.className = `theme-${theme}${standIn.phone ? ' is-mobile is-phone' : ''}`;
      document.documentElement.dir = direction;
      window.startStandIn(standIn);
    },
    {
      ...settings,
      theme: options.theme ?? 'light',
      direction: (options.rightToLeft ?? false) ? 'rtl' : 'ltr',
    },
  );
  return {
    page,
    faults,
    enable: async () => {
      await page.evaluate(async ([css, about]) => window.standIn.enable(css, about), [
        styles,
        manifest,
      ] as const);
    },
    close: async () => context.close(),
  };
}

async function watchFaults(context: BrowserContext, page: Page, html: string): Promise<readonly string[]> {
  const faults: string[] = [];
  await context.route('**/*', async (route) => {
    if (route.request().url() === ADDRESS) {
      await route.fulfill({ contentType: 'text/html', body: html });
      return;
    }
    faults.push(`request to ${route.request().url()}`);
    await route.abort();
  });
  page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

async function loadParts(): Promise<Parts> {
  const read = async (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
  const plugin = await read('main.js');
  const bundled = await build({
    entryPoints: [join(import.meta.dirname, 'page/stand-in.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    logLevel: 'warning',
  });
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Demo vault</title>
<link rel="icon" href="data:,"><style>${await read('test/support/obsidian-app/app.css')}</style></head><body>
<script>window.lucideIcons = ${JSON.stringify(await iconsOf(plugin))};</script>
<script>${inline(bundled.outputFiles[0]?.text ?? '')}</script>
<script>window.pluginCode = (module, exports, require) => {${inline(plugin)}
};</script></body></html>`;
  return {
    html,
    styles: await read('styles.css'),
    manifest: JSON.parse(await read('manifest.json')) as PluginManifest,
  };
}

/** Those of Lucide's icons that the plugin names, and the stand-in's own. */
async function iconsOf(plugin: string): Promise<Record<string, unknown>> {
  const path = createRequire(import.meta.url).resolve('lucide-static/icon-nodes.json');
  const all = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => name === 'file-text' || plugin.includes(`"${name}"`)),
  );
}

/** Script text that may stand inside a page. */
function inline(script: string): string {
  return script.replaceAll('</script', '<\\/script');
}
