import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type OrderStore, orderStore, reportStore } from '../../../../src/bank/core/orders/ports.ts';
import { nodesOf, plannedAsServed, planOf } from '../../../db/support/plans.ts';
import { minute, openStoreroom, ours, shareStoreroom, start, theirs } from '../../../db/support/rows.ts';

const room = shareStoreroom();
let orders: OrderStore;
beforeAll(async () => {
  orders = room.read.get(orderStore);
  await room.sql`alter table bank_orders drop constraint if exists bank_orders_payment_fk`;
});
beforeEach(() => room.sql`delete from bank_orders`);

const due = { now: start, until: start + minute };
const waiting = (
  tppIds: string | readonly string[],
  count: number,
  change: { nominalDate?: string; sendAt?: number } = {},
  sql = room.sql,
) => sql`
  insert into bank_orders (order_id, tpp_id, payment_id, kind, execution_date, nominal_date, debtor_name, state, tries,
    created_at, send_at)
  select gen_random_uuid(), tpp_id, gen_random_uuid(), 'CREDIT_TRANSFER', '2030-01-01', ${change.nominalDate ?? null}, '',
    'WAITING', 0, ${new Date(start)}, ${new Date(change.sendAt ?? start - minute)}
  from generate_series(1, ${count}), unnest(${[tppIds].flat()}::text[]) as tpp_id`;
const tpps = (count: number) => Array.from({ length: count }, (_, index) => `TPP-${index}`);
const claimedTpps = async (limit: number, after = '', skippedTppIds: readonly string[] = []) =>
  (await orders.claimDue(due, limit, { after, skippedTppIds })).map(({ tppId }) => tppId);
const claimOne = async (times = due) =>
  (await orders.claimDue(times, 1, { after: '', skippedTppIds: [] }))[0];

describe('a claim of orders that are due', () => {
  it('takes one of each TPP, so no TPP waits for the many orders of another', async () => {
    await waiting(ours, 500);
    await waiting(theirs, 1, { sendAt: start });
    expect(await claimedTpps(16)).toEqual([ours, theirs]);
    expect(await claimedTpps(16)).toEqual([ours]);
  });

  it('takes at most as many as requested, of any TPP, and none that is not due', async () => {
    await waiting(tpps(40), 1);
    await waiting(ours, 1, { sendAt: start + 1 });
    const claims = await Promise.all([claimedTpps(16), claimedTpps(16)]);
    expect(claims.map(({ length }) => length)).toEqual([16, 16]);
    expect(await claimedTpps(16)).toHaveLength(8);
    expect(new Set([...claims.flat(), ours]).size).toBe(33);
  });

  it('takes none of the TPPs that it must leave', async () => {
    await waiting(['A', 'B', 'C'], 2);
    expect(await claimedTpps(2, '', ['A', 'C'])).toEqual(['B']);
  });

  it('locks no more orders than it takes, however many TPPs have some', async () => {
    await waiting(tpps(1_000), 1);
    expect(await claimedTpps(1, 'TPP-5')).toEqual(['TPP-50']);
    expect(await room.sql`select tpp_id from bank_orders where xmax <> 0`).toEqual([{ tpp_id: 'TPP-50' }]);
  });

  it('takes an execution of a standing order only if no PSU waits for another order', async () => {
    await waiting(ours, 2, { nominalDate: '2030-01-01', sendAt: start - 2 * minute });
    await waiting(ours, 1);
    const first = await claimOne();
    expect(first?.nominalDate).toBeNull();
    const second = await claimOne();
    expect(second?.nominalDate).toBe('2030-01-01');
  });

  it('finds each order in an index by its TPP or its id, however many wait', async () => {
    const texts: string[] = [];
    room.database.watch((text) => texts.push(text));
    await claimOne();
    room.database.watch(null);
    const sql = await plannedAsServed();
    const nodes = nodesOf(await planOf(sql, texts[0] ?? ''));
    await sql.end();
    const scans = nodes
      .filter((node) => node['Node Type'] === 'Index Scan')
      .map((node) => `${node['Index Name']}: ${node['Index Cond']}`);
    expect(scans).toEqual([
      expect.stringMatching(/^bank_orders_waiting: \(\(tpp_id = .* AND \(send_at <= /),
      expect.stringMatching(/^bank_orders_payment: \(\(tpp_id = .* AND \(payment_id = /),
    ]);
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });

  it('is not ended by a process whose claim was over, because the new claim may have reached the core', async () => {
    await waiting(ours, 1);
    const first = await claimOne();
    const second = await claimOne({ now: due.until, until: due.until + minute });
    if (first === undefined || second === undefined) return expect.fail('the order was not claimed twice');
    await orders.endClaim(first, { sendAt: start, tries: 0 });
    expect(await orders.find(first.orderId)).toEqual(second);
    await orders.endClaim(second, { sendAt: start, tries: 2 });
    expect(await orders.find(first.orderId)).toEqual({ ...second, sendAt: start });
  });

  it('leaves the cancellation of an order that is stuck, because the core may have another order under its id', async () => {
    await waiting(ours, 2);
    await room.sql`update bank_orders set payment_id = 'a'`;
    const [transfer, cancellation] = await room.sql`select order_id from bank_orders order by sequence`;
    await room.sql`update bank_orders set kind = 'CANCELLATION', cancels = ${transfer?.order_id}
      where order_id = ${cancellation?.order_id}`;
    const setState = (state: string) =>
      room.sql`update bank_orders set state = ${state} where order_id = ${transfer?.order_id}`;
    await setState('STUCK');
    expect(await claimedTpps(16)).toEqual([]);
    await setState('SENT');
    expect(await claimedTpps(16)).toEqual([ours]);
  });
});

it('a claim has the order of the database, though JavaScript has another one', async () => {
  const other = await openStoreroom();
  onTestFinished(() => other.stop());
  await other.sql`alter table bank_orders drop constraint if exists bank_orders_payment_fk`;
  await other.sql`alter table bank_orders alter tpp_id type text collate "en-x-icu"`;
  await waiting(['c', 'B', 'a', 'D'], 1, {}, other.sql);
  const claims = other.read.get(orderStore);
  const next = (after: string) => claims.claimDue(due, 2, { after, skippedTppIds: [] });
  expect((await next('')).map(({ tppId }) => tppId)).toEqual(['a', 'B']);
  expect((await next('B')).map(({ tppId }) => tppId)).toEqual(['c', 'D']);
});

it.each(['WAITING', 'STUCK'] as const)(
  'orders that are %s are counted without a look at all others',
  async (state) => {
    const texts: string[] = [];
    room.database.watch((text) => texts.push(text));
    await orders.backlog(state, 9);
    room.database.watch(null);
    const sql = await plannedAsServed();
    const nodes = nodesOf(await planOf(sql, texts[0] ?? ''));
    await sql.end();
    const relations = nodes.filter((node) => node['Relation Name'] ?? node['Index Name']);
    expect(relations.map((node) => node['Index Name'])).toEqual([`bank_orders_${state.toLowerCase()}`]);
  },
);

it('a process whose lease has ended does not move the cursor of the next reader back', async () => {
  const reports = room.read.get(reportStore);
  const until = start + minute;
  await reports.lease({ now: start, until });
  const saveAs = (previousCursor: string | null, cursor: string) =>
    reports.saveProgress({ cursor, stalledSince: null }, previousCursor, until);
  expect(await saveAs(null, 'b')).toBe(true);
  expect(await saveAs(null, 'a')).toBe(false);
  expect(await reports.lease({ now: until, until })).toMatchObject({ cursor: 'b' });
});
