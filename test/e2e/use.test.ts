import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApp, type AppOptions, type AppPage } from '../support/obsidian-app/app-page';
import { launchBrowser } from '../support/obsidian-app/browser';
import { expectAccessible, focused, openFindings, ready, shoot } from './findings-page';
import { goodNote, type VaultFiles } from './vaults';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser.close());

const garden: VaultFiles = {
  'Home.md': goodNote('Home', 'The beds: [[Beans]], [[squash bed]] and [[Pond]].\n\nTODO'),
  'Beans.md': goodNote('Beans', 'Back to [[Home]], on to [[Squash-bed]] and [[Squash Bed]].'),
  'Squash-bed.md': goodNote('Squash-bed', 'Beside the [[Beans]].'),
};

async function withFindings(
  options: Partial<AppOptions>,
  use: (app: AppPage) => Promise<void>,
): Promise<void> {
  const app = await openApp(browser, { files: garden, ...options });
  try {
    await app.enable();
    await openFindings(app);
    await use(app);
    expect(app.faults).toEqual([]);
  } finally {
    await app.close();
  }
}

/** Where the app was taken: file, selected text. */
async function openPlace(page: Page): Promise<{ path: string | undefined; selection: string; line: number }> {
  return page.evaluate(() => {
    const { app } = window.standIn;
    const editor = app.workspace.getActiveEditor();
    return {
      path: app.workspace.getActiveFile()?.path,
      selection: editor?.getSelection() ?? '',
      line: (editor?.getCursor('from').line ?? -1) + 1,
    };
  });
}

