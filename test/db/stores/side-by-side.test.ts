/** Questions about payments that are asked in one turn: one statement, and the same answers as one by one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnitOfWork } from '../../../src/db/unit-of-work.ts';
import type { Stores } from '../../../src/operations/ports/stores.ts';
import { entry, payBasket, payBulk, runBatch, tppAt } from '../../bank/support/life.ts';
import { type Bank, startBank } from '../../support/bank.ts';

const tppId = 'PSDNO-FSA-TURN';
let bank: Bank;
let read: Stores;
let ids: string[] = [];
let baskets: string[] = [];
beforeAll(async () => {
  // Statements are counted: the log of requests must not write its own meanwhile.
  bank = await startBank({ requestLog: false });
  const tpp = await tppAt(bank, tppId, '2030-01-07T07:00:00Z');
  await payBulk(tpp, [entry('1.00'), entry('2.00')]);
  await payBasket(tpp, ['3.00', '4.00']);
  await runBatch(tpp);
  const { data } = await tpp.graphqlRaw(
    '{ payments { nodes { paymentId } } signingBaskets { nodes { basketId } } }',
  );
  ids = data.payments.nodes.map((one: { paymentId: string }) => one.paymentId);
  baskets = data.signingBaskets.nodes.map((one: { basketId: string }) => one.basketId);
  read = createUnitOfWork(bank.database).of(tppId).read;
});
afterAll(() => bank.stop());

const ranges = () => ids.map((paymentId) => ({ paymentId, offset: 0, limit: 9 }));
const questions: readonly (() => Promise<unknown>)[] = [
  () => read.payments.moves(ids),
  () => read.payments.basketsOf(ids),
  () => read.payments.heads(tppId, ids),
  () => read.payments.creditorNames(tppId, ids, 10),
  () => read.payments.transfers(tppId, ranges(), 100),
  () => read.work.outcomesOf(ranges()),
  () => read.authorisations.listMany(ids, 100),
  () => read.ledger.bookingsOf(tppId, ranges(), 100),
];

async function watched<Found>(asked: () => Promise<Found>): Promise<[Found, number]> {
  let statements = 0;
  bank.database.watch(() => {
    statements += 1;
  });
  const found = await asked();
  bank.database.watch(null);
  return [found, statements];
}

describe('questions of one turn', () => {
  it('are one statement, and answered as they are one by one', async () => {
    const alone: unknown[] = [];
    for (const question of questions) alone.push(await question());
    const [together, statements] = await watched(() => Promise.all(questions.map((question) => question())));
    expect(ids).toHaveLength(3);
    expect(JSON.stringify(alone)).not.toBe(JSON.stringify(questions.map(() => [])));
    expect(together).toEqual(alone);
    expect(statements).toBe(1);
  });

  it('of one kind are a statement each', async () => {
    const [[first, second], statements] = await watched(() =>
      Promise.all([
        read.work.outcomesOf(ranges()),
        read.work.outcomesOf(ranges().slice(0, 1)),
        read.payments.heads(tppId, ids),
      ]),
    );
    expect(second).toEqual(first.slice(0, 1));
    expect(statements).toBe(2);
  });

  it('for histories and baskets alone stay apart, as they are read together with those of other requests', async () => {
    const [[, found], statements] = await watched(() =>
      Promise.all([read.payments.moves(ids), read.payments.basketsOf(ids)]),
    );
    expect([...found.values()].map(({ basketId }) => basketId)).toEqual([...baskets, ...baskets]);
    expect(statements).toBe(2);
  });

  it('fail together', async () => {
    const broken = read.payments.transfers(tppId, ranges(), Number.NaN);
    const outcomes = await Promise.allSettled([broken, read.payments.heads(tppId, ids)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
