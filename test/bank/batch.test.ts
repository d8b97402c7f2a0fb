import { describe, expect, it } from 'vitest';
import { bulkDomestic } from '../../src/domain/payments/products/bulk-domestic.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import type { Bank, Tpp } from '../support/bank.ts';
import { create, productOf, withValue } from '../support/payments.ts';
import { authorise, domesticPath } from '../support/story.ts';
import {
  advance,
  balance,
  entry,
  kari,
  make,
  newTppForEachTest,
  nok,
  ola,
  olaEuro,
  pay,
  payAtOnce,
  payBulk,
  runBatch,
  sign,
  standing,
  statusOf,
} from './support/life.ts';

const bulkPath = `/v1/${bulkDomestic.service}/${bulkDomestic.name}`;
/** A Monday, 08:00 in Oslo, in winter: the next run is at 11:00. */
const monday = '2030-01-07T07:00:00Z';

let bank: Bank;
let tpp: Tpp;
let tppId: string;
newTppForEachTest('B', monday, (own) => {
  ({ bank, tpp, tppId } = own);
});

describe('a credit of less than the smallest unit of its account', () => {
  const rupiah = (amount: string) => ({ instructedAmount: { amount, currency: 'IDR' } });
  const reason = 'the amount is less than the smallest unit of the currency of the creditor account';

  it('is refused: twenty hundredths of a rupiah are not twenty øre', async () => {
    const paymentId = await payBulk(
      tpp,
      Array.from({ length: 20 }, () => ({ ...entry('1.00'), ...rupiah('0.01') })),
      { debtorAccount: ola },
    );
    const single = await pay(tpp, { ...rupiah('0.20'), debtorAccount: olaEuro, creditorAccount: kari });
    await runBatch(tpp);
    expect([await statusOf(tpp, paymentId), await statusOf(tpp, single)]).toEqual(['RJCT', 'RJCT']);
    expect((await standing(tpp, single)).statusHistory.at(-1)?.reason).toBe(reason);
    const instant = await payAtOnce(tpp, rupiah('0.20'));
    expect((await standing(tpp, instant)).statusHistory.at(-1)).toMatchObject({ to: 'RJCT', reason });
    expect(await balance(bank, tppId, kari)).toBe(5_000_000n);
    expect(await balance(bank, tppId, ola)).toBe(25_000_000n);
    expect(await balance(bank, tppId, olaEuro)).toBe(1_000_000n);
  });

  it('is made from one smallest unit on', async () => {
    // 15.39 rupiah are one øre and 0.0004 of another.
    const under = await payAtOnce(tpp, rupiah('15.38'));
    const over = await payAtOnce(tpp, rupiah('15.39'));
    expect([await statusOf(tpp, under), await statusOf(tpp, over)]).toEqual(['RJCT', 'ACSC']);
    expect(await balance(bank, tppId, kari)).toBe(5_000_001n);
    expect(await balance(bank, tppId, ola)).toBe(24_999_999n);
  });
});

