import { describe, expect, it } from 'vitest';
import { products } from '../../src/domain/payments/products/list.ts';
import { paymentMoves } from '../../src/domain/payments/status.ts';
import { pathOf, productOf } from '../support/payments.ts';
import { moveClock } from '../support/story.ts';
import { nok } from './support/bodies.ts';
import { balancesOf, paymentsOf, seededBankOfFile, statusesOf } from './support/seeded-bank.ts';
import { createdAt, domesticBody, exampleOf } from './support/seeds.ts';

const bank = await seededBankOfFile();

describe('payments of a seed', () => {
  it('have every product, with its status, history and bookings at both doors', async () => {
    const tpp = bank.withPayments(
      products.map(({ code, settlement }) => ({
        product: code,
        createdAt,
        status: settlement === 'SCHEDULE' ? 'ACCP' : 'ACSC',
        body: exampleOf(code),
      })),
    );
    const payments = await paymentsOf(tpp);
    expect(payments.map((one: { product: string }) => one.product)).toEqual(products.map(({ code }) => code));
    for (const payment of payments) {
      expect(payment).toMatchObject({ createdAt, debtorName: 'Ingrid Solberg' });
      expect(payment.statusHistory[0]).toMatchObject({ from: null, to: 'RCVD', at: createdAt });
      expect(payment.statusHistory.at(-1).to).toBe(payment.transactionStatus);
      expect(payment.bookings.length).toBe(
        { BULK_NDCT: 2, PERIODIC_NDCT: 3 }[payment.product as string] ?? 1,
      );
      const product = productOf(payment.product);
      const { json } = await tpp.rest('GET', `${pathOf(product)}/${payment.paymentId}/status`);
      expect(json.transactionStatus).toBe(payment.transactionStatus);
      const details = await tpp.rest('GET', `${pathOf(product)}/${payment.paymentId}`);
      expect(details.json).toMatchObject(exampleOf(payment.product));
    }
    expect(payments[0]).toMatchObject({
      statusHistory: [
        { from: null, to: 'RCVD' },
        { to: 'PDNG', at: createdAt, reason: 'approved by the PSU' },
        { to: 'ACSC', at: '2030-01-10T10:00:00.000Z', reason: 'settled on the debtor account' },
      ],
      bookings: [{ at: '2030-01-10T10:00:00.000Z', bookingDate: '2030-01-10', amount: nok('1250.00') }],
    });
  });

  it('may have every status that their product can reach', async () => {
    const all = products.flatMap(({ code: product, settlement }) =>
      [...new Set(['RCVD', ...Object.values(paymentMoves[settlement]).flat()])].map((status) => ({
        product,
        status,
        createdAt,
        body: exampleOf(product),
        ...(status === 'PART' ? { entries: [{ index: 0, status: 'ACSC' }] } : {}),
      })),
    );
    const tpp = bank.withPayments(all);
    expect(await statusesOf(tpp)).toEqual(all.map(({ status }) => status));
    await moveClock(tpp, { to: '2030-03-20T04:30:00Z' });
    const { data } = await tpp.graphqlRaw(
      '{ payments(first: 1, filter: { statuses: [PDNG, ACSP] }) { totalCount } }',
    );
    expect(data.payments.totalCount).toBe(0);
  });

  it('leave the balances as the file says, in books that balance', async () => {
    const tpp = bank.withPayments([
      { product: 'NDCT', createdAt, status: 'ACSC', body: domesticBody('700.00') },
      { product: 'NDCT', createdAt, status: 'ACSC', body: domesticBody('900.00') },
      { product: 'NDCT', createdAt, status: 'RJCT', body: domesticBody('5.00') },
    ]);
    expect(await balancesOf(tpp)).toEqual(['1000.00', '0.00']);
    const { json } = await tpp.rest('GET', '/v1/sandbox/accounts');
    const { text } = await tpp.rest(
      'GET',
      `/v1/sandbox/accounts/${json[0].resourceId}/transactions?bookingStatus=booked`,
    );
    expect(text).toContain('"-700.00"');
    expect(text).toContain('"-900.00"');
    const off = await bank.sql`select resource_id from sandbox_accounts a where balance_minor <>
      coalesce((select sum(amount_minor) from ledger_entries e where e.tpp_id = a.tpp_id and e.account_id = a.resource_id), 0)`;
    expect(off).toEqual([]);
  });

  it('show the history and reasons of the file', async () => {
    const history = [
      { status: 'PDNG', at: '2030-01-10T10:00+01:00', reason: 'approved in the app' },
      { status: 'ACCP', at: '2030-01-11' },
      { status: 'RJCT', at: '2030-01-12T08:00:00.250Z', reason: 'not enough funds' },
    ];
    const tpp = bank.withPayments([
      { product: 'NDCT', createdAt, history, body: domesticBody('700.00') },
      { product: 'SCT', createdAt, status: 'RJCT', reason: 'suspected fraud', body: exampleOf('SCT') },
      { product: 'NDCT', createdAt, status: 'CANC', debtorName: 'Someone', body: domesticBody('1.00') },
    ]);
    const [payment, refused, cancelled] = await paymentsOf(tpp);
    expect(payment.statusHistory.slice(1)).toEqual([
      { from: 'RCVD', to: 'PDNG', at: '2030-01-10T09:00:00.000Z', reason: 'approved in the app' },
      {
        from: 'PDNG',
        to: 'ACCP',
        at: '2030-01-10T23:00:00.000Z',
        reason: 'not enough funds; tried again at the next run',
      },
      { from: 'ACCP', to: 'RJCT', at: '2030-01-12T08:00:00.250Z', reason: 'not enough funds' },
    ]);
    expect(payment).toMatchObject({ transactionStatus: 'RJCT', debtorName: 'Ingrid Solberg', bookings: [] });
    expect(refused).toMatchObject({
      debtorName: null,
      statusHistory: [{}, { to: 'RJCT', reason: 'suspected fraud' }],
    });
    expect(cancelled).toMatchObject({
      debtorName: 'Someone',
      statusHistory: [{}, { to: 'CANC', reason: 'cancelled by the TPP' }],
    });
  });

  it('have entries of their own: a bulk payment that was settled in part', async () => {
    const tpp = bank.withPayments([
      {
        product: 'BULK_NDCT',
        createdAt,
        status: 'PART',
        body: exampleOf('BULK_NDCT'),
        entries: [
          { index: 1, status: 'ACSC', at: '2030-01-11T10:00Z' },
          { index: 0, status: 'RJCT', reason: 'account closed' },
        ],
      },
      {
        product: 'BULK_NDCT',
        createdAt,
        status: 'ACCP',
        entries: [{ index: 0, status: 'ACSC' }],
        body: exampleOf('BULK_NDCT'),
      },
    ]);
    const [part, waiting] = await paymentsOf(tpp);
    expect(part).toMatchObject({
      // The file has no time of the status: the payment ended with its last entry.
      statusHistory: [
        {},
        {},
        { to: 'PART', at: '2030-01-11T10:00:00.000Z', reason: '1 of 2 entries were settled' },
      ],
      entries: [
        { index: 0, transactionStatus: 'RJCT', reason: 'account closed' },
        { index: 1, transactionStatus: 'ACSC', reason: 'settled on the debtor account' },
      ],
      bookings: [{ at: '2030-01-11T10:00:00.000Z', amount: nok('250.00') }],
    });
    expect(waiting.bookings).toHaveLength(1);
    await moveClock(tpp, { to: '2030-03-20T04:30:00Z' });
    expect((await paymentsOf(tpp))[1]).toMatchObject({ transactionStatus: 'ACSC', bookings: [{}, {}] });
  });
});
