/** The narrowest window that pages have to fit is 320 pixels (WCAG 1.4.10). Skipped without Chromium. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic } from '../../src/domain/payments/products/periodic.ts';
import { entryOf, sendSigned } from '../observability/request-log/support.ts';
import { single as domestic, instant } from '../sca/paying.ts';
import { findings } from '../support/axe.ts';
import { chromiumPath, leaveBrowser, pictures, takeBrowser } from '../support/chromium.ts';
import { type ConsoleStage, setConsoleStage, type Visit } from './support.ts';

const narrow = { viewport: { width: 320, height: 640 } };

/** Elements that overflow, by tag and class. */
const sticksOut = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.tagName + '.' + one.className)`;

/** Chips whose text sticks out of them. */
const brokenChips = `[...document.querySelectorAll('.chip')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)`;

type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

describe.skipIf(chromiumPath === undefined)('a window of 320 pixels', () => {
  let stage: ConsoleStage;
  let browser: Browser;
  let visit: Visit;
  beforeAll(async () => {
    stage = await setConsoleStage();
    browser = await takeBrowser();
    visit = await stage.visit(browser, narrow);
    visit.page.setDefaultTimeout(10_000);
  }, 120_000);
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  async function createSettledPayment(): Promise<string> {
    const { id } = await stage.create(`${instant}?allowLogicalDuplicate=true`, instantDomestic.example);
    const started = await stage.tpp.rest('POST', `${instant}/${id}/authorisations`);
    await stage.tpp.graphqlRaw(
      `mutation { completeAuthorisation(input: { authorisationId: "${started.json.authorisationId}", outcome: APPROVE }) { tppMessages { text } } }`,
    );
    return id;
  }

  it('has room for the sign-in page, in both languages', async () => {
    for (const locale of ['en-GB', 'nb-NO']) {
      const context = await browser.newContext({ ...narrow, locale });
      const page = await context.newPage();
      await page.goto(stage.base);
      await page.locator('form').waitFor();
      if (pictures) await page.screenshot({ path: `${pictures}/narrow-sign-in-${locale}.png` });
      expect(await page.evaluate(sticksOut), locale).toEqual([]);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await page.evaluate(sticksOut), `${locale} in large text`).toEqual([]);
      await context.close();
    }
  });

  it('fits every screen', async () => {
    const { page, open } = visit;
    const { id } = await stage.create(domestic, instantDomestic.example);
    for (const creditorName of ['W'.repeat(70), 'M'.repeat(70)]) {
      const long = await stage.create(`${domestic}?allowLogicalDuplicate=true`, {
        ...instantDomestic.example,
        creditorName,
      });
      await stage.tpp.rest('POST', `${domestic}/${long.id}/authorisations`, { headers: stage.headers });
    }
    const basket = await stage.tpp.rest('POST', '/v1/signing-baskets', {
      body: { paymentIds: [id] },
      headers: stage.headers,
    });
    // The page of an account shows a chart only after a booking.
    await createSettledPayment();
    const { data } = await stage.tpp.graphqlRaw(
      '{ sandboxAccounts(first: 1) { nodes { resourceId } } sandboxCardAccounts(first: 1) { nodes { resourceId } } }',
    );
    const customer = { customerNumber: '21090199144', name: 'N'.repeat(70), type: 'PRIVATE' };
    await stage.tpp.rest('POST', '/v1/sandbox/customers', { body: customer });
    const longNames = await stage.tpp.rest('POST', '/v1/sandbox/accounts', {
      body: {
        customerNumber: customer.customerNumber,
        accountName: 'W'.repeat(70),
        bban: 'W'.repeat(30),
        currency: 'JPY',
      },
    });
    const { xRequestId } = await sendSigned(stage.bank, stage.tpp.identity, (right) => `${right}\n`);
    const screens = [
      'overview',
      'payments',
      `payments/${id}`,
      'create?product=CBCT',
      'create?product=BULK_NDCT',
      'baskets',
      `baskets/${basket.json.basketId}`,
      'customers',
      `accounts/${data.sandboxAccounts.nodes[0].resourceId}`,
      `accounts/${longNames.json.resourceId}`,
      `cards/${data.sandboxCardAccounts.nodes[0].resourceId}`,
      'time',
      'scenarios',
      'certificates',
      'requests',
      `requests/${(await entryOf(stage.tpp, xRequestId)).id}`,
    ];
    const wide: Record<string, unknown> = {};
    for (const screen of screens) {
      await open(screen);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      if (pictures)
        await page.screenshot({
          path: `${pictures}/narrow-${screen.split(/[?/]/).join('-').slice(0, 24)}.png`,
          fullPage: true,
        });
      const found = await page.evaluate<string[]>(sticksOut);
      if (found.length > 0) wide[screen] = found;
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const foundInLargeText = [
        ...(await page.evaluate<string[]>(sticksOut)),
        ...(await page.evaluate<string[]>(brokenChips)),
      ];
      if (foundInLargeText.length > 0) wide[`${screen} in large text`] = foundInLargeText;
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    }
    expect(wide).toEqual({});
  }, 60_000);

  it('shows the names and all digits of a payment of 18 digits', async () => {
    const whom = { tppId: 'PSDNO-FSA-LARGE', name: 'Large AS', roles: null };
    const body = {
      ...instantDomestic.example,
      instructedAmount: { amount: '999999999999999.99', currency: 'NOK' },
    };
    await stage.bank.tpp(whom.tppId).rest('POST', domestic, { body, headers: stage.headers });
    const { context, page, open } = await stage.visit(browser, narrow, whom);
    await open('payments');
    await page.locator('.cell-main').waitFor();
    const boxes = await page.evaluate(() =>
      ['.cell-main', '.cell-amount', '.cell-debtor', '.cell-status'].map((selector) => {
        const { left, right, top, bottom } = (
          document.querySelector(selector) as Element
        ).getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    const [name, amount, debtor, status] = boxes as [Box, Box, Box, Box];
    if (pictures) await page.screenshot({ path: `${pictures}/narrow-large-amount.png` });
    expect(name.right - name.left).toBeGreaterThan(80);
    expect(amount.left).toBeGreaterThanOrEqual(name.right);
    expect(debtor.bottom).toBeLessThanOrEqual(status.top);
    await context.close();
  });

  it('breaks no word of the names of accounts', async () => {
    const { page, open } = visit;
    await open('customers');
    const name = page.locator('.rows-main bdi').getByText('Valutakonto').first();
    expect(await name.evaluate((one) => one.getClientRects().length)).toBe(1);
  });

  it('keeps the days of a chart apart', async () => {
    const { page, open } = visit;
    await open('overview');
    const days = await page.locator('.day-chart').first().locator('.bar-day:visible').all();
    const boxes = await Promise.all(
      days.map((day) =>
        day.evaluate((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          const { left, right } = range.getBoundingClientRect();
          return { left, right };
        }),
      ),
    );
    expect(boxes.length).toBeGreaterThan(5);
    for (const [index, { left }] of boxes.entries())
      expect(left).toBeGreaterThan(boxes[index - 1]?.right ?? 0);
  });

  it('has room for the bar in both languages, also while it connects', async () => {
    for (const locale of ['en-GB', 'nb-NO']) {
      const { context, page, open } = await stage.visit(browser, { ...narrow, locale });
      await open('time');
      await page.locator('.bar .live-live').waitFor();
      expect(await page.evaluate(sticksOut), locale).toEqual([]);
      await page.route('**/graphql', (route) =>
        /"subscription/.test(route.request().postData() ?? '') ? new Promise(() => {}) : route.continue(),
      );
      await page.reload();
      await page.locator('.bar .live-connecting').waitFor();
      expect(await page.evaluate(sticksOut), locale).toEqual([]);
      await context.close();
    }
  });

  it('keeps a long status inside of its card', async () => {
    const { context, page, open } = await stage.visit(browser, { ...narrow, locale: 'nb-NO' });
    const { id } = await stage.create(`${domestic}?allowLogicalDuplicate=true`, instantDomestic.example);
    await open(`payments/${id}`);
    await page.locator('.hero .chip', { hasText: 'Venter på godkjenning' }).waitFor();
    const outside = `[...document.querySelectorAll('.hero .chip, .hero .chip *, .hero .button')].filter((part) => {
      const hero = document.querySelector('.hero');
      const { right } = hero.getBoundingClientRect();
      return part.getBoundingClientRect().right > right - parseFloat(getComputedStyle(hero).paddingRight);
    }).map(({ textContent }) => textContent)`;
    expect(await page.evaluate(outside)).toEqual([]);
    await context.close();
  });

  it('keeps the days of two months of a plan apart', async () => {
    const { page, open } = visit;
    const path = '/v1/periodic-payments/norwegian-domestic-credit-transfers';
    const { id } = await stage.create(path, { ...periodicDomestic.example, startDate: '2030-01-15' });
    await open(`payments/${id}`);
    await page.locator('.month').first().waitFor();
    for (const width of [320, 360, 375, 390]) {
      await page.setViewportSize({ width, height: 640 });
      const wide = `[...document.querySelectorAll('.month ol')].filter((days) => days.scrollWidth > days.clientWidth)`;
      expect(await page.evaluate(`${wide}.length`), `${width} pixels`).toBe(0);
    }
    await page.setViewportSize(narrow.viewport);
  });

  it('scrolls what gets the focus out from below the bar', async () => {
    const { page, open } = visit;
    await open('requests');
    const rows = page.locator('.rows a');
    await rows.nth(5).waitFor();
    await rows.last().focus();
    const bar = await page.locator('.bar').boundingBox();
    for (let count = await rows.count(); count > 1; count -= 1) {
      await page.keyboard.press('Shift+Tab');
      const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
      expect(top).toBeGreaterThanOrEqual(bar?.height ?? 0);
    }
  });

  it.each([
    'payments/%E0%A4%A',
    '%E0%A4%A',
    'payments?status=%E0%A4%A',
    'payments?status=NONE&product=NONE',
    'payments?from=never&to=2026-02-31',
    'baskets/%00',
    'accounts',
    'cards/%2e%2e',
    'requests/%F0%9F%92%B6',
    'create?product=NONE',
    '__proto__/constructor',
    'payments/nine'.padEnd(900, '9'),
  ])('shows text at #/%.40s', async (address) => {
    const { page, open, complaints } = visit;
    complaints.length = 0;
    await open(address);
    const said = await page.locator('main').innerText();
    expect(said.trim().length, said).toBeGreaterThan(20);
    expect(await page.evaluate(sticksOut)).toEqual([]);
    // The browser logs the refusal for an unknown address; the page itself must not fail.
    expect(complaints.filter((text) => !/status of 40[04]/.test(text))).toEqual([]);
  });

  it('keeps payments apart when the text is twice as large', async () => {
    const { page, open } = visit;
    for (let count = 0; count < 2; count += 1)
      await stage.create(`${domestic}?allowLogicalDuplicate=true`, instantDomestic.example);
    await open('overview');
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await open('payments');
    const boxes = await Promise.all((await page.locator('.grid-row').all()).map((row) => row.boundingBox()));
    const [first, second] = boxes;
    expect(second?.y).toBeCloseTo((first?.y ?? 0) + (first?.height ?? 0), 0);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  });

  it('begins a chip that does not fit into its line where the line above begins', async () => {
    const { page, open } = visit;
    await open(`payments/${await createSettledPayment()}`);
    const lefts = await page.evaluate<number[][]>(
      `[...document.querySelectorAll('.timeline strong')].map((one) => [one, one.nextElementSibling])
        .filter(([text, chip]) => chip?.matches('.chip') && chip.getBoundingClientRect().top >= text.getBoundingClientRect().bottom)
        .map((both) => both.map((one) => one.getBoundingClientRect().left))`,
    );
    expect(lefts.length).toBeGreaterThan(0);
    for (const [text, chip] of lefts) expect(chip).toBe(text);
  });

  it('says that an address cannot be read, and how to go on', async () => {
    const { page, open } = visit;
    await open('payments/%E0%A4%A');
    await page.getByRole('heading', { name: 'This address cannot be read' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
