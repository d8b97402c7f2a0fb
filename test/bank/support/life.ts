/** Steps of a TPP at its bank, for tests: approved payments, clock moves, balances. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Product } from '../../../src/domain/payments/product.ts';
import { bulkDomestic } from '../../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic } from '../../../src/domain/payments/products/periodic.ts';
import { type Bank, startBank, type Tpp } from '../../support/bank.ts';
import { freshHeaders } from './headers.ts';

export const ola = { bban: '95360573002', currency: 'NOK' };
export const olaEuro = { bban: '95360571018', currency: 'EUR' };
export const kari = { bban: '86011117947', currency: 'NOK' };
export const olaNumber = '13039319955';

export type Fields = Readonly<Record<string, unknown>>;

const pathOf = (product: Product) => `/v1/${product.service}/${product.name}`;

/** Creates a payment from the example of the product with these changes. */
export async function make(tpp: Tpp, product: Product, changes: Fields = {}): Promise<string> {
  const note =
    product === bulkDomestic || 'remittanceInformationStructured' in changes
      ? {}
      : { remittanceInformationUnstructured: randomUUID() };
  const body = { ...product.example, ...note, ...changes };
  const made = await tpp.rest('POST', pathOf(product), { body, headers: freshHeaders() });
  if (made.status !== 201) throw new Error(made.text);
  return made.json.paymentId;
}

export async function sign(
  tpp: Tpp,
  product: Product,
  paymentId: string,
  customerNumber = olaNumber,
): Promise<void> {
  const started = await tpp.rest('POST', `${pathOf(product)}/${paymentId}/authorisations`);
  const { data } = await tpp.graphqlRaw(
    `mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { authorisation { scaStatus } tppMessages { text } } }`,
    { input: { authorisationId: started.json.authorisationId, outcome: 'APPROVE', customerNumber } },
  );
  const { authorisation, tppMessages } = data.completeAuthorisation;
  expect(tppMessages).toHaveLength(authorisation.scaStatus === 'failed' ? 1 : 0);
}

export async function approved(tpp: Tpp, product: Product, changes: Fields = {}): Promise<string> {
  const paymentId = await make(tpp, product, changes);
  await sign(tpp, product, paymentId);
  return paymentId;
}

export const pay = (tpp: Tpp, changes: Fields = {}) => approved(tpp, domestic, changes);
export const payAtOnce = (tpp: Tpp, changes: Fields = {}) =>
  approved(tpp, instantDomestic, { debtorAccount: ola, creditorAccount: kari, ...changes });
export const nok = (amount: string) => ({ amount, currency: 'NOK' });
export const payBulk = (tpp: Tpp, payments: readonly Fields[], changes: Fields = {}) =>
  approved(tpp, bulkDomestic, { paymentInformationId: randomUUID().slice(0, 30), payments, ...changes });
export const standingOrder = (tpp: Tpp, changes: Fields) => approved(tpp, periodicDomestic, changes);

export async function payBasket(tpp: Tpp, amounts: readonly string[]): Promise<readonly string[]> {
  const headers = freshHeaders();
  const ids: string[] = [];
  for (const amount of amounts) {
    const fields = { debtorAccount: ola, creditorAccount: kari, instructedAmount: nok(amount) };
    const body = { ...domestic.example, remittanceInformationUnstructured: randomUUID(), ...fields };
    ids.push((await tpp.rest('POST', pathOf(domestic), { body, headers })).json.paymentId);
  }
  const basket = await tpp.rest('POST', '/v1/signing-baskets', { body: { paymentIds: ids }, headers });
  const started = await tpp.rest('POST', basket.json._links.startAuthorisation.href);
  await tpp.graphqlRaw(
    `mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { tppMessages { text } } }`,
    {
      input: { authorisationId: started.json.authorisationId, outcome: 'APPROVE', customerNumber: olaNumber },
    },
  );
  const { transactionStatus } = (await tpp.rest('GET', `/v1/signing-baskets/${basket.json.basketId}/status`))
    .json;
  expect(transactionStatus).toBe('ACTC');
  return ids;
}

export async function cardOf(tpp: Tpp): Promise<string> {
  const [first] = (await tpp.rest('GET', '/v1/sandbox/card-accounts')).json;
  return `/v1/sandbox/card-accounts/${first.resourceId}/transactions`;
}

export const cardItem = (cardTransactionId: string, date: string): Fields => ({
  cardTransactionId,
  terminalId: 'T1',
  bookingDate: date,
  transactionDate: date,
  transactionAmount: { currency: 'NOK', amount: 100 },
  originalAmount: { currency: 'EUR', amount: 9 },
  merchantCategoryCode: '5411',
  cardAcceptorId: 'A1',
  cardAcceptorAddress: { country: 'NO' },
  maskedPan: '123456******1234',
  transactionDetails: 'Groceries',
  invoiced: 'false',
  proprietaryBankTransactionCode: 'PMT',
});

