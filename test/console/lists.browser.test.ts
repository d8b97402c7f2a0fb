/** Lists: links in rows, filters on a phone, print, and the order of a chart. Skipped without Chromium. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { single as domestic, instant } from '../sca/paying.ts';
import { findings } from '../support/axe.ts';
import { chromiumPath, pictures } from '../support/chromium.ts';
import { type ConsoleStage, consoleInBrowser, desk, type Visit } from './support.ts';

const bulk = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const phone = { width: 390, height: 844 };

describe.skipIf(chromiumPath === undefined)('a list of payments', () => {
  const at = consoleInBrowser();
  const create = (text: string, creditorName = 'Kari Nordmann') =>
    at.stage.create(`${instant}?allowLogicalDuplicate=true`, {
      ...instantDomestic.example,
      creditorName,
      remittanceInformationUnstructured: text,
    });
  const createLater = async (text: string) => {
    at.stage.bank.time.now += 1_000;
    return (await create(text)).id;
  };
  const visit = async (options = {}, whom?: Parameters<ConsoleStage['visit']>[2]): Promise<Visit> => {
    const one = await at.stage.visit(at.browser, options, whom);
    one.page.setDefaultTimeout(10_000);
    return one;
  };
  /** A page for this test alone. */
  const ownVisit = async (...options: Parameters<typeof visit>): Promise<Visit> => {
    const one = await visit(...options);
    at.context = one.context;
    return one;
  };
  /** The page of the other tests: a load takes longer than most of them. */
  let usual: Visit;
  beforeAll(async () => {
    usual = await visit(desk);
  });
  afterEach(async () => {
    const { page, context, open } = usual;
    for (const tab of context.pages()) if (tab !== page) await tab.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.setViewportSize(desk.viewport);
    await page.emulateMedia({ media: null });
    await open('certificates');
  });

  it('has a link in each row, which opens in a new tab', async () => {
    const { id } = await create('In a new tab');
    const { page, open, context } = usual;
    await open('payments');
    const row = page.locator(`[data-payment="${id}"]`);
    await row.waitFor();
    // Chromium 150 under Playwright stops a tab in the background before its first request, so none is opened.
    await page.evaluate(() => {
      for (const type of ['auxclick', 'click'])
        addEventListener(type, (event) => {
          const { button, ctrlKey, defaultPrevented, target } = event as MouseEvent;
          const href = (target as Element).closest('a')?.href;
          document.body.dataset.left = JSON.stringify({ button, ctrlKey, defaultPrevented, href });
          event.preventDefault();
        });
    });
    const leftToBrowser = async () =>
      JSON.parse((await page.locator('body').getAttribute('data-left')) ?? 'null') as unknown;
    const href = `${page.url()}/${id}`;
    const left = { ctrlKey: false, defaultPrevented: false, href };
    await row.click({ button: 'middle' });
    expect(await leftToBrowser()).toEqual({ ...left, button: 1 });
    await row.focus();
    await page.keyboard.press('Control+Enter');
    expect(await leftToBrowser()).toEqual({ ...left, button: 0, ctrlKey: true });
    const tab = await context.newPage();
    await tab.goto(href);
    await tab.getByRole('heading', { name: 'History' }).waitFor();
    await page.reload();
    await row.click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
  });

  it('fits the screen without a scroll bar of the page', async () => {
    for (let count = 0; count < 12; count += 1) await create(`Fits ${count}`);
    const { page, open } = usual;
    await open('payments');
    await page.locator('.grid-row').nth(11).waitFor();
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
  });

  it('keeps the focus at its payment when others arrive', async () => {
    const [older, id] = [await createLater('Below'), await createLater('With the focus')];
    const { page, open } = usual;
    await open('payments');
    const row = (paymentId: string) => page.locator(`[data-payment="${paymentId}"]`);
    const focused = () => page.locator(':focus').getAttribute('data-payment');
    await row(id).focus();
    await row(await createLater('Above')).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe(older);
    await page.keyboard.press('ArrowUp');
    await row(await createLater('At the top')).waitFor();
    expect(await focused()).toBe(id);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/#/payments/${id}`);
  });

  it('leaves the rows and the focus where they are while it scrolls, and begins a filter at its top', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 40; count += 1) ids.push(await createLater(`Scrolled ${count}`));
    const { page, open } = usual;
    await open('payments');
    await page.locator('.side .live-live').waitFor();
    const row = (id: string | undefined) => page.locator(`[data-payment="${id}"]`);
    const frame = page.locator('.grid-frame');
    await row(ids[39]).waitFor();
    await frame.evaluate((element) => element.scrollTo(0, 300));
    await expect.poll(() => frame.evaluate(({ scrollTop }) => scrollTop)).toBe(300);
    const before = (await row(ids[32]).boundingBox())?.y;
    const id = await createLater('Arrives above');
    await row(id).waitFor({ state: 'attached' });
    expect((await row(ids[32]).boundingBox())?.y).toBe(before);
    await row(ids[39]).focus();
    await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await row(ids[0]).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator(':focus').getAttribute('data-payment')).toBe(ids[38]);
    await page.getByRole('searchbox').fill('Scrolled');
    await page.waitForURL('**text=Scrolled');
    await row(id).waitFor({ state: 'detached' });
    expect(await frame.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  it('moves the focus by a key that is pressed just after a change arrives', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(await createLater(`Focused ${count}`));
    const { page, open } = usual;
    await open('payments');
    await page.locator('.side .live-live').waitFor();
    await page.locator(`[data-payment="${ids[2]}"]`).focus();
    // React has shown the new row, and has not run the effects of this render.
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        const key = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(key);
      });
      observer.observe(document.querySelector('.grid-space') as Element, { childList: true });
    });
    const id = await createLater('Arrives before the key');
    await page.locator(`[data-payment="${id}"]`).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-payment')))
      .toBe(ids[1]);
  });

  it('has its filters and the same row when the user comes back, and begins at its top by the menu', async () => {
    for (let count = 0; count < 20; count += 1) await createLater(`Left ${count}`);
    const { page, open } = usual;
    const menu = (name: string) => page.locator('.side').getByRole('link', { name }).click();
    const top = () => page.locator('.grid-frame').evaluate(({ scrollTop }) => scrollTop);
    for (const back of [
      () => page.goBack(),
      () => page.locator('.page-actions').getByRole('link', { name: 'Payments' }).click(),
    ]) {
      await open('overview');
      await open('payments?status=RCVD&text=Left');
      await page.reload();
      await page.locator('.grid-row').nth(18).waitFor();
      await page.locator('.grid-frame').evaluate((element) => element.scrollTo(0, 300));
      const row = page.getByRole('row').filter({ hasText: 'Left 11' });
      await row.click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      await back();
      await page.waitForURL('**payments?status=RCVD&text=Left');
      await row.waitFor();
      expect(await top()).toBe(300);
      expect(await row.getAttribute('tabindex')).toBe('0');
    }
    await menu('Payments');
    await page.waitForURL('**payments');
    await expect.poll(top).toBe(0);
  });

  it.each([
    ['payments', 'query PaymentsPage'],
    ['baskets', 'query Unsigned'],
  ])('shows in %s what changes while it is read', async (screen, query) => {
    const { id: older } = await create('Before');
    const { page, open, context } = await ownVisit();
    await open('overview');
    await page.locator('.side .live-live').waitFor();
    const second = await context.newPage();
    await second.goto(`${at.stage.base}/#/payments`);
    await second.getByText(older).waitFor();
    let holds = true;
    const held: (() => void)[] = [];
    await page.route('**/graphql', async (route) => {
      if (!holds || !route.request().postData()?.includes(query)) return route.continue();
      const response = await route.fetch();
      await new Promise<void>((resolve) => held.push(resolve));
      await route.fulfill({ response });
    });
    await page.goto(`${at.stage.base}/#/${screen}`);
    await expect.poll(() => held.length).toBe(1);
    const { id } = await create('Meanwhile');
    // The first tab has the stream, and informs the second.
    await second.getByText(id).waitFor();
    holds = false;
    for (const go of held) go();
    await page.getByText(older).first().waitFor();
    await page.getByText(id).first().waitFor();
  });

  it('shows a new payment that has the sought text, and no other', async () => {
    await create('Sought before');
    const { page, open } = usual;
    await open('payments?text=Sought');
    await page.locator('.side .live-live').waitFor();
    const { id: other } = await create('Of another text');
    const { id } = await create('Sought now');
    await page.locator(`[data-payment="${id}"]`).waitFor();
    expect(await page.locator(`[data-payment="${other}"]`).count()).toBe(0);
  });

  it('on a phone begins on the first screen, with its filters behind a button', async () => {
    await create('On a phone');
    const { page, open } = usual;
    await page.setViewportSize(phone);
    await open('payments');
    const top = (await page.locator('.grid-row').first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    expect(top).toBeLessThan(450);
    if (pictures) await page.screenshot({ path: `${pictures}/phone-payments.png` });
    const from = page.getByLabel('From', { exact: true });
    expect(await from.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters' }).click();
    await from.waitFor();
    expect(await findings(page)).toEqual([]);
    await from.fill('2099-01-01');
    await page.getByText('No payments match').waitFor();
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    expect(await from.isVisible()).toBe(false);
    await open('requests');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Code', { exact: true }).waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/phone-requests.png` });
  });

  it('is printed as a table of all rows that are loaded, and without the menu', async () => {
    for (let count = 0; count < 3; count += 1) await create(`Printed ${count}`);
    const { page, open } = await ownVisit({ colorScheme: 'dark' });
    await open('payments');
    await page.locator('.grid-row').nth(2).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const table = page.locator('table.print-only');
    for (let count = 0; count < 3; count += 1) await table.getByText(`Printed ${count}`).waitFor();
    for (const hidden of ['.side', '.filters', '.grid', '.page-actions'])
      expect([hidden, await page.locator(hidden).isVisible()]).toEqual([hidden, false]);
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement);
      return [backgroundColor, color];
    });
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(21, 32, 42)']);
    if (pictures) await page.screenshot({ path: `${pictures}/print-payments.png` });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await table.waitFor({ state: 'detached' });
  });

  it('shows every entry of a bulk payment, with its message, amount and status, on a phone and on paper', async () => {
    const [entry] = bulkDomestic.example.payments as [object];
    const payments = Array.from({ length: 40 }, (_, index) => ({
      ...entry,
      endToEndIdentification: `E2E-${index}`,
      creditorName: index === 0 ? 'W'.repeat(70) : `Payee ${index}`,
      remittanceInformationUnstructured: `Salary of person ${index}`,
    }));
    const body = { ...bulkDomestic.example, payments };
    const { id } = await at.stage.create(bulk, body);
    const { page, open } = usual;
    await open(`payments/${id}`);
    await page.getByRole('heading', { level: 1, name: 'and at least 9 more' }).waitFor();
    await page.locator('.facts').getByText('SALARY-2030-01').waitFor();
    const hidden = (side: string) => `(() => {
      const { scroll${side}, client${side} } = document.querySelector('.scroll');
      return scroll${side} - client${side};
    })()`;
    const [lastEntry] = await page.locator('.entries tr').last().allInnerTexts();
    for (const part of ['Payee 39', 'Salary of person 39', 'E2E-39', 'NOK'])
      expect(lastEntry).toContain(part);
    expect(await page.evaluate(hidden('Width'))).toBe(0);
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await page.evaluate(hidden('Width'))).toBe(0);
    expect(await page.locator('.entries .currency').last().isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(hidden('Height'))).toBe(0);
  });

  it('asks again for the status of a large bulk payment, and for its entries when this has changed', async () => {
    const [entry] = bulkDomestic.example.payments as [object];
    const payments = Array.from({ length: 200 }, (_, index) => ({
      ...entry,
      creditorName: `Payee ${index}`,
      ultimateDebtor: 'Ultima AS',
    }));
    const { id } = await at.stage.create(bulk, { ...bulkDomestic.example, payments });
    const { page, open } = await ownVisit();
    // The page hears of no change, so it has to ask.
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('subscription') ? route.abort() : route.continue(),
    );
    await open(`payments/${id}`);
    await page.locator('.entries').getByText('Ultima AS').first().waitFor();
    const responses: number[] = [];
    page.on('response', async (response) => {
      if (response.request().postData()?.includes('query Payment'))
        responses.push((await response.body()).length);
    });
    const ask = () => page.evaluate(() => dispatchEvent(new Event('focus')));
    await ask();
    await expect.poll(() => responses.length).toBeGreaterThan(0);
    expect(Math.max(...responses)).toBeLessThan(5_000);
    await at.stage.tpp.graphqlRaw(
      `mutation { cancelPayment(input: { paymentId: "${id}" }) { tppMessages { text } } }`,
    );
    await ask();
    await page.locator('.entries tr').last().getByText('Cancelled').waitFor();
  });

  it('has a chart in the order of the life of a payment, whatever came first', async () => {
    const rejected = await create('Rejected first', 'Scenario Rejected');
    await at.stage.tpp.graphqlRaw(
      `mutation { cancelPayment(input: { paymentId: "${rejected.id}" }) { tppMessages { text } } }`,
    );
    await create('Awaits approval');
    const { page, open } = usual;
    await open('overview');
    const legend = page.locator('.legend').first().locator('li');
    await legend.nth(1).waitFor();
    expect(await legend.allInnerTexts()).toEqual([
      expect.stringContaining('Awaiting approval'),
      expect.stringContaining('Cancelled'),
    ]);
  });

  it('has charts that say how many payments they show when there are more', async () => {
    const { page, open } = usual;
    const totals = { customer: 1, bank: 1, all: 10_001 };
    let counted = 9_999;
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Overview')) return route.continue();
      const { data } = await (await route.fetch()).json();
      for (const [name, totalCount] of Object.entries(totals)) data[name].totalCount = totalCount;
      data.paymentDays.at(-1).statuses = [{ transactionStatus: 'RCVD', count: counted }];
      await route.fulfill({ json: { data } });
    });
    await open('overview');
    const said = page.getByText('The charts show only the 10000 newest payments.');
    await page.locator('.legend').first().getByText('9999').waitFor();
    expect(await said.count()).toBe(0);
    counted = 10_000;
    await page.reload();
    await said.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('writes amounts and counts forwards beside a name that turns the direction of its text', async () => {
    const whom = { tppId: 'PSDNO-FSA-TURNED', name: 'Turned AS', roles: null };
    const tpp = at.stage.bank.tpp(whom.tppId);
    const creditorName = '\u202eKari';
    const { headers } = at.stage;
    const single = { ...instantDomestic.example, creditorName };
    const paid = await tpp.rest('POST', domestic, { body: single, headers });
    const basket = { paymentIds: [paid.json.paymentId] };
    const { basketId } = (await tpp.rest('POST', '/v1/signing-baskets', { body: basket, headers })).json;
    await tpp.rest('POST', `/v1/signing-baskets/${basketId}/authorisations`, { headers });
    const { debtorAccount, ...entry } = single as Record<string, unknown>;
    const many = await tpp.rest('POST', bulk, {
      body: { debtorAccount, payments: [entry, { ...entry, creditorName: 'Ola' }] },
      headers,
    });
    await tpp.rest('POST', `${bulk}/${many.json.paymentId}/authorisations`, { headers });
    const { page, open } = await ownVisit({}, whom);
    const backwards = `[...document.querySelectorAll('main .amount, main h1, main a')].flatMap((one) => {
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const wrong = [];
      while (texts.nextNode()) {
        const { data } = texts.currentNode;
        const [told] = /[\\d.,]{3,}|\\d more/.exec(data) ?? [''];
        if (told === '') continue;
        const at = (index) => {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + 1);
          return range.getBoundingClientRect().left;
        };
        const first = data.indexOf(told);
        if (at(first) > at(first + told.length - 1)) wrong.push(data);
      }
      return wrong;
    })`;
    await open(`payments/${paid.json.paymentId}`);
    await page.getByRole('heading', { level: 1, name: '\ufffdKari' }).waitFor();
    for (const [address, name] of [
      ['time', 'Authorisations expire'],
      ['overview', 'Waiting for the customer'],
      ['payments', 'Kari'],
      [`baskets/${basketId}`, 'Kari'],
      [`payments/${many.json.paymentId}`, 'and 1 more'],
    ] as const) {
      await open(address);
      await page.locator('main').getByText(name).first().waitFor();
      await page.locator('main .amount').first().waitFor({ state: 'attached' });
      for (const summary of await page.locator('main .alike summary').all()) await summary.click();
      expect(await page.evaluate(backwards), address).toEqual([]);
    }
  });

  it('gives dates, names and texts their room', async () => {
    const whom = { tppId: 'PSDNO-FSA-ROOM', name: 'Room AS', roles: null };
    const tpp = at.stage.bank.tpp(whom.tppId);
    const creditorName = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbau';
    const body = {
      ...instantDomestic.example,
      creditorName,
      instructedAmount: { amount: '999999999.99', currency: 'NOK' },
    };
    await tpp.rest('POST', domestic, { body, headers: at.stage.headers });
    const { page, open } = await ownVisit({ locale: 'nb-NO', ...desk }, whom);
    const box = async (selector: string) => {
      const found = await page.locator(selector).first().boundingBox();
      if (found === null) throw new Error(`${selector} is not shown`);
      return found;
    };
    const lines = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        });
    await open('payments');
    await page.locator('.cell-created time').first().waitFor();
    await page
      .locator('.cell-created time')
      .first()
      .evaluate((time) => {
        time.textContent = '28. nov., 02:15';
      });
    expect(await lines('.cell-created time')).toBe(1);
    await open('overview');
    await page.getByRole('heading', { name: 'Gjennomført beløp', exact: true }).waitFor();
    expect(await lines('.rows .rows-main bdi')).toBeLessThan(4);
    await open('scenarios');
    const faults = 'section[aria-label="Feil"]';
    const tiles = await box('.tiles');
    expect((await box('.tiles + .card')).y - tiles.y - tiles.height).toBeGreaterThan(15);
    const form = await box(`${faults} form`);
    expect((await box(`${faults} .actions`)).y - form.y - form.height).toBeGreaterThan(8);
    await page.setViewportSize({ width: 320, height: 640 });
    const { data } = await tpp.graphqlRaw('{ sandboxCardAccounts(first: 1) { nodes { resourceId } } }');
    await open(`cards/${data.sandboxCardAccounts.nodes[0].resourceId}`);
    expect(
      await page
        .locator('.empty')
        .first()
        .evaluate((one) => one.scrollWidth - one.clientWidth),
    ).toBe(0);
  });
});
