import { describe, expect, it } from 'vitest';
import { instantDomestic } from '../../src/domain/payments/products/instant-domestic.ts';
import { periodicDomestic } from '../../src/domain/payments/products/periodic.ts';
import { psuHeaders, type Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { mutate } from '../support/graphql.ts';
import {
  authorise,
  basketsPath,
  complete,
  moveClock,
  newBasket,
  startAuthorisation,
} from '../support/story.ts';

const bank = await bankOfFile();

/** A Monday in November: no bank holiday for a week, and no change to or from summer time. */
const monday = (() => {
  const day = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 10, 8));
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1);
  return day;
})();
const dayFrom = (days: number) => new Date(monday.getTime() + days * 86_400_000).toISOString().slice(0, 10);

async function atMonday(tppId: string): Promise<Tpp> {
  const late = bank.tpp(tppId);
  await moveClock(late, { to: `${dayFrom(0)}T12:00:00Z` });
  return late;
}
let tpp = await atMonday('PSDNO-FSA-DAYS');

const instant = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const single = '/v1/payments/norwegian-domestic-credit-transfers';
const periodic = '/v1/periodic-payments/norwegian-domestic-credit-transfers';

async function create(path: string, change: object = {}, example: object = instantDomestic.example) {
  const body = { ...example, ...change };
  const query = path === periodic ? '' : '?allowLogicalDuplicate=true';
  const made = await tpp.rest('POST', `${path}${query}`, { body, headers: psuHeaders });
  expect(made.status, made.text).toBe(201);
  return made.json.paymentId as string;
}

async function approve(paymentId: string): Promise<void> {
  const selection = 'authorisation { authorisationId }';
  const { authorisation } = await mutate(tpp, 'startAuthorisation', { paymentId }, selection);
  await complete(tpp, authorisation.authorisationId, 'APPROVE');
}

const daysQuery =
  'query ($last: Int) { paymentDays(last: $last) { date statuses { transactionStatus count } moved { amount currency } } }';

describe('paymentDays', () => {
  it('counts by status and sums what was settled, on days in Oslo, empty ones too', async () => {
    await approve(await create(instant));
    await approve(await create(instant, { instructedAmount: { amount: '10.00', currency: 'NOK' } }));
    await create(instant);
    const { data } = await tpp.graphqlRaw(daysQuery, { last: 2 });
    expect(data.paymentDays).toEqual([
      { date: dayFrom(-1), statuses: [], moved: [] },
      {
        date: dayFrom(0),
        statuses: [
          { transactionStatus: 'ACSC', count: 2 },
          { transactionStatus: 'RCVD', count: 1 },
        ],
        moved: [{ amount: '135.50', currency: 'NOK' }],
      },
    ]);
    expect((await tpp.graphqlRaw(daysQuery)).data.paymentDays).toHaveLength(14);
  });

  it('sums each execution of a periodic payment, also before the last one', async () => {
    const before = tpp;
    tpp = await atMonday('PSDNO-FSA-EXECUTIONS');
    const amount = { amount: '13.00', currency: 'NOK' };
    await approve(await create(instant, { instructedAmount: amount }));
    for (const endDate of [dayFrom(3), dayFrom(8)]) {
      const remittanceInformationUnstructured = `until ${endDate}`;
      const plan = {
        instructedAmount: amount,
        startDate: dayFrom(1),
        endDate,
        frequency: 'Daily',
        remittanceInformationUnstructured,
      };
      await approve(await create(periodic, plan, periodicDomestic.example));
    }
    await moveClock(tpp, { by: 'P4D' });
    const { data } = await tpp.graphqlRaw(daysQuery, { last: 5 });
    expect(data.paymentDays[0]).toMatchObject({
      statuses: [
        { transactionStatus: 'ACCP', count: 1 },
        { transactionStatus: 'ACSC', count: 2 },
      ],
      moved: [{ amount: '104.00', currency: 'NOK' }],
    });
    tpp = before;
  });

  it("shows nothing of another TPP's", async () => {
    const other = await atMonday('PSDNO-FSA-OTHER');
    const { data } = await other.graphqlRaw(daysQuery, { last: 1 });
    expect(data.paymentDays).toEqual([{ date: dayFrom(0), statuses: [], moved: [] }]);
  });

  it.each([0, 32, -1])('is refused for %s days', async (last) => {
    const { json } = await tpp.graphqlRaw(daysQuery, { last });
    expect(json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: 'last' });
  });
});

