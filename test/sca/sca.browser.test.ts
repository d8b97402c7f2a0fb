/** A bank on a port and a return address on another origin. Skipped without Chromium; CHROMIUM_PATH names one. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { chromiumPath, leaveBrowser, type Stage, setStage, takeBrowser } from '../support/chromium.ts';
import { nightly } from '../support/nightly.ts';
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
  /** One for all tests: opening one costs more than most of them. */
  let page: Page;
  beforeAll(async () => {
    stage = await setStage();
    browser = await takeBrowser();
    page = await (await browser.newContext()).newPage();
  });
  afterEach(async () => {
    page.removeAllListeners('console');
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await page.context().clearCookies();
  });
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  async function begin(more: Readonly<Record<string, string>> = {}) {
    const body = { ...instantDomestic.example, remittanceInformationUnstructured: randomUUID() };
    const { id, link } = await stage.create(path, body, more);
    // The policy of a page must block nothing, and nothing may load from other hosts.
    const complaints: string[] = [];
    page.on(
      'console',
      (message) => /Content Security Policy/.test(message.text()) && complaints.push(message.text()),
    );
    await page.goto(link);
    return { id, link, complaints };
  }

  const logIn = async () => {
    await page.getByLabel('Customer number').fill(privateCustomer);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('One-time code').waitFor();
    return page.locator('#sandbox-code').innerText();
  };
  const status = async (id: string) =>
    (await stage.tpp.rest('GET', `${path}/${id}/status`)).json.transactionStatus;
  const atTpp = (tab = page) => tab.waitForURL((url) => url.pathname === '/return');

  it('approves, and returns to the TPP with its own query kept', async () => {
    const { id, complaints } = await begin();
    const code = await logIn();
    expect(await page.getByText('NOK 125.50').isVisible()).toBe(true);
    await page.getByLabel('One-time code').fill(code);
    await page.getByRole('button', { name: 'Approve' }).click();
    await atTpp();
    expect(page.url()).toBe(`${stage.returnUri}&psu-id=${stage.headers['psu-id']}&tpp-session-id=session-1`);
    expect([await status(id), complaints]).toEqual(['ACSC', []]);
  });

  it('follows a return address that redirects to another host', async () => {
    const elsewhere = stage.returnUri.replace('127.0.0.1', 'localhost').replace('/return', '/elsewhere');
    const { complaints } = await begin({
      'tpp-redirect-uri': `${stage.returnUri}&hop=${encodeURIComponent(elsewhere)}`,
    });
    await page.getByLabel('One-time code').or(page.getByLabel('Customer number')).waitFor();
    await page.getByLabel('One-time code').fill(await logIn());
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL((url) => url.pathname === '/elsewhere');
    expect(complaints).toEqual([]);
  });

  it.each(['Approve', 'Reject'])('%s leads into an app when the TPP’s address does', async (name) => {
    const app = 'tppapp://payment/done?from=bank';
    const { complaints } = await begin({
      'tpp-redirect-uri': `${stage.returnUri}&hop=${encodeURIComponent(app)}`,
    });
    await page.getByLabel('One-time code').fill(await logIn());
    const left = page.waitForEvent('request', (request) => request.url() === app);
    await page.getByRole('button', { name }).click();
    expect((await left).redirectedFrom()?.url().startsWith(stage.returnUri)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it.runIf(nightly)('rejects without a code', async () => {
    const { id } = await begin();
    await logIn();
    await page.getByRole('button', { name: 'Reject' }).click();
    await atTpp();
    expect(new URL(page.url()).searchParams.get('message')).toBe('rejected by the PSU');
    expect(await status(id)).toBe('RJCT');
  });

  it('leaves from the first page without a number', async () => {
    const { id } = await begin();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await atTpp();
    expect(await status(id)).toBe('RJCT');
  });

  it('shows at the field that a code is wrong, and accepts the right one afterwards', async () => {
    const { id } = await begin();
    const code = await logIn();
    const field = page.getByLabel('One-time code');
    await field.fill(wrongCode(code));
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toBe('This code is wrong. You have 4 attempts left.');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    // A reload sends no form again, and neither does the way back.
    await page.reload();
    expect(await page.getByRole('alert').innerText()).toContain('You have 4 attempts left.');
    await field.fill(code);
    await page.getByRole('button', { name: 'Approve' }).click();
    await atTpp();
    await page.goBack();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Payment approved');
    expect(await status(id)).toBe('ACSC');
  });

  it.runIf(nightly)('shows the current state after the back button, before and after the end', async () => {
    await begin();
    const code = await logIn();
    await page.goBack();
    await page.getByLabel('One-time code').fill(code);
    await page.getByRole('button', { name: 'Approve' }).click();
    await atTpp();
    await page.goBack();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Payment approved');
    await page.getByRole('link', { name: /Return to/ }).click();
    await atTpp();
    expect(new URL(page.url()).searchParams.get('psu-id')).toBe(stage.headers['psu-id']);
  });

  it('counts a double click as one approval', async () => {
    const { id } = await begin();
    await page.getByLabel('One-time code').or(page.getByLabel('Customer number')).waitFor();
    const code = await logIn();
    await page.getByLabel('One-time code').fill(code);
    await page.getByRole('button', { name: 'Approve' }).dblclick({ noWaitAfter: true });
    await page.getByText(/back at the TPP|You have approved the payment/).waitFor();
    expect(await status(id)).toBe('ACSC');
  });

  it('keeps two tabs in step', async () => {
    const { id, link } = await begin();
    const second = await page.context().newPage();
    await second.goto(link);
    await logIn();
    await second.getByLabel('Customer number').fill(privateCustomer);
    await second.getByRole('button', { name: 'Continue' }).click();
    expect(await second.getByRole('heading', { level: 1 }).innerText()).toBe('This page is out of date');
    await second.getByRole('main').getByRole('link').click();
    await second.getByLabel('One-time code').fill(await second.locator('#sandbox-code').innerText());
    await second.getByRole('button', { name: 'Approve' }).click();
    await atTpp(second);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('You have approved the payment').waitFor();
    expect(await status(id)).toBe('ACSC');
  });

  it('works without a mouse', async () => {
    const { id } = await begin();
    const focusOn = (id: string) =>
      page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);
    const number = page.getByLabel('Customer number');
    const isFocused = () => number.evaluate((element) => element === document.activeElement);
    // The customers of the sandbox come first, then the field.
    for (let tabs = 0; tabs < 10 && !(await isFocused()); tabs += 1) await page.keyboard.press('Tab');
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
    await atTpp();
    expect(await status(id)).toBe('ACSC');
  });

  it('fits a screen of 360 and 320 px, with buttons of the size of a finger', async () => {
    const fitsBoth = async () => {
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 640 });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
        for (const button of await page.getByRole('button').all())
          expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
    };
    await begin();
    await fitsBoth();
    await logIn();
    await fitsBoth();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await fitsBoth();
  });
});
