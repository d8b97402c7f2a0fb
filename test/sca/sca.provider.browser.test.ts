/**
 * A person in a browser on the SCA page and on the pages of an identity provider with its own origin, with and without
 * the FAPI 2.0 profile. Skipped without Chromium.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { scaLinkLifetimeMs } from '../../src/domain/authorisations/authorisation.ts';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { findings } from '../support/axe.ts';
import { chromiumPath, leaveBrowser, type Stage, setStage, takeBrowser } from '../support/chromium.ts';
import { startIdentityProvider, type TestProvider } from '../support/identity-provider.ts';
import { corporateCustomer, privateCustomer } from './visitor.ts';

const path = '/v1/payments/norwegian-domestic-credit-transfers';
const bulkPath = '/v1/bulk-payments/norwegian-domestic-credit-transfers';

describe.skipIf(chromiumPath === undefined).each([
  ['OpenID Connect', false],
  ['its FAPI 2.0 profile', true],
])('a person in Chromium, by %s', { timeout: 90_000 }, (_, fapi) => {
  const shift = { ms: 0 };
  let idp: TestProvider;
  let stage: Stage;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    idp = await startIdentityProvider({ fapi });
    stage = await setStage({ identity: idp.behind, clock: () => Date.now() + shift.ms });
    page = await (await (await takeBrowser()).newContext()).newPage();
    page.on('console', (one) => /Content Security Policy/.test(one.text()) && complaints.push(one.text()));
  });
  afterEach(async () => {
    shift.ms = 0;
    delete idp.behaviour.grant;
    complaints.length = 0;
    await page.context().clearCookies();
  });
  afterAll(async () => {
    await leaveBrowser();
    await stage?.stop();
    await idp?.stop();
  });

  const make = (more: Readonly<Record<string, string | null>> = {}, body: unknown = null) =>
    stage.create(
      path,
      body ?? { ...domestic.example, remittanceInformationUnstructured: randomUUID() },
      more,
    );
  const statusOf = async (self: string): Promise<string> =>
    (await stage.tpp.rest('GET', `${self}/status`)).json.transactionStatus;
  const linkOf = async (start: string): Promise<string> =>
    (await stage.tpp.rest('POST', start)).json._links.scaRedirect.href;

  async function decide(link: string, button = 'Log in and approve', customer = privateCustomer) {
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await page.waitForURL((url) => url.origin === idp.issuer);
    await page.getByLabel('Customer number').fill(customer);
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL((url) => url.origin !== idp.issuer);
  }
  const atTpp = () => page.waitForURL((url) => url.pathname === '/return');
  const approved = () => `${stage.returnUri}&psu-id=${stage.headers['psu-id']}&tpp-session-id=session-1`;

  it('logs in, and then approves a payment of that session', async () => {
    const headers = { ...stage.headers, 'psu-context': null, 'tpp-session-id': 'session-2' };
    const create = () => stage.tpp.rest('POST', path, { body: domestic.example, headers });
    await decide((await create()).json._links.scaRedirect.href);
    await atTpp();
    const made = await create();
    expect(made.status, made.text).toBe(201);
    const self = `${path}/${made.json.paymentId}`;
    const started = await stage.tpp.rest('POST', `${self}/authorisations`, { headers });
    await decide(started.json._links.scaRedirect.href);
    await atTpp();
    expect(await statusOf(self)).toBe('PDNG');
  });

  it('approves a payment, returns to the TPP, and cancels it', async () => {
    const { id, link } = await make();
    await page.goto(link);
    expect(await page.getByText('NOK 1 250.00').isVisible()).toBe(true);
    expect(await findings(page)).toEqual([]);
    await decide(link);
    await atTpp();
    expect(page.url()).toBe(approved());
    expect([await statusOf(`${path}/${id}`), complaints]).toEqual(['PDNG', []]);
    const asked = await stage.tpp.rest('DELETE', `${path}/${id}`);
    await decide(await linkOf(asked.json._links.startAuthorisation.href));
    await atTpp();
    expect(await statusOf(`${path}/${id}`)).toBe('CANC');
  });

  it('approves a basket', async () => {
    const paymentIds = [(await make()).id, (await make()).id];
    const { json } = await stage.tpp.rest('POST', '/v1/signing-baskets', {
      body: { paymentIds },
      headers: stage.headers,
    });
    const basket = `/v1/signing-baskets/${json.basketId}`;
    await decide(await linkOf(`${basket}/authorisations`));
    await atTpp();
    expect(await statusOf(basket)).toBe('ACTC');
  });

  it('approves a bulk payment of 1,000', async () => {
    const [entry] = bulkDomestic.example.payments as readonly Record<string, unknown>[];
    const payments = Array.from({ length: 1_000 }, (_, index) => ({
      ...entry,
      endToEndIdentification: `E${index}`,
    }));
    const { id, link } = await stage.create(bulkPath, { ...bulkDomestic.example, payments });
    await decide(link);
    await atTpp();
    expect(await statusOf(`${bulkPath}/${id}`)).toBe('PDNG');
  });

  it('chooses the agreement of a company after the approval', async () => {
    const second = { owner: corporateCustomer, name: 'Second agreement', engagements: [] };
    await stage.tpp.rest('POST', '/v1/sandbox/agreements', { body: second });
    const { id, link } = await make({ 'psu-context': 'CORPORATE', 'psu-corporate-id': 'none of them' });
    await decide(link, undefined, corporateCustomer);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Choose an agreement');
    expect(await statusOf(`${path}/${id}`)).toBe('RCVD');
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await atTpp();
    expect(await statusOf(`${path}/${id}`)).not.toBe('RCVD');
    expect(complaints).toEqual([]);
  });

  it('refuses at the provider', async () => {
    const { id, link } = await make();
    await decide(link, 'Refuse');
    await atTpp();
    expect(new URL(page.url()).searchParams.get('message')).toBe('rejected by the PSU');
    expect(await statusOf(`${path}/${id}`)).toBe('RJCT');
  });

  it('sees that the payment is not approved when another amount was granted', async () => {
    const { id, link } = await make();
    idp.behaviour.grant = (details) =>
      details.map((one) => ({ ...one, instructedAmount: { amount: '1.00', currency: 'NOK' } }));
    await decide(link);
    await atTpp();
    expect(await statusOf(`${path}/${id}`)).toBe('RJCT');
    await page.goto(link);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Not approved');
  });

  it('returns by the address once: a reload shows the end, another browser nothing', async () => {
    const { id, link } = await make();
    const returns: string[] = [];
    page.on('request', (one) => one.url().includes('/sca/return') && returns.push(one.url()));
    await decide(link);
    await atTpp();
    page.removeAllListeners('request');
    const [back = ''] = returns;
    expect((await page.goto(back))?.status()).toBe(410);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Payment approved');
    const foreign = await (await (await takeBrowser()).newContext()).newPage();
    expect((await foreign.goto(back))?.status()).toBe(404);
    expect(await statusOf(`${path}/${id}`)).toBe('PDNG');
  });

  it('is too late after 15 minutes', async () => {
    const { id, link } = await make();
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue to your bank' }).click();
    await page.waitForURL((url) => url.origin === idp.issuer);
    shift.ms = scaLinkLifetimeMs + 1_000;
    await page.getByLabel('Customer number').fill(privateCustomer);
    await page.getByRole('button', { name: 'Log in and approve' }).click();
    await page.waitForURL((url) => url.origin !== idp.issuer);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('The link has expired');
    shift.ms = 0;
    expect(await statusOf(`${path}/${id}`)).toBe('RJCT');
  });
});
