import { describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { periodicDomestic } from '../../src/domain/payments/products/periodic.ts';
import type { Bank, Tpp } from '../support/bank.ts';
import {
  advance,
  balance,
  entry,
  type Fields,
  kari,
  make,
  newTppForEachTest,
  nok,
  ola,
  olaNumber,
  pay,
  payBulk,
  runBatch,
  sign,
  standing,
  standingOrder,
  statusOf,
} from './support/life.ts';

const kariNumber = '12085592767';

let bank: Bank;
let tpp: Tpp;
let tppId: string;
newTppForEachTest('RE', '2030-01-07T07:00:00Z', (own) => {
  ({ bank, tpp, tppId } = own);
});

const elsewhere = { bban: '95364151900', currency: 'NOK' };
const million = [{ balanceType: 'EXPECTED', balanceAmount: nok('1000000.00') }];

async function close({ bban }: { bban: string }): Promise<void> {
  const [account] = (await tpp.rest('GET', '/v1/sandbox/accounts')).json.filter(
    (one: { bban: string }) => one.bban === bban,
  );
  const gone = await tpp.rest('DELETE', `/v1/sandbox/accounts/${account.resourceId}`);
  expect(gone.status).toBe(204);
}

async function open(account: Fields, customerNumber: string): Promise<void> {
  const body = { ...account, customerNumber, accountName: 'Reopened', balances: million };
  const made = await tpp.rest('POST', '/v1/sandbox/accounts', { body });
  expect(made.status, made.text).toBe(201);
}

async function changeHands(): Promise<void> {
  await close(ola);
  await open(ola, kariNumber);
}

const closed = 'the debtor account was closed after the approval';
const lastReason = async (paymentId: string) => (await standing(tpp, paymentId)).statusHistory.at(-1)?.reason;

describe('an approved payment from an account that was closed and opened for somebody else', () => {
  it('is rejected, and the new account pays nothing', async () => {
    const single = await pay(tpp, { debtorAccount: ola });
    const bulk = await payBulk(tpp, [entry('1.00'), entry('2.00')], { debtorAccount: ola });
    await changeHands();
    await runBatch(tpp);
    for (const paymentId of [single, bulk]) expect(await statusOf(tpp, paymentId)).toBe('RJCT');
    expect(await lastReason(single)).toBe(closed);
    const { entries } = (
      await tpp.graphqlRaw(
        'query ($id: String!) { payment(paymentId: $id) { ... on BulkPayment { entries { transactionStatus reason } } } }',
        { id: bulk },
      )
    ).data.payment;
    expect(entries).toEqual(Array(2).fill({ transactionStatus: 'RJCT', reason: closed }));
    expect(await balance(bank, tppId, ola)).toBe(100_000_000n);
  });

  it('is also rejected when the account was opened again for its old customer, or for no customer', async () => {
    const paymentId = await pay(tpp, { debtorAccount: ola });
    await close(ola);
    const other = await make(tpp, domestic, { debtorAccount: kari });
    await sign(tpp, domestic, other, kariNumber);
    await close(kari);
    await open(ola, olaNumber);
    await runBatch(tpp);
    expect([await lastReason(paymentId), await lastReason(other)]).toEqual([closed, closed]);
    expect(await balance(bank, tppId, ola)).toBe(100_000_000n);
  });

  it('ends a standing order, which keeps what it has paid', async () => {
    const plan = { debtorAccount: ola, instructedAmount: nok('10.00'), frequency: 'Daily' };
    const begun = await standingOrder(tpp, { ...plan, startDate: '2030-01-08' });
    const never = await standingOrder(tpp, { ...plan, startDate: '2030-01-10' });
    await advance(tpp, { by: 'P1D' });
    await changeHands();
    await advance(tpp, { by: 'P5D' });
    expect([await statusOf(tpp, begun), await statusOf(tpp, never)]).toEqual(['ACSC', 'RJCT']);
    expect([await lastReason(begun), await lastReason(never)]).toEqual([closed, closed]);
    expect(await balance(bank, tppId, ola)).toBe(100_000_000n);
    expect(await bank.count(`bank_queue where tpp_id = '${tppId}'`)).toBe(0);
  });

  it('is not cancelled by the new holder', async () => {
    const paymentId = await pay(tpp, { debtorAccount: ola });
    await changeHands();
    const path = `/v1/payments/${domestic.name}/${paymentId}`;
    await tpp.rest('DELETE', path);
    const started = await tpp.rest('POST', `${path}/cancellation-authorisations`);
    await tpp.graphqlRaw(
      'mutation ($input: CompleteAuthorisationInput!) { completeAuthorisation(input: $input) { tppMessages { text } } }',
      {
        input: {
          authorisationId: started.json.authorisationId,
          outcome: 'APPROVE',
          customerNumber: kariNumber,
        },
      },
    );
    expect(await statusOf(tpp, paymentId)).toBe('PDNG');
  });
});

describe('an approved payment from a number that the sandbox did not know', () => {
  it('is paid from outside, though a customer has since opened an account with that number', async () => {
    const paymentId = await pay(tpp, { debtorAccount: elsewhere, creditorAccount: kari });
    await open(elsewhere, kariNumber);
    await runBatch(tpp);
    expect(await statusOf(tpp, paymentId)).toBe('ACSC');
    expect(await balance(bank, tppId, elsewhere)).toBe(100_000_000n);
  });
});

it('a payment that the previous release approved is paid from the account with its number', async () => {
  const paymentId = await pay(tpp, { debtorAccount: ola, instructedAmount: nok('100.00') });
  await bank.sql`update payments set payer = null where payment_id = ${paymentId}`;
  await runBatch(tpp);
  expect(await statusOf(tpp, paymentId)).toBe('ACSC');
  expect(await balance(bank, tppId, ola)).toBe(24_990_000n);
});

it('every product is paid from the account that was approved, while it exists', async () => {
  const before = await balance(bank, tppId, ola);
  const single = await pay(tpp, { debtorAccount: ola, instructedAmount: nok('1.00') });
  const bulk = await payBulk(tpp, [entry('2.00')], { debtorAccount: ola });
  const order = await standingOrder(tpp, {
    debtorAccount: ola,
    instructedAmount: nok('4.00'),
    startDate: '2030-01-08',
    endDate: '2030-01-08',
    frequency: 'Daily',
  });
  await advance(tpp, { by: 'P2D' });
  for (const paymentId of [single, bulk, order]) expect(await statusOf(tpp, paymentId)).toBe('ACSC');
  expect(await balance(bank, tppId, ola)).toBe(before - 700n);
  for (const product of [domestic, bulkDomestic, periodicDomestic])
    expect(await bank.count(`payments where tpp_id = '${tppId}' and product = '${product.code}'`)).toBe(1);
});
