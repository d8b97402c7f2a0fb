/**
 * A person approves at an identity provider what a TPP has requested, and the core system carries it out. Skipped
 * without Chromium.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../../src/domain/payments/products/instant-domestic.ts';
import { corporateCustomer, privateCustomer } from '../../sca/visitor.ts';
import { chromiumPath, leaveBrowser, type Stage, setStage, takeBrowser } from '../../support/chromium.ts';
import { startIdentityProvider, type TestProvider } from '../../support/identity-provider.ts';
import { type BankWithCore, startBankWithCore } from './support/bank-with-core.ts';

const single = '/v1/payments/norwegian-domestic-credit-transfers';
const instant = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
/** Long enough, however many of its days are bank holidays. */
const week = 7 * 86_400_000;
const ofCompany = { ...domestic.example, debtorAccount: { bban: '95362141002', currency: 'NOK' } };

describe.skipIf(chromiumPath === undefined)('a person in Chromium', { timeout: 90_000 }, () => {
  let idp: TestProvider;
  let one: BankWithCore;
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    idp = await startIdentityProvider();
    one = await startBankWithCore({
      async start(parts) {
        stage = await setStage({ ...parts, identity: idp.behind, clock: Date.now });
        return { ...stage.bank, stop: stage.stop };
      },
    });
    await one.bank.app.events.start();
    page = await (await (await takeBrowser()).newContext()).newPage();
  });
  afterAll(async () => {
    await leaveBrowser();
    await one?.stop();
    await idp?.stop();
  });

  const create = (path: string, example: object, more: Readonly<Record<string, string>> = {}) =>
    stage.create(path, { ...example, remittanceInformationUnstructured: randomUUID() }, more);
  const statusOf = async (self: string): Promise<string> =>
    (await stage.tpp.rest('GET', `${self}/status`)).json.transactionStatus;

  async function approve(link: string, customer = privateCustomer): Promise<void> {
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await page.waitForURL((url) => url.origin === idp.issuer);
    await page.getByLabel('Customer number').fill(customer);
    await page.getByRole('button', { name: 'Log in and approve' }).click();
    await page.waitForURL((url) => url.pathname === '/return');
  }

  it('approves an instant payment, which the core settles before the TPP is notified', async () => {
    const { runner } = one.bank.replica().app;
    runner.start();
    const { id, link } = await create(instant, instantDomestic.example);
    await approve(link);
    expect([page.url(), idp.failed]).toEqual([expect.not.stringContaining('message='), []]);
    expect(await statusOf(`${instant}/${id}`)).toBe('ACSC');
    await runner.stop();
  });

  it('approves a basket, whose payments the core settles at its next run', async () => {
    const made = [await create(single, domestic.example), await create(single, domestic.example)];
    const { json } = await stage.tpp.rest('POST', '/v1/signing-baskets', {
      body: { paymentIds: made.map(({ id }) => id) },
      headers: stage.headers,
    });
    const basket = `/v1/signing-baskets/${json.basketId}`;
    const started = await stage.tpp.rest('POST', `${basket}/authorisations`);
    await approve(started.json._links.scaRedirect.href);
    expect(await statusOf(basket)).toBe('ACTC');
    await one.settle();
    one.coreTime.now += week;
    await one.settle();
    for (const { id } of made) expect(await statusOf(`${single}/${id}`)).toBe('ACSC');
  });

  it('approves for a company what its agreement at the core allows', async () => {
    const { id, link } = await create(single, ofCompany, {
      'psu-context': 'CORPORATE',
      'psu-corporate-id': '999888777',
    });
    await approve(link, corporateCustomer);
    expect(await statusOf(`${single}/${id}`)).toBe('PDNG');
    await one.settle();
    one.coreTime.now += week;
    await one.settle();
    expect(await statusOf(`${single}/${id}`)).toBe('ACSC');
  });
});