describe('the findings view by keyboard alone', () => {
  it('reaches every control, and the place of a finding', async () => {
    await withFindings({}, async ({ page }) => {
      await page.evaluate(() => document.querySelector<HTMLElement>('.hermes-findings button')?.focus());
      const stops: string[] = [];
      for (let stop = 0; stop < 4; stop += 1) {
        stops.push(await focused(page));
        await page.keyboard.press('Tab');
      }
      expect(stops).toEqual(['Group by note', 'Expand all', 'Lint again', 'Broken wikilink']);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowDown');
      expect(await focused(page)).toContain('Squash Bed');
      await shoot(page, 'keyboard-light');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('.cm-selectionBackground').waitFor();
      expect(await openPlace(page)).toEqual({ path: 'Home.md', selection: '[[squash bed]]', line: 7 });
    });
  });

  it('opens, closes and moves as trees do', async () => {
    await withFindings({}, async ({ page }) => {
      const group = page.locator('[data-key="rule broken-wikilink"]');
      await group.focus();
      await page.keyboard.press('ArrowLeft');
      expect(await group.getAttribute('aria-expanded')).toBe('false');
      expect(await focused(page)).toBe('Broken wikilink');
      await page.keyboard.press('ArrowRight');
      expect(await group.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('ArrowRight');
      expect(await focused(page)).toContain('Squash Bed');
      await page.keyboard.press('ArrowLeft');
      expect(await focused(page)).toBe('Broken wikilink');
      await page.keyboard.press('End');
      expect(await focused(page)).toBe('Notes not written yet');
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
      expect(await focused(page)).toBe('Pond');
      await page.keyboard.press('Home');
      expect(await focused(page)).toBe('Broken wikilink');
      expect(await page.locator('.hermes-tree [tabindex="0"]').count()).toBe(1);
      await expectAccessible(page, '.hermes-findings');
    });
  });

  it('works from right to left', async () => {
    await withFindings({ rightToLeft: true }, async ({ page }) => {
      const group = page.locator('[data-key="rule broken-wikilink"]');
      await group.focus();
      await page.keyboard.press('ArrowRight');
      expect(await group.getAttribute('aria-expanded')).toBe('false');
      await page.keyboard.press('ArrowLeft');
      expect(await group.getAttribute('aria-expanded')).toBe('true');
    });
  });

  it('opens the view from the status bar', async () => {
    const app = await openApp(browser, { files: garden });
    await app.enable();
    await app.page.locator('.status-bar-item[role=button]').focus();
    await app.page.keyboard.press('Enter');
    await ready(app.page);
    expect(app.faults).toEqual([]);
    await app.close();
  });
});

describe('the findings view by pointer and by finger', () => {
  it('opens in a new tab with the modifier and the middle button', async () => {
    await withFindings({}, async ({ page }) => {
      const tabs = page.locator('.mod-root .workspace-tab-header');
      const row = page.locator('[role=treeitem][aria-level="2"]').first();
      await row.click();
      await page.locator('.cm-selectionBackground').first().waitFor();
      expect(await tabs.count()).toBe(1);
      await row.click({ modifiers: ['Control'] });
      await expect.poll(async () => tabs.count()).toBe(2);
      await row.click({ button: 'middle' });
      await expect.poll(async () => tabs.count()).toBe(3);
    });
  });

  it('leads on a phone from the list to the note', async () => {
    await withFindings({ phone: true, width: 390 }, async ({ page }) => {
      await page.locator('[role=treeitem]', { hasText: /“Squash Bed”/ }).tap();
      await page.locator('.cm-selectionBackground').waitFor();
      expect(await page.locator('.hermes-findings').isVisible()).toBe(false);
      expect(await openPlace(page)).toMatchObject({ path: 'Beans.md', selection: '[[Squash Bed]]' });
      await shoot(page, 'phone-opened-light');
    });
  });

  it('remembers what was closed, and how it was grouped', async () => {
    await withFindings({}, async ({ page }) => {
      await page.locator('[data-key="rule broken-wikilink"]').click();
      await page.getByRole('button', { name: 'Lint again' }).click();
      await ready(page);
      expect(await page.locator('[data-key="rule broken-wikilink"]').getAttribute('aria-expanded')).toBe(
        'false',
      );
      await page.getByRole('button', { name: 'Group by note' }).click();
      const state = await page.evaluate(() => {
        const [leaf] = window.standIn.app.workspace.getLeavesOfType('hermes-harness-findings');
        return [leaf?.getViewState().state, window.standIn.app.workspace.layoutSaves];
      });
      expect(state).toEqual([{ grouping: 'note' }, 1]);
    });
  });

  it('says that a note is gone, or that a folder cannot be opened', async () => {
    await withFindings({}, async ({ page }) => {
      await page.evaluate(() => {
        // Without a word to anybody, as when a sync is slow to tell.
        window.standIn.app.vault.getFileByPath = () => null;
      });
      await page.locator('[role=treeitem][aria-level="2"]').first().click();
      expect(await page.locator('.notice').textContent()).toBe('Beans.md is no longer there.');
    });
  });

  it('draws long groups a page at a time', async () => {
    const links = Array.from({ length: 450 }, (_, at) => `[[Wanted ${String(at).padStart(3, '0')}]]`).join(
      ' ',
    );
    await withFindings({ files: { ...garden, 'List.md': goodNote('List', links) } }, async ({ page }) => {
      await page.locator('[data-key="gaps"]').click();
      const rows = page.locator('[data-key^="gap "]');
      expect(await rows.count()).toBe(200);
      await page.getByText('Show 200 more').click();
      expect(await rows.count()).toBe(400);
      await page.getByText('Show 51 more').click();
      expect(await rows.count()).toBe(451);
    });
  });
});

describe('a vault that changes under the open view', () => {
  it('takes a mended link off the list, and keeps focus and what stands', async () => {
    await withFindings({}, async ({ page }) => {
      const mended = page.locator('[role=treeitem]', { hasText: /“squash bed”/ });
      expect(await mended.count()).toBe(1);
      await page.locator('[data-key="rule leftover-placeholder"]').focus();
      await page.evaluate(
        (text) => window.standIn.disk.put('Home.md', text),
        goodNote('Home', '[[Beans]] TODO:\n\nTODO'),
      );
      await mended.waitFor({ state: 'detached' });
      expect(await focused(page)).toBe('Leftover placeholder');
    });
  });

  it('follows notes that are made, moved and removed', async () => {
    await withFindings({}, async ({ page }) => {
      const gap = page.locator('[data-key="gaps"]');
      await page.evaluate((text) => window.standIn.disk.put('Pond.md', text), goodNote('Pond', '[[Home]]'));
      await gap.waitFor({ state: 'detached' });
      await page.evaluate(async () => window.standIn.disk.rename('Pond.md', 'Puddle.md'));
      await gap.waitFor();
      await page.evaluate(async () => window.standIn.disk.rename('Puddle.md', 'Pond.md'));
      await gap.waitFor({ state: 'detached' });
      await page.evaluate(() => window.standIn.disk.take('Pond.md'));
      await gap.waitFor();
    });
  });

  it('leaves the note being written in alone until the writer rests', async () => {
    await withFindings({}, async ({ page }) => {
      await page.evaluate(async () => {
        const file = window.standIn.app.vault.getFileByPath('Home.md');
        if (file) await window.standIn.app.workspace.getLeaf().openFile(file);
      });
      const row = page.locator('[data-key="rule broken-wikilink"] + .tree-item-children [role=treeitem]', {
        hasText: 'beens',
      });
      await page.evaluate(
        ([mine, other]) => {
          window.standIn.disk.put('Home.md', mine);
          window.standIn.disk.put('Squash-bed.md', other);
        },
        [
          goodNote('Home', '[[Beans]] [[beans-]] ![[beens.png]]'),
          goodNote('Squash-bed', '![[other beens.png]]'),
        ] as const,
      );
      await row.filter({ hasText: 'other beens.png' }).waitFor();
      expect(await row.count()).toBe(1);
      await row.filter({ hasText: '“beens.png”' }).waitFor();
      expect(await row.count()).toBe(2);
    });
  });

  it('does not redraw what did not change', async () => {
    await withFindings({}, async ({ page }) => {
      const looked = page.evaluate(async () => {
        const view = document.querySelector('.hermes-findings');
        document.querySelector('.hermes-tree [role=treeitem]')?.setAttribute('data-mark', 'kept');
        await new Promise<void>((done) => {
          const observer = new MutationObserver((records) => {
            if (records.every((record) => record.oldValue !== 'true')) return;
            if (view?.getAttribute('aria-busy') !== 'false') return;
            observer.disconnect();
            done();
          });
          if (view) observer.observe(view, { attributeFilter: ['aria-busy'], attributeOldValue: true });
        });
      });
      await page.evaluate(() => {
        window.standIn.disk.put(
          'Beans.md',
          `${window.standIn.disk.text('Beans.md') ?? ''}\nMore about beans.\n`,
        );
      });
      await looked;
      expect(await page.locator('[data-mark=kept]').count()).toBe(1);
    });
  });

  it('says what is wrong with hermes.yaml as soon as it is, and goes on when it is mended', async () => {
    await withFindings({}, async ({ page }) => {
      await page.evaluate(() => window.standIn.disk.put('hermes.yaml', 'lint: [\n'));
      await page.locator('.hermes-block-lines li').first().waitFor();
      await page.evaluate(() => window.standIn.disk.put('hermes.yaml', 'version: 1\n'));
      await page.locator('[data-key="rule broken-wikilink"]').waitFor();
    });
  });
});