describe('a single payment', () => {
  it('waits in PDNG and is settled by the next run: the debtor pays, the creditor of the sandbox gets it', async () => {
    const paymentId = await pay(tpp, {
      instructedAmount: nok('1000.50'),
      debtorAccount: ola,
      creditorAccount: kari,
    });
    expect(await statusOf(tpp, paymentId)).toBe('PDNG');
    const run = await runBatch(tpp);
    expect(run).toMatchObject({ sandboxClock: '2030-01-07T10:00:00.000Z', reached: true });
    expect(run.events).toMatchObject([
      { kind: 'BATCH_RUN', paymentId, transactionStatus: 'ACSC', time: '2030-01-07T10:00:00.000Z' },
    ]);
    expect(await balance(bank, tppId, ola)).toBe(25_000_000n - 100_050n);
    expect(await balance(bank, tppId, kari)).toBe(5_000_000n + 100_050n);
    const { statusHistory } = await standing(tpp, paymentId);
    expect(statusHistory.map(({ to }) => to)).toEqual(['RCVD', 'PDNG', 'ACSC']);
    expect(statusHistory[2]?.at).toBe('2030-01-07T10:00:00.000Z');
  });

  it('is left alone by a run when nobody has approved it', async () => {
    const paymentId = await make(tpp, domestic, { debtorAccount: ola });
    await runBatch(tpp);
    expect(['RCVD', 'RJCT']).toContain(await statusOf(tpp, paymentId));
    expect(await balance(bank, tppId, ola)).toBe(25_000_000n);
  });

  it('waits for cover in ACCP and settles when money has come', async () => {
    const paymentId = await pay(tpp, {
      instructedAmount: nok('250000.01'),
      debtorAccount: ola,
      creditorAccount: kari,
    });
    await runBatch(tpp);
    expect(await standing(tpp, paymentId)).toMatchObject({
      transactionStatus: 'ACCP',
      fundsAvailable: false,
    });
    expect(await balance(bank, tppId, ola)).toBe(25_000_000n);
    const [account] = (await tpp.rest('GET', '/v1/sandbox/accounts')).json.filter(
      (one: { bban: string }) => one.bban === ola.bban,
    );
    const put = await tpp.rest('PUT', `/v1/sandbox/accounts/${account.resourceId}/balances`, {
      body: { balances: [{ balanceAmount: nok('250000.01') }] },
    });
    expect(put.status).toBe(200);
    await runBatch(tpp);
    expect(await standing(tpp, paymentId)).toMatchObject({ transactionStatus: 'ACSC', fundsAvailable: null });
    expect(await balance(bank, tppId, ola)).toBe(0n);
  });

  it('is rejected at the last run of the day when it is still short', async () => {
    const paymentId = await pay(tpp, { instructedAmount: nok('900000.00'), debtorAccount: ola });
    await runBatch(tpp, 3);
    expect(await statusOf(tpp, paymentId)).toBe('ACCP');
    await runBatch(tpp);
    const { transactionStatus, fundsAvailable, statusHistory } = await standing(tpp, paymentId);
    expect([transactionStatus, fundsAvailable]).toEqual(['RJCT', null]);
    expect(statusHistory.at(-1)?.at).toBe('2030-01-07T17:00:00.000Z');
    expect(statusHistory.map(({ to }) => to)).toEqual(['RCVD', 'PDNG', 'ACCP', 'RJCT']);
  });

  it('waits for its day, or for the next bank day if its day is not one', async () => {
    const saturday = await pay(tpp, { requestedExecutionDate: '2030-01-12', debtorAccount: ola });
    const wednesday = await pay(tpp, { requestedExecutionDate: '2030-01-09', debtorAccount: ola });
    const { events } = await advance(tpp, { by: 'P10D' });
    expect(events.map((one: { paymentId: string; time: string }) => [one.paymentId, one.time])).toEqual([
      [wednesday, '2030-01-09T04:30:00.000Z'],
      [saturday, '2030-01-14T04:30:00.000Z'],
    ]);
  });

  it('in another currency changes money with the bank at the fixed rate', async () => {
    await pay(tpp, { instructedAmount: nok('117.00'), debtorAccount: olaEuro, creditorAccount: kari });
    await runBatch(tpp);
    expect(await balance(bank, tppId, olaEuro)).toBe(1_000_000n - 1_000n);
    expect(await balance(bank, tppId, kari)).toBe(5_000_000n + 11_700n);
  });

  it('from an account that no customer holds has endless funds', async () => {
    const paymentId = await pay(tpp, {
      instructedAmount: nok('9999999999.00'),
      debtorAccount: { bban: '15030000003', currency: 'NOK' },
    });
    await runBatch(tpp);
    expect(await statusOf(tpp, paymentId)).toBe('ACSC');
  });

  it('that is cancelled before its run moves no money', async () => {
    const paymentId = await pay(tpp, { debtorAccount: ola });
    await tpp.rest('DELETE', `${domesticPath}/${paymentId}`);
    await authorise(tpp, `${domesticPath}/${paymentId}/cancellation-authorisations`);
    expect(await statusOf(tpp, paymentId)).toBe('CANC');
    await runBatch(tpp);
    expect(await balance(bank, tppId, ola)).toBe(25_000_000n);
  });

  it('gives both holders an entry with names, accounts, remittance and the payment', async () => {
    const paymentId = await pay(tpp, {
      debtorAccount: ola,
      creditorAccount: kari,
      creditorName: 'Kari N',
      remittanceInformationUnstructured: 'Lunch',
    });
    await runBatch(tpp);
    const accounts: { bban: string; resourceId: string }[] = (await tpp.rest('GET', '/v1/sandbox/accounts'))
      .json;
    for (const [bban, amount] of [
      [ola.bban, '-'],
      [kari.bban, ''],
    ] as const) {
      const id = accounts.find((one) => one.bban === bban)?.resourceId;
      const { json } = await tpp.rest('GET', `/v1/sandbox/accounts/${id}/transactions`);
      expect(json.transactions.booked).toMatchObject([
        {
          paymentId,
          debtorName: 'Ola Nordmann',
          creditorName: 'Kari N',
          debtorAccount: ola,
          creditorAccount: kari,
          remittanceInformationUnstructured: 'Lunch',
          bookingDate: '2030-01-07',
        },
      ]);
      expect(json.transactions.booked[0].transactionAmount.amount.startsWith('-')).toBe(amount === '-');
    }
  });
});

