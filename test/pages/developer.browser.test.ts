/** The developer's pages in a real browser: the search of /docs, and the live status on the sandbox's return page. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { single } from '../sca/paying.ts';
import { privateCustomer } from '../sca/visitor.ts';
import { chromiumPath, leaveBrowser, type Stage, setStage, takeBrowser } from '../support/chromium.ts';
import { nightly } from '../support/nightly.ts';

if (chromiumPath === undefined)
  console.log(
    'SKIPPED: no Chromium at CHROMIUM_PATH or /usr/bin/chromium, the developer pages were not tried.',
  );

describe.skipIf(chromiumPath === undefined)('in Chromium', { timeout: 60_000 }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  beforeAll(async () => {
    stage = await setStage();
    browser = await takeBrowser();
  });
  afterEach(async () => {
    await page.context().close();
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });
  async function opened(address: string): Promise<Page> {
    page = await browser.newPage();
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(address);
    return page;
  }
  const shown = () => page.locator('details.op:visible h3').allTextContents();

  it('/docs finds operations by their words, paths and headers, and gives them back', async () => {
    await opened(`${stage.base}/docs`);
    const all = await shown();
    expect(all.length).toBeGreaterThan(40);
    await page.getByLabel('Search').fill('create instant');
    expect(await shown()).toEqual(['POSTCreate an instant domestic payment']);
    expect(await page.getByRole('status').textContent()).toBe('1 found');
    await page.getByLabel('Search').fill('KID_MISSING');
    expect(await page.locator('#KID_MISSING').isVisible()).toBe(true);
    await page.getByLabel('Search').fill('zebrafinch');
    expect(await page.getByRole('status').textContent()).toBe('0 found');
    await page.getByLabel('Search').fill('');
    expect(await shown()).toEqual(all);
  });

  it.runIf(nightly)('/docs unfolds what a link leads to, within the page and from elsewhere', async () => {
    await opened(`${stage.base}/docs#createSigningBasket`);
    await page.locator('#createSigningBasket h4').first().waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Create a SEPA payment' }).click();
    // The page hears of its new address after the click.
    await page.locator('#createPaymentSCT h4').first().waitFor();
  });

  it('the return page shows a new status without a reload', async () => {
    const body = { ...domestic.example, remittanceInformationUnstructured: randomUUID() };
    const { id, link } = await stage.create(single, body, {
      'tpp-redirect-uri': `${stage.base}/sandbox/return`,
    });
    await opened(link);
    await page.getByLabel('Customer number').fill(privateCustomer);
    await page.getByRole('button', { name: 'Continue' }).click();
    const code = (await page.locator('#sandbox-code').textContent()) ?? '';
    await page.getByLabel('One-time code').fill(code);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL('**/sandbox/return**');
    const status = page.locator(`[data-payment="${id}"] .status`);
    expect(await status.textContent()).toBe('PDNG');
    await stage.tpp.rest('DELETE', `${single}/${id}`);
    await stage.tpp.graphqlRaw('mutation { advanceSandboxClock(input: { by: "P7D" }) { reached } }');
    await expect.poll(() => status.textContent(), { timeout: 15_000 }).toBe('ACSC');
  });
});
