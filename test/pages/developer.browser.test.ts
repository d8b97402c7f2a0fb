import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { single } from '../sca/paying.ts';
import { privateCustomer } from '../sca/visitor.ts';
import {
  chromiumPath,
  leaveBrowser,
  pictures,
  type Stage,
  setStage,
  takeBrowser,
} from '../support/chromium.ts';

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
  async function opened(address: string, javaScriptEnabled = true): Promise<Page> {
    page = await browser.newPage({ javaScriptEnabled });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(address);
    return page;
  }
  const summaries = () => page.locator('#operations .opblock-summary-description').allTextContents();
  const found = () => page.getByRole('status').textContent();
  async function search(words: string, result: string): Promise<void> {
    await page.getByLabel('Search').fill(words);
    await expect.poll(found).toBe(result);
  }

  it('/docs finds operations by their words, headers and codes, and lists all again', async () => {
    await opened(`${stage.base}/docs`);
    await page.locator('.opblock').first().waitFor();
    const all = await summaries();
    expect(all.length).toBeGreaterThan(40);
    await search('create straks', '1 found');
    await expect.poll(summaries).toEqual(['Create an instant domestic payment']);
    await page.getByLabel('Search').fill('KID_MISSING');
    await expect.poll(summaries).toContain('Create a domestic payment');
    expect(await summaries()).not.toContain('Status of a payment');
    await search('zebrafinch', '0 found');
    await expect.poll(summaries).toEqual([]);
    await search('', '');
    await expect.poll(summaries).toEqual(all);
  });

  it('/docs opens an operation by the keyboard, with its samples and nothing to send', async () => {
    const asked: string[] = [];
    await opened(`${stage.base}/docs`);
    page.on('request', (request) => asked.push(request.url()));
    const operation = page.locator('#operations-signing-baskets-createSigningBasket');
    await operation.locator('.opblock-summary-control').focus();
    await page.keyboard.press('Enter');
    await operation.getByRole('heading', { name: 'Signed curl' }).waitFor();
    expect(await operation.locator('.sample pre').first().textContent()).toContain(
      'send POST /v1/signing-baskets',
    );
    expect(await operation.locator('input, textarea, .try-out, .execute').count()).toBe(0);
    expect(asked.filter((url) => !url.startsWith(stage.base))).toEqual([]);
  });

  it('/docs shows the responses of an operation legibly on a phone', async () => {
    await opened(`${stage.base}/docs#/signing-baskets/createSigningBasket`);
    await page.setViewportSize({ width: 375, height: 700 });
    const answer = page.locator('.opblock.is-open .response[data-code="400"]');
    await answer.locator('pre').waitFor();
    const widths = await page
      .locator('.opblock.is-open .response-col_description__inner p')
      .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().width));
    expect(Math.min(...widths)).toBeGreaterThan(250);
    // axe does not report text in the colour of its background.
    const [ink, paper] = await answer.locator('pre').evaluate((pre) => {
      const { color, backgroundColor } = getComputedStyle(pre);
      return [color, backgroundColor];
    });
    expect(ink).not.toBe(paper);
  });

  it('/docs opens the target of a link, within the page and from other pages', async () => {
    await opened(`${stage.base}/docs#/signing-baskets/createSigningBasket`);
    await page.locator('#operations-signing-baskets-createSigningBasket.is-open').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Create a bulk payment' }).click();
    const bulk = page.locator('#operations-bulk-payments-createPaymentBULK_NDCT');
    await expect.poll(async () => (await bulk.boundingBox())?.y).toBeCloseTo(0, -2);
    expect(await bulk.getAttribute('class')).toContain('is-open');
    await page.goBack();
    expect(page.url()).toContain('createSigningBasket');
  });

  async function approve(javaScriptEnabled = true): Promise<string> {
    const body = { ...domestic.example, remittanceInformationUnstructured: randomUUID() };
    const { id, link } = await stage.create(single, body, {
      'tpp-redirect-uri': `${stage.base}/sandbox/return`,
    });
    await opened(link, javaScriptEnabled);
    await page.getByLabel('Customer number').fill(privateCustomer);
    await page.getByRole('button', { name: 'Continue' }).click();
    const code = (await page.locator('#sandbox-code').textContent()) ?? '';
    await page.getByLabel('One-time code').fill(code);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL('**/sandbox/return**');
    return id;
  }

  it('the return page shows a new status without a reload', async () => {
    const id = await approve();
    expect(await page.getByText('This page updates automatically.').isVisible()).toBe(true);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('tpp -- status ');
    if (pictures) await page.screenshot({ path: `${pictures}/return-page.png` });
    const status = page.locator(`[data-payment="${id}"] .status`);
    expect(await status.textContent()).toBe('PDNG');
    await stage.tpp.rest('DELETE', `${single}/${id}`);
    await stage.tpp.graphqlRaw('mutation { advanceSandboxClock(input: { by: "P7D" }) { reached } }');
    await expect.poll(() => status.textContent(), { timeout: 15_000 }).toBe('ACSC');
  });

  it('without a script, the return page promises no update and no copy', async () => {
    await approve(false);
    expect(await page.getByText('To read the status as a TPP, run:').isVisible()).toBe(true);
    expect(await page.getByText('This page updates automatically.').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Copy' }).isVisible()).toBe(false);
  });
});
