import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHeartbeat, type Heartbeat } from '../../src/core/logs/heartbeat';
import { sampleHeartbeat } from '../support/sample-heartbeat';
import { openApp, type AppOptions, type AppPage } from '../support/obsidian-app/app-page';
import { launchBrowser } from '../support/obsidian-app/browser';
import { expectAccessible, openFindings, ready, shoot } from './findings-page';
import { CLEAN_VAULT, vaultFolder } from './vaults';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

async function withApp(options: AppOptions, use: (app: AppPage) => Promise<void>): Promise<void> {
  const app = await openApp(browser, options);
  try {
    await app.enable();
    await use(app);
    expect(app.faults).toEqual([]);
  } finally {
    await app.close();
  }
}

const demo = vaultFolder('demo');

function heartbeat(change: Partial<Heartbeat>): string {
  const now = Date.now();
  const times = { startedAt: now - 3_600_000, nextAt: now + 80_000_000 };
  return renderHeartbeat(sampleHeartbeat(now - 3_500_000, { ...times, ...change }), 'UTC');
}

const themes = ['light', 'dark'] as const;

describe.each(themes)('the findings view, %s', (theme) => {
  it('in the side dock of a desktop', async () => {
    const files = { ...demo, 'Logs/heartbeat.md': heartbeat({}) };
    await withApp({ files, theme, width: 1280 }, async (app) => {
      const { page } = app;
      await page.evaluate(async () => {
        const file = window.standIn.app.vault.getFileByPath('Home.md');
        if (file) await window.standIn.app.workspace.getLeaf().openFile(file);
      });
      await openFindings(app);
      await shoot(page, `desktop-${theme}`);
      expect(
        await page.locator('.hermes-findings').evaluate((view) => view.scrollWidth - view.clientWidth),
      ).toBe(0);
      await expectAccessible(page, '.hermes-findings');
      await expectAccessible(page, '.status-bar');
      await page.getByRole('button', { name: 'Group by note' }).click();
      await page.getByRole('button', { name: 'Expand all' }).click();
      await shoot(page, `desktop-by-note-${theme}`);
      await expectAccessible(page, '.hermes-findings');
    });
  });

  it('over the whole width of a tab', async () => {
    await withApp({ files: demo, theme, width: 1280 }, async ({ page }) => {
      await page.evaluate(async () => {
        const leaf = window.standIn.app.workspace.getLeaf('tab');
        await leaf.setViewState({ type: 'hermes-harness-findings', active: true });
      });
      await ready(page);
      await shoot(page, `tab-${theme}`);
      await expectAccessible(page, '.hermes-findings');
    });
  });

  it('on a phone', async () => {
    const files = {
      ...demo,
      'Logs/heartbeat.md': heartbeat({ status: 'halted', message: 'LINT-AGENT failed' }),
    };
    await withApp({ files, theme, width: 390, phone: true }, async (app) => {
      await openFindings(app);
      await shoot(app.page, `phone-${theme}`);
      const box = await app.page.locator('.hermes-tree [role=treeitem]').first().boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(36);
      expect(await app.page.locator('.hermes-night').textContent()).toMatch(
        /Last night halted .*: LINT-AGENT failed/,
      );
      await expectAccessible(app.page, '.hermes-findings');
    });
  });

  it('in a pane of 300 pixels, right to left', async () => {
    await withApp({ files: demo, theme, width: 300, rightToLeft: true }, async ({ page }) => {
      await page.evaluate(async () => {
        const { workspace } = window.standIn.app;
        workspace.leftSplit.collapse();
        const leaf = workspace.getLeaf('tab');
        await leaf.setViewState({ type: 'hermes-harness-findings', active: true });
      });
      await ready(page);
      await shoot(page, `narrow-right-to-left-${theme}`);
      expect(await page.locator('.hermes-body').evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(
        0,
      );
    });
  });

  it('with nothing found', async () => {
    await withApp({ files: CLEAN_VAULT, theme, width: 900 }, async (app) => {
      await openFindings(app);
      await shoot(app.page, `clean-${theme}`);
      expect(await app.page.locator('.hermes-block-title').textContent()).toBe('Nothing to mend');
      expect(await app.page.locator('.hermes-block-text').textContent()).toContain('3 notes pass every rule');
      await expectAccessible(app.page, '.hermes-findings');
    });
  });

  it('with a mistake in hermes.yaml', async () => {
    const files = {
      ...demo,
      'hermes.yaml': 'version: 1\nlint:\n  exclud: [Archive/**]\nfix:\n  limit: many\n',
    };
    await withApp({ files, theme, width: 900 }, async (app) => {
      await openFindings(app);
      await shoot(app.page, `config-broken-${theme}`);
      const lines = app.page.locator('.hermes-block-lines li');
      expect(await lines.count()).toBe(2);
      expect(await lines.first().textContent()).toContain('hermes.yaml line 3');
      await expectAccessible(app.page, '.hermes-findings');
    });
  });
});

it('shows how far the first look has come', async () => {
  await withApp({ files: demo, width: 1280, latency: 40 }, async ({ page }) => {
    await page.evaluate(() => window.standIn.app.runCommand('hermes-harness:open-findings'));
    await page.locator('.hermes-progress-text', { hasText: /\d+ of \d+ files/ }).waitFor();
    await shoot(page, 'busy-light');
    await expectAccessible(page, '.hermes-findings');
    await ready(page);
    expect(await page.locator('.hermes-progress-text').isVisible()).toBe(false);
  });
});

it.each([
  ['No night yet', null],
  ['Night ok', heartbeat({})],
  ['Running', heartbeat({ status: 'running', endedAt: null, updatedAt: Date.now() })],
  ['Night halted', heartbeat({ status: 'halted', message: 'LINT-AGENT: a claim is not true' })],
  ['Night missing', heartbeat({ nextAt: Date.now() - 9_000_000 })],
  ['Night unknown', '# Heartbeat\n\nwritten by hand\n'],
])('says «%s» in the status bar', async (words, text) => {
  const files = { ...CLEAN_VAULT, ...(text === null ? {} : { 'Logs/heartbeat.md': text }) };
  await withApp({ files, width: 900 }, async (app) => {
    const item = app.page.locator('.status-bar-item.plugin-hermes-harness');
    await item.filter({ hasText: words }).waitFor();
    await item.filter({ hasText: '0 findings' }).waitFor();
    await item.click();
    await ready(app.page);
    await shoot(app.page, `status ${words}`.replaceAll(' ', '-').toLowerCase());
  });
});
