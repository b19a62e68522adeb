import AxeBuilder from 'axe-core';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AppPage } from '../support/obsidian-app/app-page';

const SHOTS = join(import.meta.dirname, '.shots');

/** Runs the command that shows the findings, and waits until the vault has been looked at. */
export async function openFindings(app: AppPage): Promise<void> {
  await app.page.evaluate(() => window.standIn.app.runCommand('hermes-harness:open-findings'));
  await ready(app.page);
}

/** Resolves when the list stands and nothing is being looked at. */
export async function ready(page: Page): Promise<void> {
  await page.locator('.hermes-findings[aria-busy="false"]').waitFor();
  await page.locator('.hermes-tree .tree-item, .hermes-block').first().waitFor();
}

/** Keeps a picture for people to look at. */
export async function shoot(page: Page, name: string): Promise<void> {
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), animations: 'disabled' });
}

/** No finding of axe that a person with a disability would trip over. */
export async function expectAccessible(page: Page, selector: string): Promise<void> {
  await page.evaluate(AxeBuilder.source);
  const violations = await page.evaluate(async (within) => {
    const { axe } = window as unknown as { axe: typeof AxeBuilder };
    const results = await axe.run({ include: [within] }, { resultTypes: ['violations'] });
    return results.violations.map(
      ({ id, impact, nodes }) => `${String(impact)} ${id}: ${nodes.map((node) => node.html).join(' | ')}`,
    );
  }, selector);
  expect(violations.filter((violation) => /^(serious|critical)/.test(violation))).toEqual([]);
}

/** Text of the element that has the keyboard. */
export async function focused(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      document.activeElement?.querySelector('.hermes-message, .tree-item-inner-text')?.textContent ??
      document.activeElement?.getAttribute('aria-label') ??
      document.activeElement?.className ??
      '',
  );
}
