import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApp, type AppOptions, type AppPage } from '../support/obsidian-app/app-page';
import { launchBrowser } from '../support/obsidian-app/browser';
import { openFindings, ready } from './findings-page';
import { goodNote, vaultFolder } from './vaults';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

async function withApp(options: Partial<AppOptions>, use: (app: AppPage) => Promise<void>): Promise<void> {
  const app = await openApp(browser, { files: vaultFolder('demo'), ...options });
  try {
    await use(app);
    expect(app.faults).toEqual([]);
  } finally {
    await app.close();
  }
}

const traces = async (page: Page) => page.evaluate(() => window.standIn.traces());
const disable = async (page: Page) => page.evaluate(() => window.standIn.disable());

/** Lets the vault answer so many times, one after another. */
async function letPass(page: Page, answers: number): Promise<void> {
  await page.evaluate(async (times) => {
    for (let at = 0; at < times; at += 1) await window.standIn.disk.exists('any');
  }, answers);
}

describe('the plugin in the app', () => {
  it('leaves nothing behind when it is turned off, and works when it is turned on again', async () => {
    await withApp({}, async (app) => {
      const { page } = app;
      const before = await traces(page);
      for (const round of [1, 2]) {
        await app.enable();
        await openFindings(app);
        await page.getByRole('button', { name: 'Group by note' }).click();
        await page.locator('.hermes-tree [role=treeitem]').first().click();
        await page.evaluate(([path, text]) => window.standIn.disk.put(path, text), [
          `New ${String(round)}.md`,
          goodNote('New', 'TODO'),
        ] as const);
        await page.locator('.tree-item-inner-text', { hasText: `New ${String(round)}` }).waitFor();
        expect(await traces(page)).not.toEqual(before);
        await disable(page);
        await expect.poll(async () => traces(page)).toEqual(before);
        expect(await page.locator('.hermes-findings').count()).toBe(0);
      }
    });
  });

  it('stops at once when it is turned off in the middle of a look', async () => {
    await withApp({ latency: 20 }, async (app) => {
      const { page } = app;
      const before = await traces(page);
      await app.enable();
      await page.evaluate(async () => {
        while (window.standIn.disk.reads < 5) await window.standIn.disk.exists('any');
      });
      await disable(page);
      const reads = await page.evaluate(() => window.standIn.disk.reads);
      await letPass(page, 5);
      expect(await page.evaluate(() => window.standIn.disk.reads)).toBeLessThanOrEqual(reads + 2);
      await expect.poll(async () => traces(page)).toEqual(before);
    });
  });

  it('does nothing before the layout is ready', async () => {
    await withApp({ layoutReady: false }, async (app) => {
      const { page } = app;
      await app.enable();
      await page.evaluate(() => window.standIn.app.runCommand('hermes-harness:open-findings'));
      await page.locator('.pane-empty', { hasText: 'Waiting for the app' }).waitFor();
      await letPass(page, 50);
      expect(await page.evaluate(() => window.standIn.disk.reads)).toBe(0);
      await page.evaluate(() => window.standIn.app.workspace.becomeReady());
      await ready(page);
    });
  });

  it('asks for no module but the app', async () => {
    await withApp({ phone: true, width: 390 }, async (app) => {
      await app.enable();
      await openFindings(app);
      expect(new Set(await app.page.evaluate(() => window.standIn.required))).toEqual(new Set(['obsidian']));
    });
  });

  it('finds its way where the settings folder has another name', async () => {
    const files = {
      'config/app.json': '{}',
      '.settings/app.json': JSON.stringify({ userIgnoreFilters: ['Archive/'] }),
      '.obsidian/app.json': JSON.stringify({ userIgnoreFilters: ['Home'] }),
      'Archive/Old.md': 'TODO\n',
      'Home.md': goodNote('Home', 'TODO'),
    };
    await withApp({ files, configDir: '.settings' }, async (app) => {
      await app.enable();
      await openFindings(app);
      const places = await app.page.locator('.hermes-where').allTextContents();
      expect(places.some((place) => place.startsWith('Home'))).toBe(true);
      expect(places.some((place) => place.startsWith('Archive'))).toBe(false);
    });
  });

  it('answers after a restart from what it kept, and keeps it for this vault alone', async () => {
    await withApp({}, async (app) => {
      const { page } = app;
      await app.enable();
      await openFindings(app);
      await disable(page);
      const first = await page.evaluate(() => window.standIn.disk.reads);
      await app.enable();
      await openFindings(app);
      const second = (await page.evaluate(() => window.standIn.disk.reads)) - first;
      expect(second).toBeLessThan(first / 2);
      const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
      expect(names).toEqual([expect.stringMatching(/^hermes-harness-[0-9a-f-]{36}$/)]);
    });
  });

  it('works where the device has no room to keep anything', async () => {
    await withApp({}, async (app) => {
      await app.page.evaluate(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('no storage here', 'SecurityError');
        };
      });
      await app.enable();
      await openFindings(app);
      expect(await app.page.locator('.hermes-tree [role=treeitem]').count()).toBeGreaterThan(5);
    });
  });

  it('moves nothing for those who asked for less motion', async () => {
    await withApp({ reducedMotion: true, latency: 30 }, async (app) => {
      await app.enable();
      await app.page.evaluate(() => window.standIn.app.runCommand('hermes-harness:open-findings'));
      const bar = app.page.locator('.hermes-progress-done');
      expect(await bar.evaluate((element) => getComputedStyle(element).transitionProperty)).toBe('none');
      await ready(app.page);
    });
  });
});