export const entry = (amount: string, creditorName = 'Kari Nordmann', to: Fields = kari): Fields => ({
  instructedAmount: nok(amount),
  creditorName,
  creditorAccount: to,
  creditorAddress: { country: 'NO' },
});

export interface Standing {
  readonly transactionStatus: string;
  readonly fundsAvailable: boolean | null;
  readonly statusHistory: readonly { readonly to: string; readonly at: string; readonly reason: string }[];
  readonly entries?: readonly { readonly index: number; readonly transactionStatus: string }[];
}

export async function standing(tpp: Tpp, paymentId: string): Promise<Standing> {
  const { data, text } = await tpp.graphqlRaw(
    `query ($paymentId: String!) { payment(paymentId: $paymentId) {
      transactionStatus fundsAvailable statusHistory { to at reason }
      ... on BulkPayment { entries { index transactionStatus } } } }`,
    { paymentId },
  );
  if (!data?.payment) throw new Error(text);
  return data.payment;
}

export const statusOf = async (tpp: Tpp, paymentId: string) =>
  (await standing(tpp, paymentId)).transactionStatus;

// biome-ignore lint/suspicious/noExplicitAny: payloads are looked into by every test
export async function runBatch(tpp: Tpp, runs = 1): Promise<any> {
  const answer = await tpp.graphqlRaw(
    `mutation ($runs: Int) { runPaymentBatch(input: { runs: $runs }) { sandboxClock reached hasMoreEvents tppMessages { code path text } events { time kind paymentId authorisationId psuId transactionStatus text } } }`,
    { runs },
  );
  if (!answer.data) throw new Error(answer.text);
  return answer.data.runPaymentBatch;
}

// biome-ignore lint/suspicious/noExplicitAny: payloads are looked into by every test
export async function advance(tpp: Tpp, input: Fields): Promise<any> {
  const answer = await tpp.graphqlRaw(
    `mutation ($input: AdvanceSandboxClockInput!) { advanceSandboxClock(input: $input) { sandboxClock reached hasMoreEvents tppMessages { code path text } events { time kind paymentId authorisationId psuId transactionStatus text } } }`,
    { input },
  );
  if (!answer.data) throw new Error(answer.text);
  return answer.data.advanceSandboxClock;
}

export async function tppAt(bank: Bank, name: string, time: string): Promise<Tpp> {
  const tpp = bank.tpp(name);
  await tpp.graphqlRaw('{ viewer { tppId } }');
  await bank.sql`update tpps set clock_offset_ms = ${Date.parse(time) - bank.time.now} where tpp_id = ${name}`;
  return tpp;
}

interface OwnTpp {
  readonly bank: Bank;
  readonly tppId: string;
  readonly tpp: Tpp;
}

/**
 * One bank for a file, and a TPP of its own for each test, whose sandbox clock begins at `time`; null: at the real time.
 * After each test every account has what its entries say.
 */
export function newTppForEachTest(prefix: string, time: string | null, give: (own: OwnTpp) => void): void {
  let bank: Bank;
  let count = 0;
  beforeAll(async () => {
    bank = await startBank();
  });
  beforeEach(async () => {
    count += 1;
    const tppId = `PSDNO-FSA-${prefix}${count}`;
    give({ bank, tppId, tpp: time === null ? bank.tpp(tppId) : await tppAt(bank, tppId, time) });
  });
  afterEach(() => expectMoneyKept(bank));
  afterAll(() => bank.stop());
}

export async function balance(bank: Bank, tppId: string, { bban }: { bban: string }): Promise<bigint> {
  const [row] =
    await bank.sql`select balance_minor from sandbox_accounts where bban = ${bban} and tpp_id = ${tppId}`;
  return BigInt(row?.balance_minor ?? 0);
}

/** Every account equals the sum of its entries, and no transfer was booked twice. A movement is always balanced. */
export async function expectMoneyKept(bank: Bank): Promise<void> {
  const wrong = await bank.sql`
    select a.resource_id from sandbox_accounts a
    left join ledger_entries e on e.tpp_id = a.tpp_id and e.account_id = a.resource_id
    group by a.tpp_id, a.resource_id, a.balance_minor having a.balance_minor <> coalesce(sum(e.amount_minor), 0)`;
  expect([...wrong]).toEqual([]);
  const twice = await bank.sql`
    select payment_id from ledger_movements where payment_id is not null group by tpp_id, payment_id, transfer having count(distinct posting_id) > 1`;
  expect([...twice]).toEqual([]);
}
