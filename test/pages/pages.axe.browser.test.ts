/**
 * Each page is tested light and wide, or dark and narrow. Pages of a PSU are in sca.axe.browser.test.ts, the explorer
 * in test/graphql, the console in test/console. Skipped without Chromium.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolkitAt } from '../../packages/toolkit/src/toolkit-line.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { startPage } from '../../src/pages/start-page.ts';
import { instant } from '../sca/paying.ts';
import { privateCustomer } from '../sca/visitor.ts';
import { expectWellLooking } from '../support/axe.ts';
import {
  chromiumPath,
  leaveBrowser,
  type Stage,
  setStage,
  takeBrowser,
  wholly,
} from '../support/chromium.ts';

const tppId = 'PSDNO-FSA-TEST1';

describe.skipIf(chromiumPath === undefined)('axe finds nothing', () => {
  let stage: Stage;
  let browser: Browser;
  /** One page for all scenes: opening one costs as much as its test. */
  let page: Page;
  beforeAll(async () => {
    stage = await setStage();
    browser = await takeBrowser();
    page = await browser.newPage({ locale: 'en' });
  });
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  const ended = async (page: Page, button: 'Approve' | 'Reject') => {
    const { link } = await stage.create(`${instant}?allowLogicalDuplicate=true`, instantDomestic.example, {
      'tpp-redirect-uri': `${stage.base}/sandbox/return?state=1`,
    });
    await page.goto(link);
    await page.getByLabel('Customer number').fill(privateCustomer);
    await page.getByRole('button', { name: 'Continue' }).click();
    const code = (await page.locator('#sandbox-code').textContent()) ?? '';
    if (button === 'Approve') await page.getByLabel('One-time code').fill(code);
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL('**/sandbox/return**');
  };

  const reference = async (page: Page, operation: string) => {
    // With two operations open, swagger-ui has two landmarks of one name.
    await page.goto('about:blank');
    await page.goto(`${stage.base}/docs#/${operation}`);
    await page.locator('.opblock.is-open .responses-table').waitFor();
  };

  const scenes: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    'the return page after an approval': (page) => ended(page, 'Approve'),
    ...(wholly ? { 'the return page after a rejection': (page) => ended(page, 'Reject') } : {}),
    'the return page when nobody was sent to it': (page) => page.goto(`${stage.base}/sandbox/return`),
    'the page at / where the console was not built': (page) =>
      page.setContent(startPage(stage.base, toolkitAt({ url: stage.base, dataDir: '.data' }, {})).text),
    'the reference': (page) => reference(page, 'payments/createPaymentINDCTS'),
    'the reference, another operation': (page) => reference(page, 'sandbox/createSandboxAccount'),
    'a page of the guide': (page) => page.goto(`${stage.base}/docs/guide/headers`),
    'the list of the guide': (page) => page.goto(`${stage.base}/docs/guide`),
    'a used link of the console': async (page) => {
      const link = `${stage.base}/?ticket=${await stage.bank.app.issueTicket('CONSOLE', { tppId, name: 'TPP', roles: null })}`;
      await stage.bank.fetch(link.slice(stage.base.length));
      expect((await page.goto(link))?.status()).toBe(410);
    },
  };

  it.each(Object.entries(scenes).map(([name, come], index) => [name, come, index] as const))(
    'in %s',
    async (_, come, index) => {
      await come(page);
      await expectWellLooking(page, index);
      await page.evaluate(() => sessionStorage.clear());
      await page.context().clearCookies();
    },
    60_000,
  );
});
