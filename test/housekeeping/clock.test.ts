import { describe, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import {
  advance,
  balance,
  kari,
  make,
  newTppForEachTest,
  nok,
  ola,
  pay,
  runBatch,
  standing,
  standingOrder,
  statusOf,
  tppAt,
} from '../bank/support/life.ts';
import type { Bank, Tpp } from '../support/bank.ts';

const monday = '2030-01-07T07:00:00Z';

let bank: Bank;
let tpp: Tpp;
let tppId: string;
newTppForEachTest('C', monday, (own) => {
  ({ bank, tpp, tppId } = own);
});

const plan = { debtorAccount: ola, creditorAccount: kari, instructedAmount: nok('1000.00') };
const times = (events: readonly { time: string }[]) => events.map(({ time }) => time);

describe('a periodic payment', () => {
  it('runs on each date of its plan automatically, ACCP while it runs, ACSC after the last', async () => {
    const paymentId = await standingOrder(tpp, {
      ...plan,
      startDate: '2030-01-08',
      endDate: '2030-01-22',
      frequency: 'Weekly',
    });
    expect(await statusOf(tpp, paymentId)).toBe('ACCP');
    const first = await advance(tpp, { to: '2030-01-20T12:00:00Z' });
    expect(times(first.events)).toEqual(['2030-01-08T04:30:00.000Z', '2030-01-15T04:30:00.000Z']);
    expect(await statusOf(tpp, paymentId)).toBe('ACCP');
    expect(await balance(bank, tppId, kari)).toBe(5_000_000n + 200_000n);
    const last = await advance(tpp, { by: 'P10D' });
    expect(last.events).toMatchObject([
      { kind: 'PERIODIC_EXECUTION', time: '2030-01-22T04:30:00.000Z', transactionStatus: 'ACSC' },
    ]);
    expect((await standing(tpp, paymentId)).statusHistory.map(({ to }) => to)).toEqual([
      'RCVD',
      'ACCP',
      'ACSC',
    ]);
    expect(await balance(bank, tppId, kari)).toBe(5_000_000n + 300_000n);
  });

  it('is retried through its day without cover, then skipped, and the plan goes on', async () => {
    const amount = nok('240000.00');
    const paymentId = await standingOrder(tpp, {
      ...plan,
      instructedAmount: amount,
      startDate: '2030-01-08',
      endDate: '2030-01-09',
      frequency: 'Daily',
    });
    const { events } = await advance(tpp, { by: 'P3D' });
    expect(
      events.map((one: { time: string; text: string }) => `${one.time.slice(5, 16)} ${one.text.slice(12)}`),
    ).toEqual([
      '01-08T04:30 settled on the debtor account',
      ...['04:30', '10:00', '12:30', '14:30'].map(
        (time) => `01-09T${time} not enough funds; tried again at the next run`,
      ),
      '01-09T17:00 not enough funds',
    ]);
    expect(await standing(tpp, paymentId)).toMatchObject({
      transactionStatus: 'ACSC',
      fundsAvailable: null,
    });
    const rows =
      await bank.sql`select nominal_date, outcome from periodic_executions where payment_id = ${paymentId} order by 1`;
    expect(rows.map(({ outcome }) => outcome)).toEqual(['EXECUTED', 'LEFT_OUT']);
  });

  it('that starts on the day of its approval runs at the next run', async () => {
    await standingOrder(tpp, { ...plan, startDate: '2030-01-07', frequency: 'Monthly' });
    const { events } = await runBatch(tpp);
    expect(times(events)).toEqual(['2030-01-07T10:00:00.000Z']);
  });

  it('runs twice when two of its days fall on one bank day', async () => {
    await standingOrder(tpp, { ...plan, startDate: '2030-01-11', endDate: '2030-01-14', frequency: 'Daily' });
    const { events } = await advance(tpp, { by: 'P14D' });
    expect(times(events)).toEqual(['2030-01-11T04:30:00.000Z', ...Array(3).fill('2030-01-14T04:30:00.000Z')]);
    expect(await balance(bank, tppId, kari)).toBe(5_000_000n + 400_000n);
  });

  it('without any successful execution ends as RJCT', async () => {
    const paymentId = await standingOrder(tpp, {
      ...plan,
      creditorName: 'Scenario Rejected',
      startDate: '2030-01-08',
      endDate: '2030-01-08',
      frequency: 'Daily',
    });
    await advance(tpp, { by: 'P2D' });
    expect(await statusOf(tpp, paymentId)).toBe('RJCT');
  });
});

describe('advanceSandboxClock', () => {
  it('carries out runs, executions, expiries and ends of sessions in the order of time', async () => {
    const order = await standingOrder(tpp, {
      ...plan,
      startDate: '2030-01-07',
      endDate: '2030-01-07',
      frequency: 'Daily',
    });
    const single = await pay(tpp, { debtorAccount: ola, requestedExecutionDate: '2030-01-08' });
    const open = await make(tpp, domestic, { debtorAccount: ola });
    await tpp.rest('POST', `/v1/payments/${domestic.name}/${open}/authorisations`);
    const { events } = await advance(tpp, { by: 'P200D' });
    expect(
      events.map((one: { kind: string; paymentId: string; transactionStatus: string }) => [
        one.kind,
        one.paymentId,
        one.transactionStatus,
      ]),
    ).toEqual([
      ['AUTHORISATION_EXPIRED', open, 'RJCT'],
      ['PERIODIC_EXECUTION', order, 'ACSC'],
      ['BATCH_RUN', single, 'ACSC'],
      ['SESSION_ENDED', null, null],
      ['SESSION_ENDED', null, null],
    ]);
    expect([...times(events)].sort()).toEqual(times(events));
  });

  it.each([
    ['nothing', {}, 'by'],
    ['both', { by: 'P1D', to: '2030-02-01T00:00:00Z' }, 'to'],
    ['a time before', { to: '2030-01-07T06:59:59Z' }, 'to'],
    ['a negative duration', { by: '-PT1S' }, 'by'],
    ['no duration', { by: 'tomorrow' }, 'by'],
    ['more than five years', { by: 'P5YT1S' }, 'by'],
    ['what no calendar reaches', { by: 'P99999999999Y' }, 'by'],
  ])('refuses %s with FORMAT_ERROR and leaves the clock unchanged', async (_, input, path) => {
    const { tppMessages, sandboxClock } = await advance(tpp, input);
    expect(tppMessages).toMatchObject([{ code: 'FORMAT_ERROR', path }]);
    expect(sandboxClock).toBeNull();
    expect((await tpp.graphqlRaw('{ viewer { clock } }')).data.viewer.clock).toBe(
      new Date(monday).toISOString(),
    );
  });

  it('crosses an empty year with as few statements as a day', async () => {
    const statementsOf = async (by: string) => {
      let count = 0;
      bank.database.watch((text) => {
        // The log of requests is written after the responses of any test in this file.
        if (!text.includes('"logged_requests"')) count += 1;
      });
      const answer = await advance(tpp, { by });
      bank.database.watch(null);
      return { count, answer };
    };
    await advance(tpp, { by: 'PT1S' });
    const day = await statementsOf('P1D');
    const year = await statementsOf('P1Y');
    expect(year.answer).toMatchObject({
      sandboxClock: '2031-01-08T07:00:01.000Z',
      reached: true,
      events: [],
    });
    expect(day.count).toBeGreaterThan(0);
    expect(year.count).toBeLessThanOrEqual(day.count);
  });

  it('adds up when it is sent twice at once, and a repeated request does nothing twice', async () => {
    const single = await pay(tpp, { debtorAccount: ola });
    const moved = await Promise.all([advance(tpp, { by: 'P1D' }), advance(tpp, { by: 'P1D' })]);
    expect(moved.map((one) => one.tppMessages)).toEqual([[], []]);
    expect((await tpp.graphqlRaw('{ viewer { clock } }')).data.viewer.clock).toBe('2030-01-09T07:00:00.000Z');
    const query = 'mutation { advanceSandboxClock(input: { by: "P1D" }) { sandboxClock } }';
    const id = { headers: { 'x-request-id': 'once' } };
    const [one, two] = [await tpp.graphqlRaw(query, {}, id), await tpp.graphqlRaw(query, {}, id)];
    expect(two.text).toBe(one.text);
    expect(one.data.advanceSandboxClock.sandboxClock).toBe('2030-01-10T07:00:00.000Z');
    expect(await statusOf(tpp, single)).toBe('ACSC');
  });

  it('does not change the time of other TPPs', async () => {
    const other = await tppAt(bank, `${tppId}-OTHER`, monday);
    const single = await pay(other, { debtorAccount: ola });
    await advance(tpp, { by: 'P1M' });
    expect(await statusOf(other, single)).toBe('PDNG');
  });
});

describe('the runner', () => {
  it('does due work in real time without a request', async () => {
    const paymentId = await pay(tpp, { debtorAccount: ola });
    const before = bank.time.now;
    expect(await bank.app.runner.tick()).toBe(0);
    bank.time.now += 3 * 3_600_000;
    expect(await bank.app.runner.tick()).toBeGreaterThan(0);
    expect(await statusOf(tpp, paymentId)).toBe('ACSC');
    bank.time.now = before;
  });

  it('moves on a clock whose request died', async () => {
    const paymentId = await pay(tpp, { debtorAccount: ola });
    await bank.sql`update tpps set clock_target_ms = clock_offset_ms + 86400000 where tpp_id = ${tppId}`;
    await bank.app.runner.tick();
    expect(await statusOf(tpp, paymentId)).toBe('ACSC');
    expect((await tpp.graphqlRaw('{ viewer { clock } }')).data.viewer.clock).toBe('2030-01-08T07:00:00.000Z');
  });
});