it('the entries of a bulk payment are on the statement in their order, newest first', async () => {
  const amounts = Array.from({ length: 30 }, (_, index) => `${index + 1}.00`);
  await payBulk(
    tpp,
    amounts.map((amount) => entry(amount)),
    { debtorAccount: ola },
  );
  await runBatch(tpp);
  const { json: accounts } = await tpp.rest('GET', '/v1/sandbox/accounts');
  const { resourceId } = accounts.find(({ bban }: { bban: string }) => bban === ola.bban);
  const { json } = await tpp.rest('GET', `/v1/sandbox/accounts/${resourceId}/transactions`);
  const booked: { transactionAmount: { amount: string } }[] = json.transactions.booked;
  expect(booked.map(({ transactionAmount }) => transactionAmount.amount)).toEqual(
    amounts.map((amount) => `-${amount}`).reverse(),
  );
});

describe('an instant payment', () => {
  it('settles on approval', async () => {
    const paymentId = await payAtOnce(tpp, { instructedAmount: nok('10.00') });
    expect(await statusOf(tpp, paymentId)).toBe('ACSC');
    expect(await balance(bank, tppId, ola)).toBe(25_000_000n - 1_000n);
  });

  it('without cover is rejected on approval', async () => {
    const paymentId = await payAtOnce(tpp, { instructedAmount: nok('250000.01') });
    const { transactionStatus, statusHistory } = await standing(tpp, paymentId);
    expect(transactionStatus).toBe('RJCT');
    expect(statusHistory.at(-1)?.reason).toBe('not enough funds');
  });

  it('many at once never take more than the account holds', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, () =>
        make(tpp, instantDomestic, {
          instructedAmount: nok('60000.00'),
          debtorAccount: ola,
          creditorAccount: kari,
        }),
      ),
    );
    await Promise.all(ids.map((id) => sign(tpp, instantDomestic, id)));
    const statuses = await Promise.all(ids.map((id) => statusOf(tpp, id)));
    expect(statuses.filter((status) => status === 'ACSC')).toHaveLength(4);
    expect(await balance(bank, tppId, ola)).toBe(1_000_000n);
  });
});

