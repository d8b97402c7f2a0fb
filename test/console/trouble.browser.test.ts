/** What the console says and does when something goes wrong. Skipped without Chromium. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { single as domestic } from '../sca/paying.ts';
import { findings } from '../support/axe.ts';
import { chromiumPath } from '../support/chromium.ts';
import { consoleInBrowser, desk, type Visit } from './support.ts';

const unavailable = {
  status: 503,
  json: { errors: [{ message: 'try again later', extensions: { code: 'SYSTEM_ERROR' } }] },
};
const failures: readonly (readonly [string, string, (route: Route) => Promise<void>])[] = [
  ['that cannot be reached', 'Cannot reach the bank. Is it running?', (route) => route.abort()],
  ['that is overloaded', 'try again later', (route) => route.fulfill(unavailable)],
];

/** Only mutations fail: the screens can still be read. */
const failMutations = (page: Page, fail: (route: Route) => Promise<void>) =>
  page.route('**/graphql', (route) =>
    /"mutation /.test(route.request().postData() ?? '') ? fail(route) : route.continue(),
  );

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

  it.each(failures)(
    'names the failure of each act at a bank %s',
    async (_, said, fail) => {
      const wait = (text: string) =>
        at.stage.create(`${domestic}?allowLogicalDuplicate=true`, {
          ...instantDomestic.example,
          remittanceInformationUnstructured: text,
        });
      const { id } = await wait('Fails');
      const { id: inBasket } = await wait('Fails in a basket');
      const basket = await at.stage.tpp.rest('POST', '/v1/signing-baskets', {
        body: { paymentIds: [inBasket] },
        headers: at.stage.headers,
      });
      const { basketId } = basket.json;
      const { data } = await at.stage.tpp.graphqlRaw(
        '{ sandboxAccounts(first: 1) { nodes { resourceId } } sandboxCardAccounts(first: 1) { nodes { resourceId } } }',
      );
      const account = data.sandboxAccounts.nodes[0].resourceId;
      const card = data.sandboxCardAccounts.nodes[0].resourceId;
      const { page, open } = await visit();
      await failMutations(page, fail);
      const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
      const confirm = (name: string) =>
        page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
      const acts: readonly (readonly [string, () => Promise<void>])[] = [
        [`payments/${id}`, () => press('Approve')],
        [`payments/${id}`, () => press('Cancel the payment').then(() => confirm('Cancel the payment'))],
        [`baskets/${basketId}`, () => press('Approve')],
        [`baskets/${basketId}`, () => press('Delete the basket')],
        [
          'baskets',
          async () => {
            await page.getByRole('checkbox').first().check();
            await press('Put 1 payment into a basket');
          },
        ],
        ['customers', () => press('Reset the sandbox').then(() => confirm('Reset the sandbox'))],
        ['time', () => press('Run the next batch')],
        ['time', () => press('+ An hour')],
        ['scenarios', () => press('Set the fault')],
        ['scenarios', () => page.getByRole('button', { name: 'Try it' }).first().click()],
        [
          'certificates',
          async () => {
            await page.getByLabel('Name of the TPP').fill('Acme Pay');
            await press('Make the certificate');
          },
        ],
        [
          `accounts/${account}`,
          async () => {
            await page.getByRole('textbox', { name: 'Balance' }).fill('1.00');
            await press('Set the balance');
          },
        ],
        [
          `cards/${card}`,
          async () => {
            await page.getByLabel('Shop').fill('Kiosk');
            await page.getByLabel('Whole amount').fill('5');
            await press('Add a purchase');
          },
        ],
        ['create?product=NDCT', () => press('Fill in an example').then(() => press('Create the payment'))],
        ['overview', () => press('Sign out')],
      ];
      for (const [address, act] of acts) {
        await open('overview');
        await open(address);
        await act();
        const alert = page.locator('main').getByRole('alert').filter({ hasText: said });
        await alert.waitFor().catch(() => expect.fail(`nothing is said at ${address}: ${act}`));
        expect(await alert.count(), `${address}: ${act}`).toBe(1);
        expect(page.url(), `${act}`).toContain(address);
        expect(await page.getByText('Refused, as expected').count()).toBe(0);
      }
      expect(await findings(page)).toEqual([]);
      await open('customers');
      await press('Add a customer');
      const dialog = page.getByRole('dialog', { name: 'Add a customer' });
      await dialog.getByLabel('Name').fill('Nora Hansen');
      await dialog.getByLabel('Customer number').fill('24019012386');
      await dialog.getByRole('button', { name: 'Add a customer' }).click();
      await dialog.getByRole('alert').filter({ hasText: said }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(1);
    },
    60_000,
  );

  it('does not claim that the bank checked a form before its answer, or without one', async () => {
    const { page, open } = await visit();
    await open('create?product=NDCT');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query Check')) return route.continue();
      await held;
      await route.continue();
    });
    const verdict = page.locator('.form-end').getByRole('status');
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    expect(await verdict.textContent()).toBe('The bank has not checked the form.');
    await page.getByText('The bank has not checked the form.').nth(1).waitFor();
    release();
    await verdict.getByText('The bank found no errors.').waitFor();
    await page.unroute('**/graphql');
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('query Check') ? route.abort() : route.continue(),
    );
    await page.getByLabel('Creditor name').fill('');
    await verdict.getByText('The bank has not checked the form.').waitFor();
    expect(await page.getByText('The bank found no errors.').count()).toBe(0);
  });

  it('asks for a new sign-in as soon as the session has ended: at a screen, an act or the stream', async () => {
    const ended =
      'Your session has ended, or this browser has opened the console as another TPP. Sign in again.';
    for (const leave of [
      (page: Page) => page.locator('.side').getByRole('link', { name: 'Customers' }).click(),
      (page: Page) => page.getByRole('button', { name: 'Make the certificate' }).click(),
    ]) {
      const { page, open, context } = await visit();
      await open('certificates');
      await page.getByLabel('Name of the TPP').fill('Acme Pay');
      await context.clearCookies();
      await leave(page);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByRole('alert').getByText(ended).waitFor();
      expect(await page.getByText('Authorization').count()).toBe(0);
      await context.close();
    }
    const { page, context } = await visit();
    await page.locator('.side .live-live').waitFor();
    await page.close();
    const next = await context.newPage();
    await next.route('**/graphql', (route) =>
      route.request().postData()?.includes('subscription')
        ? route.fulfill({ status: 401, json: { errors: [{ message: 'no token' }] } })
        : route.continue(),
    );
    await next.goto(at.stage.base);
    await next.getByText(ended).waitFor({ timeout: 10_000 });
  });

  it('keeps what was typed into a payment when the session ends, for the next session', async () => {
    const { page, open, context } = await visit();
    await open('create?product=SCT');
    const creditor = page.getByLabel('Creditor name');
    await context.clearCookies();
    await creditor.fill('Kari Nordmann');
    await page.getByText('Your session has ended').waitFor();
    const link = await context.newPage();
    const demo = { tppId: 'PSDNO-FSA-TEST1', name: 'Test TPP AS', roles: null };
    await link.goto(`${at.stage.base}/?ticket=${await at.stage.bank.app.issueTicket('CONSOLE', demo)}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await creditor.waitFor();
    expect(await creditor.inputValue()).toBe('Kari Nordmann');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('.side').getByRole('link', { name: 'Time' }).click();
    await page.goBack();
    await creditor.waitFor();
    expect(await creditor.inputValue()).toBe('');
  });

  it.each([
    ['baskets', 'query Basket('],
    ['accounts', 'query AccountPage('],
    ['cards', 'query CardPage('],
    ['requests', 'query RequestPage('],
  ])('does not say of %s that they do not exist when the bank is overloaded', async (screen, query) => {
    const { page, open } = await visit();
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes(query) ? route.fulfill(unavailable) : route.continue(),
    );
    await open(`${screen}/01a21fef-2518-7094-83ca-baa604ecce5d`);
    await page.getByRole('alert').getByText('try again later').waitFor();
    expect(await page.getByText('not found').count()).toBe(0);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('not found').first().waitFor();
  });

  it.each(failures)('keeps a screen that it cannot read again from a bank %s', async (_, __, fail) => {
    const { page, open } = await visit();
    let failed = 0;
    const failQuery = (query: string) =>
      page.route('**/graphql', (route) => {
        if (!route.request().postData()?.includes(query)) return route.continue();
        failed += 1;
        return fail(route);
      });
    await open('time');
    await failQuery('query Viewer');
    const move = page.getByRole('button', { name: '+ An hour' });
    await move.click();
    await expect.poll(() => failed).toBeGreaterThan(0);
    await page.unroute('**/graphql');
    await move.click();
    await page.locator('.side .live-live').waitFor();
    const { id } = await at.stage.create(`${domestic}?allowLogicalDuplicate=true`, instantDomestic.example);
    await open(`payments/${id}`);
    await failQuery('query PaymentState');
    failed = 0;
    // The page reads the payment at each focus of the window.
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')));
        return failed;
      })
      .toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Approve' }).waitFor();
  });

  it('says why the bank did not reset the sandbox', async () => {
    const { page, open } = await visit();
    await open('customers');
    const text = 'another request has just used this number';
    const tppMessages = [{ category: 'ERROR', code: 'CONFLICT', path: 'customerNumber', text }];
    const json = { data: { answer: { customers: null, tppMessages } } };
    await failMutations(page, (route) => route.fulfill({ json }));
    await page.getByRole('button', { name: 'Reset the sandbox' }).click();
    const dialog = page.getByRole('alertdialog');
    const reset = dialog.getByRole('button', { name: 'Reset the sandbox' });
    await reset.click();
    await dialog.getByRole('alert').getByText(text).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.unroute('**/graphql');
    await reset.click();
    await dialog.waitFor({ state: 'detached' });
  });

  it.each([
    ['customers', 'query Accounts', 'Ola Nordmann'],
    ['baskets', 'query Unsigned', 'New basket'],
  ])('says of %s that a part of the page could not be read', async (screen, query, rest) => {
    const { page, open } = await visit();
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes(query) ? route.abort() : route.continue(),
    );
    await open(screen);
    await page.getByText(rest).first().waitFor();
    await page.getByRole('alert').getByText('Cannot reach the bank').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('reloads by itself for a screen whose script is gone since an upgrade of the bank', async () => {
    const { page, open } = await visit();
    await open('overview');
    const once = { times: 1 };
    await page.route('**/assets/scenarios-*.js', (route) => route.fulfill({ status: 404 }), once);
    const body = '<script type="module" src="./assets/index-upgraded.js"></script>';
    await page.route(`${at.stage.base}/`, (route) => route.fulfill({ body }), once);
    await page.locator('.side').getByRole('link', { name: 'Scenarios' }).click();
    await page.getByRole('heading', { name: 'Scenarios' }).waitFor();
  });

  it('opens a screen after the bank is back, whose script could not be loaded before', async () => {
    const { page, open } = await visit();
    await open('overview');
    const menu = (name: string) => page.locator('.side').getByRole('link', { name }).click();
    const scripts = '**/assets/*.js';
    await page.route(scripts, (route) => route.abort());
    await menu('Customers');
    await page.getByRole('heading', { name: 'This page cannot be shown' }).waitFor();
    await page.getByRole('alert').getByText('Cannot reach the bank. Is it running?').waitFor();
    expect(await page.getByText('The console has an error').count()).toBe(0);
    await menu('Time');
    await page.getByRole('alert').getByText('Cannot reach the bank. Is it running?').waitFor();
    await page.unroute(scripts);
    await menu('Customers');
    await page.getByRole('heading', { name: 'Customers' }).waitFor();
    await page.route(scripts, (route) => route.abort());
    await menu('Scenarios');
    await page.getByRole('alert').waitFor();
    await page.context().setOffline(true);
    const unreachable = page.waitForEvent(
      'requestfailed',
      (request) => request.url() === `${at.stage.base}/`,
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await unreachable;
    await page.getByRole('alert').getByText('Cannot reach the bank. Is it running?').waitFor();
    await page.context().setOffline(false);
    await page.unroute(scripts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Scenarios' }).waitFor();
  });
});
