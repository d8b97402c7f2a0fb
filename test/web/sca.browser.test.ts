/**
 * The SCA page in a real browser, by a bank behind a port and a TPP's return address on another origin. Skipped where
 * there is no Chromium; CHROMIUM_PATH names one.
 */
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { chromiumPath, launch, type Stage, setStage } from './chromium.ts';
import { privateCustomer, wrongCode } from './visitor.ts';

const path = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';

if (chromiumPath === undefined) {
  console.log(
    'SKIPPED: no Chromium at CHROMIUM_PATH or /usr/bin/chromium, the browser tests of the SCA page did not run.',
  );
}

describe.skipIf(chromiumPath === undefined)('the SCA page in Chromium', () => {
  let stage: Stage;
  let browser: Browser;
  const open: Page[] = [];
  beforeAll(async () => {
    stage = await setStage();
    browser = await launch();
  });
  afterEach(async () => {
    for (const page of open.splice(0)) await page.context().close();
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.stop();
  });

  async function begin(options: BrowserContextOptions = {}, more: Readonly<Record<string, string>> = {}) {
    const body = { ...instantDomestic.example, remittanceInformationUnstructured: randomUUID() };
    const { id, link } = await stage.create(path, body, more);
    const context = await browser.newContext(options);
    const page = await context.newPage();
    open.push(page);
    // Nothing of a page may be refused by its own policy, and nothing may come from elsewhere.
    const complaints: string[] = [];
    page.on(
      'console',
      (message) => /Content Security Policy/.test(message.text()) && complaints.push(message.text()),
    );
    await page.goto(link);
    return { id, link, page, complaints };
  }

  const logIn = async (page: Page) => {
    await page.getByLabel('Customer number').fill(privateCustomer);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('One-time code').waitFor();
    return page.locator('#sandbox-code').innerText();
  };
  const status = async (id: string) =>
    (await stage.tpp.rest('GET', `${path}/${id}/status`)).json.transactionStatus;
  const atTpp = (page: Page) => page.waitForURL((url) => url.pathname === '/return');

  it('approves, and comes back to the TPP with its own query kept', async () => {
    const { id, page, complaints } = await begin();
    const code = await logIn(page);
    expect(await page.getByText('NOK 125.50').isVisible()).toBe(true);
    await page.getByLabel('One-time code').fill(code);
    await page.getByRole('button', { name: 'Approve' }).click();
    await atTpp(page);
    expect(page.url()).toBe(`${stage.returnUri}&psu-id=${stage.headers['psu-id']}&tpp-session-id=session-1`);
    expect([await status(id), complaints]).toEqual(['ACSC', []]);
  });

  it('follows a return address that leads on to another host', async () => {
    const elsewhere = stage.returnUri.replace('127.0.0.1', 'localhost').replace('/return', '/elsewhere');
    const { page, complaints } = await begin(
      {},
      { 'tpp-redirect-uri': `${stage.returnUri}&hop=${encodeURIComponent(elsewhere)}` },
    );
    await page.getByLabel('One-time code').or(page.getByLabel('Customer number')).waitFor();
    await page.getByLabel('One-time code').fill(await logIn(page));
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL((url) => url.pathname === '/elsewhere');
    expect(complaints).toEqual([]);
  });

  it('rejects without a code', async () => {
    const { id, page } = await begin();
    await logIn(page);
    await page.getByRole('button', { name: 'Reject' }).click();
    await atTpp(page);
    expect(new URL(page.url()).searchParams.get('message')).toBe('rejected by the PSU');
    expect(await status(id)).toBe('RJCT');
  });

  it('abandons from the first page without a number', async () => {
    const { id, page } = await begin();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await atTpp(page);
    expect(await status(id)).toBe('RJCT');
  });

  it('says that a code is wrong, at the field, and takes the right one afterwards', async () => {
    const { id, page } = await begin();
    const code = await logIn(page);
    const field = page.getByLabel('One-time code');
    await field.fill(wrongCode(code));
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toBe('This code is wrong. 4 tries left.');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill(code);
    await page.getByRole('button', { name: 'Approve' }).click();
    await atTpp(page);
    expect(await status(id)).toBe('ACSC');
  });

  it('shows where it stands after the back button, before and after the end', async () => {
    const { page } = await begin();
    const code = await logIn(page);
    await page.goBack();
    await page.getByLabel('One-time code').fill(code);
    await page.getByRole('button', { name: 'Approve' }).click();
    await atTpp(page);
    await page.goBack();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Payment approved');
    await page.getByRole('link', { name: /Return to/ }).click();
    await atTpp(page);
    expect(new URL(page.url()).searchParams.get('psu-id')).toBe(stage.headers['psu-id']);
  });

  it('takes a double click as one approval', async () => {
    const { id, page } = await begin();
    await page.getByLabel('One-time code').or(page.getByLabel('Customer number')).waitFor();
    const code = await logIn(page);
    await page.getByLabel('One-time code').fill(code);
    await page.getByRole('button', { name: 'Approve' }).dblclick({ noWaitAfter: true });
    await page.getByText(/back at the TPP|You have approved the payment/).waitFor();
    expect(await status(id)).toBe('ACSC');
  });

  it('keeps two tabs in step', async () => {
    const { id, link, page } = await begin();
    const second = await page.context().newPage();
    await second.goto(link);
    await logIn(page);
    await second.getByLabel('Customer number').fill(privateCustomer);
    await second.getByRole('button', { name: 'Continue' }).click();
    expect(await second.getByRole('heading', { level: 1 }).innerText()).toBe('This page is out of date');
    await second.getByRole('link').click();
    await second.getByLabel('One-time code').fill(await second.locator('#sandbox-code').innerText());
    await second.getByRole('button', { name: 'Approve' }).click();
    await atTpp(second);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('You have approved the payment').waitFor();
    expect(await status(id)).toBe('ACSC');
  });

  it('needs no mouse', async () => {
    const { id, page } = await begin();
    const focusOn = (id: string) =>
      page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);
    await focusOn('customerNumber');
    await page.keyboard.type(privateCustomer);
    await page.keyboard.press('Enter');
    await focusOn('code');
    await page.keyboard.type(await page.locator('#sandbox-code').innerText());
    for (const name of ['Approve', 'Reject']) {
      await page.keyboard.press('Tab');
      const focused = page.getByRole('button', { name });
      expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
    }
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await atTpp(page);
    expect(await status(id)).toBe('ACSC');
  });

  it.each([360, 320])('fits a screen %i px wide, with buttons that a finger hits', async (width) => {
    const { page } = await begin({ viewport: { width, height: 640 } });
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(await fits()).toBe(true);
    await logIn(page);
    expect(await fits()).toBe(true);
    for (const button of await page.getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  });

  it.each(['light', 'dark'] as const)('has enough contrast in %s', async (colorScheme) => {
    const { page } = await begin({ colorScheme });
    const code = await logIn(page);
    await page.getByLabel('One-time code').fill(wrongCode(code));
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate(leastContrast)).toBeGreaterThanOrEqual(4.5);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(16, 23, 29)' : 'rgb(242, 244, 246)');
  });
});

/** Runs in the page: the least contrast of any text with the ground behind it (WCAG 2.2, 1.4.3). */
function leastContrast(): number {
  const parse = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const channel = (value: number) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([red = 0, green = 0, blue = 0]: number[]) =>
    0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
  const groundOf = (element: Element | null): number[] => {
    if (element === null) return [255, 255, 255];
    const colour = parse(getComputedStyle(element).backgroundColor);
    return colour[3] === 0 ? groundOf(element.parentElement) : colour;
  };
  const texts = [...document.querySelectorAll('body *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
  );
  const contrasts = texts.map((element) => {
    const [front, back] = [light(parse(getComputedStyle(element).color)), light(groundOf(element))];
    return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
  });
  return Math.min(...contrasts);
}
