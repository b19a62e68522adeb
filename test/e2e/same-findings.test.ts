import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LintReport } from '../../src/core/lint/report';
import { groupReport } from '../../src/plugin/views/group-findings';
import { openApp } from '../support/obsidian-app/app-page';
import { launchBrowser } from '../support/obsidian-app/browser';
import { openFindings } from './findings-page';
import { vaultFolder } from './vaults';

const ROOT = join(import.meta.dirname, '../..');

let browser: Browser;
let stateHome: string;
beforeAll(async () => {
  [browser, stateHome] = await Promise.all([launchBrowser(), mkdtemp(join(tmpdir(), 'hermes-same-'))]);
});
afterAll(async () => {
  await browser.close();
  await rm(stateHome, { recursive: true });
});

/** What `hermesh lint --json` prints. */
async function runnerReport(vault: string): Promise<LintReport> {
  const output = await new Promise<string>((done, fail) => {
    execFile(
      process.execPath,
      [join(ROOT, 'dist/hermesh.mjs'), 'lint', '--json', '--vault', join(ROOT, 'test/vaults', vault)],
      { env: { ...process.env, XDG_STATE_HOME: stateHome }, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        // 1: there are findings.
        if (error && error.code !== 1) fail(new Error(stderr));
        else done(stdout);
      },
    );
  });
  const printed = JSON.parse(output) as LintReport & {
    readonly summary: Pick<LintReport, 'notes' | 'files'>;
  };
  const { notes, files } = printed.summary;
  return { ...printed, notes, files };
}

/** The list as a person reads it, every group open: title, then message and place of each row. */
async function shownRows(page: Page): Promise<readonly string[]> {
  const expand = page.getByRole('button', { name: 'Expand all' });
  if ((await expand.count()) > 0) await expand.click();
  for (const more = page.locator('.hermes-more'); (await more.count()) > 0;) await more.first().click();
  return page
    .locator('.hermes-tree [role=treeitem]')
    .evaluateAll((items) =>
      items.map((item) =>
        [...item.querySelectorAll('.tree-item-inner-text, .hermes-message, .hermes-where')]
          .map((part) => part.textContent)
          .join(' @ '),
      ),
    );
}

function expectedRows(report: LintReport): readonly string[] {
  return groupReport(report, 'rule', () => '').flatMap((group) => [
    group.title,
    ...group.rows.map((row) =>
      [row.text.replaceAll('`', ''), row.where].filter((part) => part !== '').join(' @ '),
    ),
  ]);
}

it.each(['demo', 'tasks-demo'])('shows of the vault %s what the runner finds there', async (vault) => {
  const app = await openApp(browser, { files: vaultFolder(vault) });
  await app.enable();
  await openFindings(app);
  const [shown, report] = await Promise.all([shownRows(app.page), runnerReport(vault)]);
  expect(new Set(report.findings.map(({ rule }) => rule)).size).toBeGreaterThan(4);
  expect(shown).toEqual(expectedRows(report));
  expect(app.faults).toEqual([]);
  await app.close();
});
