import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { instant } from '../sca/paying.ts';
import { chromiumPath } from '../support/chromium.ts';
import { consoleInBrowser } from './support.ts';

describe.skipIf(chromiumPath === undefined)('tabs of the console', () => {
  const at = consoleInBrowser();

  const streams = async () => {
    const text = await (await at.stage.bank.fetch('/metrics')).text();
    return Number(/^psd2_streams_open (\d+)$/m.exec(text)?.[1]);
  };
  const pay = async () => {
    const text = randomUUID();
    await at.stage.create(`${instant}?allowLogicalDuplicate=true`, {
      ...instantDomestic.example,
      remittanceInformationUnstructured: text,
    });
    return text;
  };
  const shows = (page: Page, text: string) => page.getByText(text).first().waitFor({ timeout: 10_000 });
  const live = (page: Page) => page.locator('.side .live-live').waitFor({ timeout: 10_000 });

  async function open(count: number): Promise<readonly Page[]> {
    const visit = await at.stage.visit(at.browser, { viewport: { width: 1360, height: 850 } });
    at.context = visit.context;
    const pages = [visit.page];
    while (pages.length < count) pages.push(await at.context.newPage());
    for (const page of pages) {
      await page.goto(`${at.stage.base}/#/payments`, { waitUntil: 'commit' });
      await live(page);
    }
    return pages;
  }
  /** A headless browser shows every tab, so the test sets the visibility. */
  const hide = (page: Page, hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);

  it('share one stream: with seven of them, each still sends requests and follows the bank', async () => {
    const pages = await open(7);
    expect(await streams()).toBe(1);
    const text = await pay();
    for (const page of pages) await shows(page, text);
    await pages[6]?.goto(`${at.stage.base}/#/customers`);
    await shows(pages[6] as Page, 'Ola Nordmann');
  });

  it('have no stream while all are hidden, and catch up when one is visible', async () => {
    const [first, second] = (await open(2)) as [Page, Page];
    await hide(first, true);
    await expect.poll(streams).toBe(1);
    const heard = await pay();
    await shows(second, heard);
    await hide(second, true);
    await expect.poll(streams).toBe(0);
    const missed = await pay();
    await hide(first, false);
    await expect.poll(streams).toBe(1);
    await shows(first, missed);
    await hide(second, false);
    await shows(second, missed);
    expect(await streams()).toBe(1);
    const text = await pay();
    for (const page of [first, second]) await shows(page, text);
  });

  it('go on when the tab with the stream is closed', async () => {
    const [first, ...others] = await open(3);
    await first?.close();
    await expect.poll(streams).toBe(1);
    const text = await pay();
    for (const page of others) await shows(page, text);
  });

  it('show the clock that the TPP has moved elsewhere', async () => {
    const [page] = (await open(1)) as [Page];
    await page.goto(`${at.stage.base}/#/time`);
    const clock = page.locator('.clock time');
    const shown = async () => Date.parse((await clock.getAttribute('datetime')) ?? '');
    const before = await shown();
    await hide(page, true);
    await at.stage.tpp.graphqlRaw('mutation { advanceSandboxClock(input: { by: "P2D" }) { reached } }');
    await hide(page, false);
    await expect.poll(shown).toBeGreaterThan(before + 86_400_000);
  });

  it('of several TPPs have one stream each', async () => {
    const [page] = (await open(1)) as [Page];
    const other = await at.stage.visit(
      at.browser,
      {},
      { tppId: 'PSDNO-FSA-OTHER', name: 'Other AS', roles: null },
    );
    await live(other.page);
    await expect.poll(streams).toBe(2);
    await other.context.close();
    await expect.poll(streams).toBe(1);
    await shows(page, await pay());
  });

  it('show and do nothing as another TPP, whose link another tab has opened', async () => {
    const [first, second] = (await open(2)) as [Page, Page];
    const other = { tppId: 'PSDNO-FSA-OTHER', name: 'Other AS', roles: null };
    await second.goto(`${at.stage.base}/?ticket=${await at.stage.bank.app.issueTicket('CONSOLE', other)}`);
    await second.locator('.side .who').getByText(other.tppId).waitFor();
    await first.locator('.side').getByRole('link', { name: 'Customers' }).click();
    await first.getByRole('alert').getByText('opened the console as another TPP').waitFor();
    await first.reload();
    await first.locator('.side .who').getByText(other.tppId).waitFor();
  });

  it('are of the TPP whose link they have opened last, also after a token', async () => {
    const [page] = (await open(1)) as [Page];
    const link = (whom: object) => at.stage.bank.app.issueTicket('CONSOLE', whom as never);
    const { data } = await at.stage.tpp.graphqlRaw('mutation { createConsoleToken(input: {}) { token } }');
    const who = page.locator('.side .who');
    await who.getByRole('button', { name: 'Switch TPP' }).click();
    await page.getByRole('menuitem', { name: 'Sign in as another TPP' }).click();
    await page.getByLabel('Console token').fill(data.createConsoleToken.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await live(page);
    const other = { tppId: 'PSDNO-FSA-OTHER', name: 'Other AS', roles: null };
    await page.goto(`${at.stage.base}/?ticket=${await link(other)}`);
    await who.getByText(other.tppId).waitFor();
    await page.reload();
    await who.getByText(other.tppId).waitFor();
  });

  it('have one stream each where the browser has no locks, as by plain http from another host', async () => {
    const visit = await at.stage.visit(at.browser, { viewport: { width: 1360, height: 850 } });
    at.context = visit.context;
    await at.context.addInitScript('delete Navigator.prototype.locks');
    const pages = [visit.page, await at.context.newPage()];
    for (const page of pages) {
      await page.goto(`${at.stage.base}/?again#/payments`);
      await live(page);
    }
    await expect.poll(streams).toBe(2);
    const text = await pay();
    for (const page of pages) await shows(page, text);
  });
});
