/** Skipped without Chromium. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { single as domestic, instant } from '../sca/paying.ts';
import { findings } from '../support/axe.ts';
import { chromiumPath, leaveBrowser, takeBrowser } from '../support/chromium.ts';
import { fillPayments } from '../support/many-payments.ts';
import { type ConsoleStage, desk, setConsoleStage, type Visit } from './support.ts';

describe.skipIf(chromiumPath === undefined)('the console at work', () => {
  let stage: ConsoleStage;
  let browser: Browser;
  let visit: Visit;
  const create = (text: string, path = instant) =>
    stage.create(`${path}?allowLogicalDuplicate=true`, {
      ...instantDomestic.example,
      remittanceInformationUnstructured: text,
    });

  beforeAll(async () => {
    stage = await setConsoleStage();
    browser = await takeBrowser();
    visit = await stage.visit(browser, desk);
    visit.page.setDefaultTimeout(10_000);
  }, 120_000);
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
  });

  it('shows who pays, the reference and the id in the list, and among the candidates for a basket', async () => {
    const { page, open } = visit;
    const { id } = await create('Invoice 4711', domestic);
    await open('payments');
    const row = page.locator(`[data-payment="${id}"]`);
    for (const text of ['Invoice 4711', '9536 05 73002', id]) await row.getByText(text).waitFor();
    await page.getByRole('columnheader', { name: 'Debtor' }).waitFor();
    await open('baskets');
    const candidate = page.getByRole('listitem').filter({ hasText: 'Invoice 4711' });
    await candidate.getByText(id).waitFor();
    await candidate.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Put 1 payment into a basket' }).click();
    await page.getByRole('heading', { name: 'Basket of 1 payment' }).waitFor();
    const basketId = page.url().split('/').at(-1) ?? '';
    const fact = page.locator('.facts > div', { hasText: 'Basket id' });
    await fact.getByText(basketId).waitFor();
    await fact.getByRole('button', { name: 'Copy' }).waitFor();
    await page.getByText(id).waitFor();
    await open('baskets');
    await page.getByRole('link').filter({ hasText: basketId }).waitFor();
  });

  it('keeps the creditor of a scenario when another product is chosen', async () => {
    const { page, open } = visit;
    await open('scenarios');
    const scenario = page.getByRole('region', { name: 'SYSTEM_ERROR' });
    await scenario.getByRole('link', { name: 'Open in the form' }).click();
    const creditor = page.getByLabel('Creditor name');
    for (const product of ['Domestic', 'SEPA', 'Bulk', 'Instant']) {
      await page.getByRole('radio', { name: product, exact: true }).check();
      if (product === 'Bulk') await page.getByText('The bank found no errors.').first().waitFor();
      else expect(await creditor.inputValue()).toBe('Scenario System Error');
    }
  });

  it('claims that no fault is set only after the bank has said so', async () => {
    const { page, context } = await stage.visit(browser, desk);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Faults')) await held;
      await route.continue();
    });
    await page.evaluate(`location.hash = '#/scenarios'`);
    const card = page.getByRole('region', { name: 'Faults' });
    await card.getByRole('button', { name: 'Set the fault' }).waitFor();
    expect(await card.getByText('No fault is set.').count()).toBe(0);
    release();
    await card.getByText('No fault is set.').waitFor();
    await context.close();
  });

  it('sets a fault for the next requests, shows it in the log, and removes another', async () => {
    const { page, open } = visit;
    const tpp = stage.bank.tpp();
    await open('scenarios');
    const card = page.getByRole('region', { name: 'Faults' });
    await card.getByText('No fault is set.').waitFor();
    await card.getByRole('button', { name: 'Set the fault' }).click();
    await card.getByText('Requests left: 1.').waitFor();
    expect(await findings(page)).toEqual([]);
    expect((await tpp.rest('GET', '/v1/sandbox/accounts')).status).toBe(503);
    await card.getByRole('button', { name: 'Refresh' }).click();
    await card.getByText('No fault is set.').waitFor();
    await card.getByRole('button', { name: 'Set the fault' }).click();
    await card.getByRole('button', { name: 'Remove the fault' }).click();
    await card.getByText('No fault is set.').waitFor();
    expect((await tpp.rest('GET', '/v1/sandbox/accounts')).status).toBe(200);
    await open('requests');
    await page.getByRole('link', { name: '/v1/sandbox/accounts' }).last().click();
    await page.locator('.facts > div', { hasText: 'Fault' }).getByText('status=503').waitFor();
  });

  it('finds payments by days, and saves the list as CSV', async () => {
    const { page, open } = visit;
    const { id } = await create('=HYPERLINK("http://evil.example")');
    const day = (shift: number) =>
      new Date(stage.bank.time.now + shift * 86_400_000).toISOString().slice(0, 10);
    await open('payments');
    await page.getByLabel('From', { exact: true }).fill(day(2));
    await page.getByText('No payments match').waitFor();
    expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(true);
    await page.getByLabel('From', { exact: true }).fill(day(-2));
    await page.getByLabel('To', { exact: true }).fill(day(2));
    expect(page.url()).toContain(`from=${day(-2)}&to=${day(2)}`);
    await page.locator(`[data-payment="${id}"]`).waitFor();
    await page.getByLabel('Product').selectOption('INDCTS');
    await page.locator('[aria-rowcount="2"]').waitFor();
    expect(await findings(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(file.suggestedFilename()).toMatch(/^payments-.*\.csv$/);
    expect(lines[0]).toContain('"Created","Payment id","Product","Status","Creditor","Reference"');
    expect(lines[1]).toContain(
      `"${id}","INDCTS","RCVD","Kari Nordmann","'=HYPERLINK(""http://evil.example"")"`,
    );
    expect(lines[1]).toContain('"95360573002","125.50","NOK"');
    expect(lines.slice(2)).toEqual(['']);
    await page.getByText('The file contains 1 payment.').waitFor();
  });

  it('shows every reference of a list of them: in the list, the file, the payment and the account', async () => {
    const { page, open } = visit;
    const { remittanceInformationUnstructured: _, ...body } = instantDomestic.example;
    const references = [{ reference: '1234567897' }, { reference: '9876543217' }];
    const { id } = await stage.create(domestic, {
      ...body,
      remittanceInformationStructuredArray: references,
    });
    const text = '1234567897, 9876543217';
    await open('payments?text=9876543217');
    await page.locator(`[data-payment="${id}"]`).getByText(text).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toContain(`"${text}"`);
    await open(`payments/${id}`);
    const facts = page.locator('.facts > div', { hasText: 'Reference' });
    for (const { reference } of references) await facts.getByText(reference).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.locator('.hero-status').getByText('Waiting for the bank').waitFor();
    await open('time');
    await page.getByRole('button', { name: 'Run the next batch' }).click();
    await page.locator('.timeline').getByText('settled on the debtor account').first().waitFor();
    await open('customers');
    await page.getByRole('link', { name: '9536 05 73002' }).click();
    await page.locator('.rows').getByText(text).waitFor();
  });

  it('says in the file that a payment has more creditors than the bank lists', async () => {
    const { page, open } = visit;
    const [entry] = bulkDomestic.example.payments as readonly object[];
    const entries = Array.from({ length: 12 }, (_, index) => ({
      ...entry,
      creditorName: `Creditor ${index}`,
    }));
    await stage.create('/v1/bulk-payments/norwegian-domestic-credit-transfers', {
      ...bulkDomestic.example,
      payments: entries,
    });
    await open('payments?product=BULK_NDCT');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toContain('; Creditor 8; Creditor 9; …"');
  });

  it('saves all pages, and names the bound when there are more', async () => {
    const many = { tppId: 'PSDNO-FSA-FILE', name: 'File AS', roles: null };
    await fillPayments(stage.bank, many.tppId, 230);
    const { page, open, context } = await stage.visit(browser, desk, many);
    await open('payments');
    await page.getByText('230 payments').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(
      readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n').length,
    ).toBe(231);
    // As the bank would respond if there were always one more page.
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('query PaymentsPage')) return route.continue();
      answer ??= await (await route.fetch()).json();
      await route.fulfill({ json: answer });
    });
    let answer: { data: { payments: { pageInfo: object } } } | undefined;
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page
      .getByText('The file contains the newest 10000 payments. A file holds at most 10000.')
      .waitFor();
    await context.close();
  });

  it('opens with the usual currencies, and pays from an account chosen from a list', async () => {
    const { page, open } = visit;
    await open('create?product=SCT');
    const currencies = page.getByLabel('Currency');
    expect(await currencies.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).toEqual(
      ['EUR', 'EUR', 'NOK'],
    );
    await page.getByText('The form is empty.').first().waitFor();
    await open('create?product=NDCT');
    const account = page.getByLabel('Pay from').locator('option', { hasText: 'Sparekonto' }).first();
    await account.waitFor({ state: 'attached' });
    const label = (await account.textContent()) ?? '';
    const number = (/\d{4} \d{2} \d{5}/.exec(label)?.[0] ?? '').replaceAll(' ', '');
    await page.getByLabel('Pay from').selectOption({ label });
    await page.locator(`input[value="${number}"]`).waitFor();
    expect(await findings(page)).toEqual([]);
  });

  it('counts on the overview the payments that the link of the figure lists', async () => {
    const whom = { tppId: 'PSDNO-FSA-FIGURE', name: 'Figure AS', roles: null };
    const tpp = stage.bank.tpp(whom.tppId);
    const made = await tpp.rest('POST', domestic, { body: instantDomestic.example, headers: stage.headers });
    const { page, open, context } = await stage.visit(browser, desk, whom);
    page.setDefaultTimeout(10_000);
    await open(`payments/${made.json.paymentId}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.locator('.hero-status').getByText('Waiting for the bank').waitFor();
    await open('overview');
    const figure = page.locator('.figure').filter({ hasText: 'Waiting for the bank' }).getByRole('link');
    const seeAll = page
      .getByRole('region', { name: 'Waiting for the bank' })
      .getByRole('link', { name: 'See all' });
    expect(await figure.getAttribute('href')).toBe(await seeAll.getAttribute('href'));
    expect(await figure.getAttribute('href')).toBe(
      '#/payments?status=PDNG&status=ACSP&status=ACCP&status=ACTC&status=ACWC&status=ACWP&status=PRSY',
    );
    await figure.click();
    await page.getByText('1 payment', { exact: true }).waitFor();
    await context.close();
  });

  it('fills in an example that the bank takes after its clock has moved', async () => {
    const whom = { tppId: 'PSDNO-FSA-LATER', name: 'Later AS', roles: null };
    await stage.bank
      .tpp(whom.tppId)
      .graphqlRaw('mutation { advanceSandboxClock(input: { by: "P3M" }) { tppMessages { text } } }');
    const { page, open, context } = await stage.visit(browser, desk, whom);
    page.setDefaultTimeout(10_000);
    await open('create?product=PERIODIC_NDCT');
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.locator('.form-end').getByText('The bank found no errors.').waitFor();
    await page.getByRole('button', { name: 'Create the payment' }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await context.close();
  });

  it.each(['alone', 'in a basket'])('pays from an account of each customer, %s', async (how) => {
    const whom = { tppId: `PSDNO-FSA-${how.length}`, name: 'Of each customer AS', roles: null };
    const { page, open, context } = await stage.visit(browser, desk, whom);
    page.setDefaultTimeout(10_000);
    await open('create?product=NDCT');
    const offered = page.getByLabel('Pay from').locator('option', { hasText: /\d{4} \d{2} \d{5}/ });
    await offered.first().waitFor({ state: 'attached' });
    const labels = await offered.allTextContents();
    const owners = new Map(labels.map((label) => [label.slice(1).split('\u2069')[0], label]));
    expect([...owners.keys()]).toEqual([
      'Ola Nordmann',
      'Kari Nordmann',
      'Fjordfisk AS',
      'Nordlys Handel AS',
    ]);
    for (const label of owners.values()) {
      await open('create?product=NDCT');
      await page.getByRole('button', { name: 'Fill in an example' }).click();
      await page.getByLabel('Pay from').selectOption({ label });
      await page.getByText('The bank found no errors.').first().waitFor();
      const line = await page.locator('#tool').locator('xpath=../..').textContent();
      expect(line?.includes('PSU-Context: CORPORATE')).toBe(label.includes(' AS\u2069'));
      await page.getByRole('button', { name: 'Create the payment' }).click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      if (how === 'in a basket') {
        await open('baskets');
        await page.getByRole('checkbox').first().check();
        await page.getByRole('button', { name: 'Put 1 payment into a basket' }).click();
      }
      await page.getByRole('button', { name: 'Approve' }).click();
      const approved = how === 'alone' ? 'PDNG' : 'ACTC';
      await page.locator('.hero-status').getByText(approved).waitFor();
    }
    await context.close();
  });

  it('changes from one TPP to another and back, each with its own sign-in', async () => {
    const { page, open, complaints } = await stage.visit(browser, desk);
    complaints.length = 0;
    const { id } = await create('Of the first TPP');
    await open(`payments/${id}`);
    const token = async (who: typeof stage.tpp) =>
      (await who.graphqlRaw('mutation { createConsoleToken(input: {}) { token } }')).data.createConsoleToken
        .token as string;
    const other = stage.bank.tpp('PSDNO-FSA-OTHER');
    const who = page.locator('.side .who');
    await who.getByText('PSDNO-FSA-TEST1', { exact: true }).waitFor();
    await who.getByRole('button', { name: 'Switch TPP' }).click();
    await page.getByRole('menuitem', { name: 'Sign in as another TPP' }).click();
    await page.getByRole('button', { name: 'Test TPP AS' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByLabel('Console token').fill(await token(other));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await who.getByText('PSDNO-FSA-OTHER', { exact: true }).waitFor();
    // The second TPP does not see the payment of the first.
    await page.getByRole('heading', { name: 'Payments' }).waitFor();
    await page.getByText('No payments yet').waitFor();
    await page.reload();
    await who.getByText('PSDNO-FSA-OTHER', { exact: true }).waitFor();
    await who.getByRole('button', { name: 'Switch TPP' }).click();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await who.getByText('PSDNO-FSA-TEST1', { exact: true }).waitFor();
    await who.getByRole('button', { name: 'Switch TPP' }).click();
    await page.getByRole('menuitem', { name: 'PSDNO-FSA-OTHER' }).click();
    await who.getByText('PSDNO-FSA-OTHER', { exact: true }).waitFor();
    await who.getByRole('button', { name: 'Sign out' }).click();
    await who.getByText('PSDNO-FSA-TEST1', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('sends no request to the bank before the sign-in, so that the browser logs no refusal', async () => {
    const context = await browser.newContext({ ...desk, locale: 'en-GB' });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(stage.base);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
