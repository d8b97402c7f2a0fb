import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { psuHeaders } from '../support/bank.ts';
import { mutationOf } from '../support/graphql.ts';
import { pathOf, productOf } from '../support/payments.ts';
import { authorise, basketsPath, moveClock, newBasket } from '../support/story.ts';
import { nok } from './support/bodies.ts';
import { balancesOf, paymentsOf, sandboxTime, seededBankOfFile, statusesOf } from './support/seeded-bank.ts';
import { createdAt, domesticBody, exampleOf, manyFaults } from './support/seeds.ts';

const bank = await seededBankOfFile();

describe('payments of a seed, later', () => {
  it('wait for the next run of the sandbox clock, and settle', async () => {
    const tpp = bank.withPayments([
      { product: 'NDCT', createdAt, status: 'PDNG', body: domesticBody('600.00') },
      { product: 'NDCT', createdAt, status: 'ACCP', body: domesticBody('300.00') },
      {
        product: 'INDCTS',
        createdAt,
        status: 'ACSP',
        body: exampleOf('INDCTS', { instructedAmount: nok('50.00') }),
      },
      {
        product: 'NDCT',
        createdAt,
        status: 'PDNG',
        body: domesticBody('1.00', { requestedExecutionDate: '2030-03-22' }),
      },
    ]);
    expect(await statusesOf(tpp)).toEqual(['PDNG', 'ACCP', 'ACSP', 'PDNG']);
    expect((await paymentsOf(tpp))[1].fundsAvailable).toBe(false);
    expect(await sandboxTime(tpp)).toBe('2030-03-19T23:00:00');
    await moveClock(tpp, { to: '2030-03-20T04:30:00Z' });
    expect(await statusesOf(tpp)).toEqual(['ACSC', 'ACSC', 'ACSC', 'PDNG']);
    expect(await balancesOf(tpp)).toEqual(['50.00', '950.00']);
    await moveClock(tpp, { to: '2030-03-22T04:30:00Z' });
    expect(await statusesOf(tpp)).toEqual(['ACSC', 'ACSC', 'ACSC', 'ACSC']);
  });

  it('can be approved and cancelled like all others', async () => {
    const psuId = psuHeaders['psu-id'];
    const tpp = bank.withPayments([
      { product: 'NDCT', createdAt, psuId, body: domesticBody('10.00') },
      { product: 'NDCT', createdAt, psuId, body: domesticBody('20.00') },
      { product: 'NDCT', createdAt, status: 'PDNG', psuId, body: domesticBody('30.00') },
    ]);
    const [first, second, third] = await paymentsOf(tpp);
    expect(first.psuId).toBe(psuId);
    const path = pathOf(productOf('NDCT'));
    const completed = await authorise(tpp, `${path}/${first.paymentId}/authorisations`);
    expect(completed.data, completed.text).toMatchObject({
      completeAuthorisation: { authorisation: { scaStatus: 'finalised' } },
    });
    expect((await tpp.rest('DELETE', `${path}/${second.paymentId}`)).status).toBe(204);
    expect((await tpp.rest('DELETE', `${path}/${third.paymentId}`)).status).toBe(202);
    expect(await statusesOf(tpp)).toEqual(['PDNG', 'CANC', 'PDNG']);
  });

  it('that a reset has deleted are unknown to a repeated request that reads their instructions', async () => {
    const tpp = bank.withPayments([{ product: 'NDCT', createdAt, body: domesticBody('10.00') }]);
    const [{ paymentId }] = await paymentsOf(tpp);
    const headers = { 'x-request-id': randomUUID() };
    const selection = 'payment { transactionStatus ... on DomesticPayment { creditorName } }';
    const cancel = () =>
      tpp.graphqlRaw(mutationOf('cancelPayment', selection), { input: { paymentId } }, { headers });
    const first = await cancel();
    expect(first.data, first.text).toMatchObject({
      cancelPayment: { payment: { transactionStatus: 'CANC' } },
    });
    expect((await tpp.rest('POST', '/v1/sandbox/initialize')).status).toBe(200);
    const { json, text } = await cancel();
    expect(json.errors[0].extensions, text).toMatchObject({ code: 'RESOURCE_UNKNOWN', status: 404 });
  });

  it('have executions: those of the file, or all that were due', async () => {
    const body = exampleOf('PERIODIC_NDCT', { instructedAmount: nok('10.00') });
    const tpp = bank.withPayments([
      { product: 'PERIODIC_NDCT', createdAt, status: 'ACCP', body },
      {
        product: 'PERIODIC_NDCT',
        createdAt,
        status: 'ACCP',
        executions: [{ nominalDate: '2030-02-15' }],
        body,
      },
      { product: 'PERIODIC_NDCT', createdAt, status: 'ACSC', body: { ...body, endDate: '2030-02-20' } },
    ]);
    const [running, gaps, over] = await paymentsOf(tpp);
    const daysOf = (payment: { bookings: { bookingDate: string }[] }) =>
      payment.bookings.map((one) => one.bookingDate);
    expect(daysOf(running)).toEqual(['2030-01-15', '2030-02-15', '2030-03-15']);
    expect(daysOf(gaps)).toEqual(['2030-02-15']);
    expect(over.statusHistory.at(-1)).toMatchObject({
      to: 'ACSC',
      at: '2030-02-15T04:30:00.000Z',
      reason: 'the last execution is over',
    });
    await moveClock(tpp, { to: '2030-04-15T05:00:00Z' });
    const [later, gapsLater] = await paymentsOf(tpp);
    expect(daysOf(later).at(-1)).toBe('2030-04-15');
    expect(daysOf(gapsLater)).toEqual(['2030-02-15', '2030-04-15']);
  });

  it('have the first execution, also if the approval came after the last run of its day', async () => {
    const body = exampleOf('PERIODIC_NDCT', { startDate: '2030-03-15', instructedAmount: nok('10.00') });
    const seeded = { product: 'PERIODIC_NDCT', createdAt: '2030-03-15T17:30:00Z', status: 'ACCP', body };
    const tpp = bank.withPayments([seeded], { clock: '2030-03-16' });
    expect((await paymentsOf(tpp))[0].bookings).toEqual([]);
    await moveClock(tpp, { to: '2030-03-20T12:00:00Z' });
    const [{ bookings, paymentId }] = await paymentsOf(tpp);
    expect(bookings).toMatchObject([{ at: '2030-03-18T04:30:00.000Z', bookingDate: '2030-03-18' }]);
    const { json } = await tpp.rest('GET', `${pathOf(productOf('PERIODIC_NDCT'))}/${paymentId}/status`);
    expect(json).toMatchObject({ transactionStatus: 'ACCP', fundsAvailable: true });
  });

  it('are replaced by a reset at both doors, while others stay', async () => {
    const tpp = bank.withPayments([
      { product: 'NDCT', createdAt, status: 'PDNG', body: domesticBody('600.00') },
    ]);
    const own = await tpp.rest('POST', pathOf(productOf('NDCT')), {
      body: domesticBody('3.00'),
      headers: psuHeaders,
    });
    for (const initialise of [
      () => tpp.rest('POST', '/v1/sandbox/initialize'),
      () => tpp.graphqlRaw('mutation { initialiseSandbox { customers { customerNumber } } }'),
    ]) {
      await moveClock(tpp, { by: 'P1D' });
      const [before] = await paymentsOf(tpp);
      expect(before.transactionStatus).toBe('ACSC');
      expect((await initialise()).status).toBe(200);
      const payments = await paymentsOf(tpp);
      expect(payments.map((one: { transactionStatus: string }) => one.transactionStatus)).toEqual([
        'PDNG',
        'RCVD',
      ]);
      expect(payments[1].paymentId).toBe(own.json.paymentId);
      const gone = await tpp.rest('GET', `${pathOf(productOf('NDCT'))}/${before.paymentId}`);
      expect([gone.status, gone.json.tppMessages[0].code]).toEqual([404, 'RESOURCE_UNKNOWN']);
      expect(await balancesOf(tpp)).toEqual(['1000.00', '0.00']);
    }
  });

  it('leave with their signing baskets at a reset; other baskets stay', async () => {
    const psuId = psuHeaders['psu-id'];
    const seeded = { product: 'NDCT', createdAt, psuId, body: domesticBody('10.00') };
    const tpp = bank.withPayments([seeded, seeded]);
    const ids = (await paymentsOf(tpp)).map(({ paymentId }: { paymentId: string }) => paymentId);
    const create = async () =>
      (
        await tpp.rest('POST', pathOf(productOf('NDCT')), {
          body: domesticBody('4.00', { remittanceInformationUnstructured: randomUUID() }),
          headers: psuHeaders,
        })
      ).json.paymentId;
    const own = [await create(), await create(), await create()];
    const baskets = [];
    for (const paymentIds of [[ids[0], own[0]], [ids[1]], own.slice(1)])
      baskets.push(`${basketsPath}/${await newBasket(tpp, paymentIds)}`);
    expect((await tpp.rest('POST', '/v1/sandbox/initialize')).status).toBe(200);
    const statuses = await Promise.all(baskets.map(async (path) => (await tpp.rest('GET', path)).status));
    expect(statuses).toEqual([404, 404, 200]);
    const { data } = await tpp.graphqlRaw(
      '{ signingBaskets(first: 10) { nodes { payments { paymentId } } } }',
    );
    expect(data.signingBaskets.nodes).toEqual([
      { payments: own.slice(1).map((paymentId) => ({ paymentId })) },
    ]);
    expect((await tpp.rest('DELETE', `${pathOf(productOf('NDCT'))}/${own[0]}`)).status).toBe(204);
  });

  it('may be equal to each other and to payments of the TPP', async () => {
    const payment = { product: 'NDCT', createdAt, psuId: psuHeaders['psu-id'], body: domesticBody('3.00') };
    const tpp = bank.withPayments([payment, payment]);
    const body = domesticBody('3.00');
    const again = await tpp.rest('POST', `${pathOf(productOf('NDCT'))}?allowLogicalDuplicate=true`, {
      body,
      headers: psuHeaders,
    });
    expect(again.status, again.text).toBe(201);
    expect((await tpp.rest('POST', '/v1/sandbox/initialize')).status).toBe(200);
    expect(await statusesOf(tpp)).toEqual(['RCVD', 'RCVD', 'RCVD']);
  });
});

