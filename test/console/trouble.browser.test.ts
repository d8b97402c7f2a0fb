/** What the console says and does when something goes wrong. Skipped without Chromium. */
import { describe, expect, it } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { consoleInBrowser, type Visit } from './support.ts';

const desk = { reducedMotion: 'reduce' as const, viewport: { width: 1360, height: 850 } };

describe.skipIf(chromiumPath === undefined)('the console in trouble', () => {
  const at = consoleInBrowser();
  const visit = async (): Promise<Visit> => {
    const one = await at.stage.visit(at.browser, desk);
    at.context = one.context;
    one.page.setDefaultTimeout(10_000);
    return one;
  };

  it('keeps the list while a date is typed, whose year begins with zeros', async () => {
    const { page, open, complaints } = await visit();
    await open('payments');
    for (const name of ['From', 'To']) {
      await page.getByLabel(name, { exact: true }).focus();
      await page.keyboard.type('12122');
      await page.waitForURL(`**${name.toLowerCase()}=0002-12-12*`);
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.keyboard.type('026');
      await page.waitForURL(`**${name.toLowerCase()}=2026-12-12*`);
    }
    for (const day of ['0000-01-01', '1894-12-31', '9999-12-31'])
      for (const name of ['from', 'to']) await open(`payments?${name}=${day}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Payments');
    expect(complaints).toEqual([]);
  });

  it('names the reason why the clock cannot go to a far date', async () => {
    const { page, open, complaints } = await visit();
    await open('time');
    const field = page.getByLabel('To a date and time');
    const go = page.getByRole('button', { name: 'Go there' });
    for (const far of ['0002-11-28T10:00', '12026-01-01T00:00']) {
      await field.fill(far);
      await go.click();
      expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid), far).toBe(false);
    }
    await field.fill('9999-12-31T23:59');
    await go.click();
    await page.getByRole('alert').getByText('years').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows a screen again when the address no longer has what broke it', async () => {
    const { page, open } = await visit();
    await open('overview');
    const made = { __typename: 'Payment', creditorNames: null };
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query PaymentsPage')
        ? route.fulfill({
            json: { data: { payments: { nodes: [made], totalCount: 1, pageInfo: {} } } },
          })
        : route.continue(),
    );
    await page.goto(`${at.stage.base}/#/payments?text=broken`);
    await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor();
    await page.unroute('**/graphql');
    await page.locator('.side').getByRole('link', { name: 'Payments' }).click();
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
  });
});
