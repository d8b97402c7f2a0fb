/** Payments whose bank is a core system: approved here, ordered there, and ended by its reports; each once on both sides. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic as periodic } from '../../src/domain/payments/products/periodic.ts';
import { otherPrivateCustomer, privateCustomer, Visitor } from '../sca/visitor.ts';
import { psuHeaders, type Tpp } from '../support/bank.ts';
import { type BankWithCore, startBankWithCore } from './support/bank-with-core.ts';

const instant = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const single = '/v1/payments/norwegian-domestic-credit-transfers';
const bulk = '/v1/bulk-payments/norwegian-domestic-credit-transfers';
const standing = '/v1/periodic-payments/norwegian-domestic-credit-transfers';

let it_: BankWithCore;
let tpp: Tpp;
beforeAll(async () => {
  it_ = await startBankWithCore();
  await it_.bank.app.events.start();
  tpp = it_.bank.tpp();
});
afterAll(() => it_.stop());

async function pay(
  path: string,
  example: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>> = {},
) {
  const unlike = 'payments' in example ? {} : { remittanceInformationUnstructured: randomUUID() };
  const body = { ...example, ...unlike, ...change };
  const made = await tpp.rest('POST', path, {
    body,
    headers: { ...psuHeaders, 'psu-id': randomUUID() },
  });
  return { made, self: `${path}/${made.json.paymentId}` };
}

const statusOf = async (self: string) =>
  (await tpp.rest('GET', `${self}/status`)).json.transactionStatus as string;

async function approve(
  made: { json: { _links: { scaRedirect: { href: string } } } },
  customer = privateCustomer,
) {
  const psu = new Visitor(it_.bank, made.json._links.scaRedirect.href);
  const { code, page } = await psu.logIn(customer);
  expect(code, page.text).not.toBe('');
  return psu.approve(code);
}

describe('a payment', () => {
  it('that is instant has ended when its PSU goes back to the TPP', async () => {
    it_.bank.app.runner.start();
    const { made, self } = await pay(instant, instantDomestic.example);
    expect(made.status, made.text).toBe(201);
    const back = await approve(made);
    expect(back.location).toContain('https://tpp.example/return?state=1&psu-id=');
    expect(await statusOf(self)).toBe('ACSC');
    await it_.bank.app.runner.stop();
  });
});