describe('a bulk payment', () => {
  it('settles every entry: ACSC', async () => {
    const paymentId = await payBulk(tpp, [entry('100.00'), entry('200.00')], { debtorAccount: ola });
    await runBatch(tpp);
    const { transactionStatus, entries } = await standing(tpp, paymentId);
    expect([transactionStatus, entries?.map((one) => one.transactionStatus)]).toEqual([
      'ACSC',
      ['ACSC', 'ACSC'],
    ]);
    expect(await balance(bank, tppId, ola)).toBe(25_000_000n - 30_000n);
  });

  it('with a refused entry ends as PART, with none settled as RJCT', async () => {
    const part = await payBulk(tpp, [entry('100.00'), entry('5.00', 'Scenario Rejected')], {
      debtorAccount: ola,
    });
    const none = await payBulk(
      tpp,
      [entry('5.00', 'scenario rejected'), entry('6.00', 'Scenario Rejected')],
      { debtorAccount: ola },
    );
    await runBatch(tpp);
    expect(await standing(tpp, part)).toMatchObject({
      transactionStatus: 'PART',
      entries: [
        { index: 0, transactionStatus: 'ACSC' },
        { index: 1, transactionStatus: 'RJCT' },
      ],
    });
    expect(await statusOf(tpp, none)).toBe('RJCT');
    expect(await balance(bank, tppId, ola)).toBe(25_000_000n - 10_000n);
  });

  it('settles what is covered, waits with the rest, and ends with the day', async () => {
    const paymentId = await payBulk(tpp, [entry('200000.00'), entry('100000.00'), entry('1.00')], {
      debtorAccount: ola,
    });
    await runBatch(tpp);
    expect(await standing(tpp, paymentId)).toMatchObject({
      transactionStatus: 'ACCP',
      fundsAvailable: false,
      entries: [{ transactionStatus: 'ACSC' }, { transactionStatus: 'ACCP' }, { transactionStatus: 'ACSC' }],
    });
    await runBatch(tpp, 3);
    expect(await standing(tpp, paymentId)).toMatchObject({
      transactionStatus: 'PART',
      entries: [{ transactionStatus: 'ACSC' }, { transactionStatus: 'RJCT' }, { transactionStatus: 'ACSC' }],
    });
    expect(await balance(bank, tppId, ola)).toBe(25_000_000n - 20_000_100n);
  });

  it('that is cancelled while an entry waits for funds ends that entry, without the reason for which it waited', async () => {
    const paymentId = await payBulk(tpp, [entry('900000.00'), entry('1.00')], { debtorAccount: ola });
    await runBatch(tpp);
    const entries = async () =>
      (
        await tpp.graphqlRaw(
          'query ($id: String!) { payment(paymentId: $id) { ... on BulkPayment { entries { transactionStatus reason } } } }',
          { id: paymentId },
        )
      ).data.payment.entries;
    const settled = { transactionStatus: 'ACSC', reason: 'settled on the debtor account' };
    expect(await entries()).toEqual([{ transactionStatus: 'ACCP', reason: 'not enough funds' }, settled]);
    await authorise(tpp, `${bulkPath}/${paymentId}/cancellation-authorisations`);
    expect(await entries()).toEqual([{ transactionStatus: 'CANC', reason: null }, settled]);
  });
});

describe('scenarios', () => {
  it('REJECTED, NO_COVER and SLOW_SETTLEMENT do what the table says', async () => {
    const rejected = await pay(tpp, { creditorName: 'Scenario Rejected', debtorAccount: ola });
    const short = await pay(tpp, { creditorName: 'Scenario No Cover', debtorAccount: ola });
    const slow = await pay(tpp, {
      creditorName: 'Scenario Slow Settlement',
      debtorAccount: ola,
      instructedAmount: nok('7.00'),
    });
    const slowAtOnce = await payAtOnce(tpp, {
      creditorName: 'Scenario Slow Settlement',
      instructedAmount: nok('8.00'),
    });
    expect(await statusOf(tpp, slowAtOnce)).toBe('ACSP');
    await runBatch(tpp);
    expect(await Promise.all([rejected, short, slow, slowAtOnce].map((id) => statusOf(tpp, id)))).toEqual([
      'RJCT',
      'ACCP',
      'ACSP',
      'ACSC',
    ]);
    await runBatch(tpp, 3);
    expect(await Promise.all([short, slow].map((id) => statusOf(tpp, id)))).toEqual(['RJCT', 'ACSC']);
    expect(await balance(bank, tppId, ola)).toBe(25_000_000n - 1_500n);
  });

  it('SYSTEM_ERROR and UNAVAILABLE refuse the creation and store nothing', async () => {
    const product = productOf('INDCTS');
    const failed = await create(
      tpp,
      product,
      withValue(product.example, 'creditorName', 'Scenario System Error'),
    );
    const busy = await create(
      tpp,
      product,
      withValue(product.example, 'creditorName', 'Scenario Unavailable'),
    );
    expect([failed.status, busy.status, busy.headers.get('retry-after')]).toEqual([500, 503, '2']);
    expect([failed.json.message, busy.json.message]).toEqual([
      'the creditor name plays the scenario SYSTEM_ERROR',
      'the creditor name plays the scenario UNAVAILABLE',
    ]);
    const [row] = await bank.sql`select count(*)::int as count from payments where tpp_id = ${tppId}`;
    expect(row?.count).toBe(0);
  });

  it('are listed by the query', async () => {
    const { data } = await tpp.graphqlRaw('{ scenarios { name creditorName description } }');
    expect(data.scenarios).toHaveLength(5);
  });
});