describe('upcomingEvents', () => {
  const query = 'query ($first: Int) { upcomingEvents(first: $first) { time kind paymentId } }';

  it('lists future events, soonest first, and no more than requested', async () => {
    const mine = await atMonday('PSDNO-FSA-AGENDA');
    const before = tpp;
    tpp = mine;
    const waiting = await create(single);
    await approve(waiting);
    const standing = await create(
      periodic,
      { startDate: dayFrom(4), frequency: 'Monthly', dayOfExecution: String(Number(dayFrom(4).slice(8))) },
      periodicDomestic.example,
    );
    await approve(standing);
    const open = await create(single, { remittanceInformationUnstructured: 'left open' });
    const { data } = await mine.graphqlRaw(query);
    expect(data.upcomingEvents).toEqual([
      { time: `${dayFrom(0)}T12:15:00.000Z`, kind: 'AUTHORISATION_EXPIRED', paymentId: open },
      { time: `${dayFrom(0)}T12:30:00.000Z`, kind: 'BATCH_RUN', paymentId: waiting },
      { time: `${dayFrom(4)}T04:30:00.000Z`, kind: 'PERIODIC_EXECUTION', paymentId: standing },
    ]);
    expect((await mine.graphqlRaw(query, { first: 1 })).data.upcomingEvents).toHaveLength(1);
    expect((await mine.graphqlRaw('{ viewer { nextBatchRun } }')).data.viewer.nextBatchRun).toBe(
      `${dayFrom(0)}T12:30:00.000Z`,
    );
    tpp = before;
  });

  it('and execution dates end with a cancelled payment', async () => {
    const mine = await atMonday('PSDNO-FSA-CANCELS');
    const before = tpp;
    tpp = mine;
    const plan = { startDate: dayFrom(4), frequency: 'Weekly' };
    const paths = [
      `${single}/${await create(single)}`,
      `${periodic}/${await create(periodic, plan, periodicDomestic.example)}`,
    ];
    for (const path of paths) {
      const paymentId = path.slice(path.lastIndexOf('/') + 1);
      await approve(paymentId);
      expect((await mine.rest('DELETE', path)).status).toBe(202);
      await authorise(mine, `${path}/cancellation-authorisations`);
      const { data } = await mine.graphqlRaw(
        `query ($id: String!) { upcomingEvents { paymentId } payment(paymentId: $id) { transactionStatus ... on PeriodicPayment { upcomingExecutions { date } } } }`,
        { id: paymentId },
      );
      expect(data.upcomingEvents).not.toContainEqual({ paymentId });
      expect(data.payment.transactionStatus).toBe('CANC');
      expect(data.payment.upcomingExecutions ?? []).toEqual([]);
    }
    tpp = before;
  });

  it.each([
    ['APPROVE', ['BATCH_RUN']],
    ['REJECT', []],
  ] as const)('ends the authorisation of a payment with that of its basket: %s', async (outcome, kinds) => {
    const mine = await atMonday(`PSDNO-FSA-BASKET-${outcome}`);
    const before = tpp;
    tpp = mine;
    const paymentId = await create(single);
    tpp = before;
    const authorisationId = await startAuthorisation(mine, `${single}/${paymentId}/authorisations`);
    const basketId = await newBasket(mine, [paymentId]);
    await authorise(mine, `${basketsPath}/${basketId}/authorisations`, outcome);
    const { data } = await mine.graphqlRaw(query);
    expect(data.upcomingEvents.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
    const own = await mine.rest('GET', `${single}/${paymentId}/authorisations/${authorisationId}`);
    expect(own.json).toEqual({ scaStatus: 'failed' });
  });

  it.each([0, 101])('is refused for %s events', async (first) => {
    const { json } = await tpp.graphqlRaw(query, { first });
    expect(json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', path: 'first' });
  });
});
