import { afterAll, beforeAll, expect, it } from 'vitest';
import { advance } from '../bank/support/life.ts';
import { type Bank, startBank } from '../support/bank.ts';
import { dailyOrders } from './support/daily-orders.ts';

let bank: Bank;
beforeAll(async () => {
  bank = await startBank();
});
afterAll(() => bank.stop());

const size = async (): Promise<number> => {
  const [row] = await bank.sql`select pg_database_size(current_database())::int as bytes`;
  return row?.bytes as number;
};

it('50 daily orders over five years: less than twelve megabytes are written, and five kilobytes of the response', async () => {
  const tpp = await dailyOrders(bank, 'PSDNO-FSA-DAILY', 50);
  const before = await size();
  const move = await advance(tpp, { by: 'P5Y' });
  // On a slow machine the housekeeping does the rest.
  while ((await bank.app.runner.tick()) > 0);
  expect(await bank.count('periodic_executions')).toBe(5_000);
  // Two kilobytes for each execution: a movement, its four keys, the execution, the queue.
  expect((await size()) - before).toBeLessThan(12_000_000);
  // The response lists a thousand events in a quarter of a megabyte.
  expect(move.events).toHaveLength(1_000);
  const [kept] = await bank.sql`
    select max(pg_column_size(kept.*))::int as bytes from request_answers kept where outcomes ? 'advanceSandboxClock'`;
  expect(kept?.bytes).toBeLessThan(5_000);
});
