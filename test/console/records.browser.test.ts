/** Customers and accounts, the forms that add them, payments for a basket, and the marks of the payment form. Skipped without Chromium. */
import { describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { single as domestic } from '../sca/paying.ts';
import { findings } from '../support/axe.ts';
import { chromiumPath, pictures } from '../support/chromium.ts';
import { consoleInBrowser } from './support.ts';

describe.skipIf(chromiumPath === undefined)('the console', () => {
  const at = consoleInBrowser();

  it('adds a customer and an account, with each fault at its field', async () => {
    const { page, open, context } = await at.stage.visit(at.browser);
    at.context = context;
    page.setDefaultTimeout(10_000);
    await open('customers');
    await page.getByRole('button', { name: 'Add a customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a customer' });
    await dialog.getByLabel('Name').fill('Nora Hansen');
    await dialog.getByLabel('Customer number').fill('not a number!');
    await dialog.getByRole('button', { name: 'Add a customer' }).click();
    const fault = dialog.locator('.form-field', { hasText: 'Customer number' }).getByRole('alert');
    await fault.waitFor();
    expect(await findings(page)).toEqual([]);
    if (pictures) await page.screenshot({ path: `${pictures}/add-customer.png` });
    await dialog.getByLabel('Customer number').fill('24019012386');
    await dialog.getByRole('button', { name: 'Add a customer' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Nora Hansen' }).waitFor();

    await page.getByRole('button', { name: 'Add an account' }).click();
    const second = page.getByRole('dialog', { name: 'Add an account' });
    await second.getByLabel('Owner').selectOption('24019012386');
    await second.getByLabel('Name of the account').fill('Ferie');
    await second.getByLabel('Account number').fill('9536 05 71026');
    await second.getByLabel('Balance').fill('1000.5');
    await second.getByRole('button', { name: 'Add an account' }).click();
    await second.locator('.form-field', { hasText: 'Balance' }).getByRole('alert').waitFor();
    await second.getByLabel('Balance').fill('1000.50');
    await second.getByRole('button', { name: 'Add an account' }).click();
    await second.waitFor({ state: 'detached' });
    const customer = page.getByRole('region', { name: 'Nora Hansen' });
    await customer.getByRole('link', { name: 'Ferie' }).getByText('1,000.50').waitFor();
  });

  it('keeps the dialog open for a warning, after the account exists', async () => {
    const { page, open, context } = await at.stage.visit(at.browser);
    at.context = context;
    await open('customers');
    await page.getByRole('button', { name: 'Add an account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an account' });
    await dialog.getByLabel('Name of the account').fill('Wrong check digit');
    await dialog.getByLabel('Account number').fill('95360571027');
    const add = dialog.getByRole('button', { name: 'Add an account' });
    await add.click();
    await dialog.locator('.field-warning').waitFor();
    expect(await add.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Wrong check digit' }).waitFor();
  });

  it('names the fields of its form when the bank refuses a purchase, in Norwegian too', async () => {
    const { page, open, context } = await at.stage.visit(at.browser, { locale: 'nb-NO' });
    at.context = context;
    const { data } = await at.stage.tpp.graphqlRaw(
      '{ sandboxCardAccounts(first: 1) { nodes { resourceId } } }',
    );
    await open(`cards/${data.sandboxCardAccounts.nodes[0].resourceId}`);
    await page.getByLabel('Butikk').fill('Kiosk');
    await page.getByLabel('Helt beløp').fill('3000000000');
    await page.getByRole('button', { name: 'Legg til et kjøp' }).click();
    const refusal = page.getByRole('alert');
    await refusal.waitFor();
    expect(await refusal.locator('li').allInnerTexts()).toEqual([
      'FORMAT_ERROR Helt beløp i NOK må være et heltall som får plass i 32 bit',
    ]);
    if (pictures) await page.screenshot({ path: `${pictures}/refused-purchase.png` });
  });

  it('keeps the focus at the button that moves the clock, for the next press', async () => {
    const { page, open, context } = await at.stage.visit(at.browser);
    at.context = context;
    await open('time');
    const hour = page.getByRole('button', { name: '+ An hour' });
    await hour.focus();
    for (let press = 0; press < 2; press += 1) {
      const moved = page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes('mutation AdvanceClock')),
      );
      await page.keyboard.press('Enter');
      await moved;
      await expect.poll(() => hour.isEnabled()).toBe(true);
    }
  });

  it('shows more than 100 customers on request', async () => {
    const tpp = at.stage.bank.tpp('PSDNO-FSA-MANY');
    for (let count = 0; count < 97; count += 1)
      await tpp.rest('POST', '/v1/sandbox/customers', {
        body: { customerNumber: `MANY${count}`, name: `Customer ${count}`, type: 'PRIVATE' },
      });
    const whom = { tppId: 'PSDNO-FSA-MANY', name: 'Many AS', roles: null };
    const { page, open, context } = await at.stage.visit(at.browser, {}, whom);
    at.context = context;
    let reads = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('query Customers')) reads += 1;
    });
    await open('customers');
    await page.getByText('The first 100 customers').waitFor();
    const tiles = page.locator('.tiles h2');
    const before = await tiles.count();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    expect((await tiles.count()) - before).toBe(1);
    // One read of the first page, then both pages.
    expect(reads).toBe(3);
  });

  it('offers the accounts of all pages to pay from', async () => {
    const { page, open, context } = await at.stage.visit(at.browser);
    at.context = context;
    await page.route('**/graphql', async (route) => {
      const body = route.request().postDataJSON();
      if (!body?.query.includes('query Accounts')) return route.continue();
      const isFirst = body.variables.after === null;
      const response = await route.fetch({ postData: { ...body, variables: { after: null } } });
      const { data } = await response.json();
      const { nodes } = data.sandboxAccounts;
      const pages = {
        nodes: isFirst ? nodes : [{ ...nodes[0], resourceId: 'last', accountName: 'Account 101' }],
        pageInfo: { hasNextPage: isFirst, endCursor: 'of the first page' },
      };
      await route.fulfill({ response, json: { data: { sandboxAccounts: pages } } });
    });
    await open('create?product=NDCT');
    const last = page.getByLabel('Pay from').locator('option', { hasText: 'Account 101' });
    await last.waitFor({ state: 'attached', timeout: 10_000 });
  });

  it('keeps the number of a customer behind a name that is written from the right', async () => {
    const whom = { tppId: 'PSDNO-FSA-RIGHT', name: 'Right AS', roles: null };
    const body = { customerNumber: '24019012386', name: 'نور حسن', type: 'PRIVATE' };
    await at.stage.bank.tpp(whom.tppId).rest('POST', '/v1/sandbox/customers', { body });
    const { page, open, context } = await at.stage.visit(at.browser, {}, whom);
    at.context = context;
    await open('customers');
    await page.getByRole('button', { name: 'Add an account' }).click();
    const option = page.getByLabel('Owner').locator('option', { hasText: body.customerNumber });
    expect(await option.textContent()).toBe('\u2068نور حسن\u2069 · 24019012386');
  });

  it('says that it is loading until the accounts and cards have arrived', async () => {
    const { page, context } = await at.stage.visit(at.browser);
    at.context = context;
    page.setDefaultTimeout(10_000);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Accounts')) await held;
      await route.continue();
    });
    await page.evaluate(`location.hash = '#/customers'`);
    await page.getByRole('region', { name: 'Ola Nordmann' }).waitFor();
    await page.getByText('Loading').waitFor();
    release();
    await page.getByRole('region', { name: 'Ola Nordmann' }).getByRole('link').first().waitFor();
    await page.getByText('Loading').waitFor({ state: 'detached' });
  });

  let waiting: Promise<void> | undefined;
  const visitWithManyWaiting = async () => {
    const whom = { tppId: 'PSDNO-FSA-WAITING', name: 'Waiting AS', roles: null };
    const createAll = async () => {
      for (let count = 0; count <= 100; count += 1)
        await at.stage.bank.tpp(whom.tppId).rest('POST', `${domestic}?allowLogicalDuplicate=true`, {
          body: { ...instantDomestic.example, creditorName: `Creditor ${count}` },
          headers: at.stage.headers,
        });
    };
    waiting ??= createAll();
    await waiting;
    const visit = await at.stage.visit(at.browser, {}, whom);
    at.context = visit.context;
    return visit;
  };

  it('says at Time that more events are planned than it shows', async () => {
    const { page, open } = await visitWithManyWaiting();
    await open('time');
    await page.locator('.time-ahead', { hasText: 'Not all events are shown.' }).waitFor();
  });

  it('keeps the button of a basket in sight below many payments', async () => {
    const { page, open } = await visitWithManyWaiting();
    await open('baskets');
    await page.getByRole('checkbox', { name: 'Creditor 100' }).waitFor();
    const button = await page.getByRole('button', { name: 'Choose payments first' }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
  });

  it('offers all payments for a basket, when more than 100 await approval, on request', async () => {
    const { page, open } = await visitWithManyWaiting();
    await open('baskets');
    const boxes = page.getByRole('checkbox');
    await page.getByRole('checkbox', { name: 'Creditor 100' }).waitFor();
    expect(await boxes.count()).toBe(100);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('checkbox', { name: 'Creditor 0 ' }).check();
    expect(await boxes.count()).toBe(101);
  });

  it('links to the approval page of a basket, which a browser may refuse to open', async () => {
    const { id } = await at.stage.create(`${domestic}?allowLogicalDuplicate=true`, instantDomestic.example);
    const made = await at.stage.tpp.rest('POST', '/v1/signing-baskets', {
      body: { paymentIds: [id] },
      headers: at.stage.headers,
    });
    const { page, open, context } = await at.stage.visit(at.browser);
    at.context = context;
    await open(`baskets/${made.json.basketId}`);
    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.getByRole('button', { name: 'Open the approval page' }).click();
    const link = await page.getByRole('link', { name: 'Open the approval page' }).getAttribute('href');
    // The bank app approves the same authorisation.
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.locator('.hero-status').getByText('ACTC').waitFor();
    expect(await (await fetch(`${link}?lang=en`)).text()).toContain('Payments approved');
  });

  it('shows the first entries of a pasted table and each one with a fault, and counts the others', async () => {
    const { page, open, context } = await at.stage.visit(at.browser);
    at.context = context;
    await open('create?product=BULK_NDCT');
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    const lines = Array.from(
      { length: 30 },
      (_, index) => `Payee ${index};86011117947;${index === 20 ? '-5' : 99}`,
    );
    await page.getByLabel('Paste a table').fill(lines.join('\n'));
    const faulty = page.getByRole('row', { name: 'Payee 20' });
    await faulty.getByText('must be a number such as 125.50').waitFor();
    expect(await page.getByRole('row', { name: 'Payee' }).count()).toBe(9);
    await page.getByText('and 21 more').waitFor();
  });

  it('shows the IBAN of an account that has no BBAN', async () => {
    const account = { accountName: 'Eurokonto', iban: 'DE89370400440532013000', currency: 'EUR' };
    const made = await at.stage.tpp.rest('POST', '/v1/sandbox/accounts', {
      body: { ...account, customerNumber: '13039319955' },
    });
    const { page, open, context } = await at.stage.visit(at.browser);
    at.context = context;
    await open('customers');
    await page.getByRole('link', { name: 'Eurokonto' }).getByText('DE89 3704 0044 0532 0130 00').waitFor();
    await open(`accounts/${made.json.resourceId}`);
    await page.locator('.lead').getByText('DE89 3704 0044 0532 0130 00').waitFor();
  });

  it('marks what a payment requires, and shows a fault at its field and in the summary', async () => {
    const { page, open, context } = await at.stage.visit(at.browser);
    at.context = context;
    page.setDefaultTimeout(10_000);
    await open('create?product=INDCTS');
    await page.getByText('Fields with * are required.').waitFor();
    expect(await page.locator('.form-field', { hasText: 'Country' }).first().innerText()).toContain('*');
    await page.getByLabel('Creditor name').fill('Kari Nordmann');
    await page.getByRole('button', { name: 'Create the payment' }).click();
    await page.locator('.field-error', { hasText: 'Choose an account to pay from' }).first().waitFor();
    await page.locator('.checks li', { hasText: 'account' }).first().waitFor();
    expect(await page.locator('form .note').count()).toBe(0);
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.getByRole('status').filter({ hasText: 'The bank found no errors.' }).waitFor();
    expect(await page.locator('form .note').allInnerTexts()).toEqual([]);
  });
});