describe('the bounds of payments in a seed', () => {
  it('can be filled: a thousand payments, and ten thousand transfers', async () => {
    const entry = (productOf('BULK_NDCT').example.payments as object[])[0];
    const bulk = exampleOf('BULK_NDCT', { payments: Array(1_000).fill(entry) });
    const bulks = Array(9).fill({ product: 'BULK_NDCT', createdAt, status: 'ACSC', body: bulk });
    const single = { product: 'NDCT', createdAt, status: 'ACSC', body: domesticBody('1.00') };
    const full = [...bulks, ...Array(991).fill(single)];
    const tpp = bank.withPayments(full);
    const { data } = await tpp.graphqlRaw('{ payments(first: 1) { totalCount } }');
    expect(data.payments.totalCount).toBe(1_000);
    expect(await balancesOf(tpp)).toEqual(['1000.00', '0.00']);
    expect((await tpp.rest('POST', '/v1/sandbox/initialize')).status).toBe(200);
    const { data: after } = await tpp.graphqlRaw('{ payments(first: 1) { totalCount } }');
    expect(after.payments.totalCount).toBe(1_000);
    expect(manyFaults([...bulks, ...bulks.slice(0, 2)])).toEqual([
      'payments: must have at most 10000 transfers and executions in all',
    ]);
    expect(manyFaults([...full, single])).toEqual(['payments: must have at most 1000 items']);
  });
});
