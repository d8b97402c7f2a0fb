import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advance } from '../bank/support/life.ts';
import { type Bank, startBank, type Tpp } from '../support/bank.ts';
import { dailyOrders } from './support/daily-orders.ts';

let bank: Bank;
let tpp: Tpp;
beforeAll(async () => {
  bank = await startBank({ executionsPerMove: 20 });
  tpp = await dailyOrders(bank, 'PSDNO-FSA-STOPS', 5);
});
afterAll(() => bank.stop());

const days = () => bank.sql`
  select nominal_date::text as day, count(*)::int as times from periodic_executions group by 1 order by 1`;
const clock = async () => (await tpp.graphqlRaw('{ viewer { clock } }')).data.viewer.clock;

it('the clock is at its last execution, with a warning, and nothing goes on by itself', async () => {
  const move = await advance(tpp, { by: 'P1Y' });
  // The 12th and 13th are a weekend, so their executions are made on Monday.
  expect(await days()).toEqual(['08', '09', '10', '11'].map((day) => ({ day: `2030-01-${day}`, times: 5 })));
  expect(move).toMatchObject({
    reached: false,
    hasMoreEvents: false,
    sandboxClock: '2030-01-11T04:30:00.000Z',
  });
  expect(move.tppMessages).toEqual([
    {
      code: 'FORMAT_ERROR',
      path: 'sandboxClock',
      text: 'the clock has stopped at 2030-01-11T04:30:00.000Z, because a move makes at most 20 executions of periodic payments; move it again to go on',
    },
  ]);
  expect(move.events).toHaveLength(20);
  expect(await bank.app.runner.tick()).toBe(0);
  expect(await clock()).toBe('2030-01-11T04:30:00.000Z');
});

it('the next move resumes there, in another process too, and a retry moves nothing', async () => {
  const replica = bank.replica();
  try {
    const there = replica.tpp('PSDNO-FSA-STOPS');
    const headers = { 'x-request-id': randomUUID() };
    const query =
      'mutation { advanceSandboxClock(input: { by: "P1Y" }) { sandboxClock reached tppMessages { text } } }';
    const first = await there.graphqlRaw(query, {}, { headers });
    // Three days are due on Monday the 14th, and on Tuesday the twenty executions are made.
    expect(first.data.advanceSandboxClock).toMatchObject({
      reached: false,
      sandboxClock: '2030-01-15T04:30:00.000Z',
    });
    const again = await tpp.graphqlRaw(query, {}, { headers });
    expect([again.text, again.headers.get('idempotent-replay')]).toEqual([first.text, 'true']);
    expect((await days()).map(({ day, times }) => `${day.slice(-2)} ${times}`)).toEqual(
      ['08', '09', '10', '11', '12', '13', '14', '15'].map((day) => `${day} 5`),
    );
  } finally {
    await replica.stop();
  }
});

it('a move with fewer executions reaches its target', async () => {
  const move = await advance(tpp, { to: '2030-01-18T12:00:00Z' });
  expect(move).toMatchObject({ reached: true, tppMessages: [], sandboxClock: '2030-01-18T12:00:00.000Z' });
  expect((await days()).at(-1)).toEqual({ day: '2030-01-18', times: 5 });
});
