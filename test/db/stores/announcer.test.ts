import { afterAll, beforeAll, expect, it } from 'vitest';
import { bankStores } from '../../../src/app/bank-stores.ts';
import { bankQueueStore } from '../../../src/bank/ports.ts';
import { type OpenDatabase, openDatabase } from '../../../src/db/connections/client.ts';
import { createUnitOfWork } from '../../../src/db/unit-of-work.ts';
import type { PaymentStatus } from '../../../src/domain/payments/status.ts';
import { paymentMove } from '../../../src/domain/payments/status.ts';
import { cloneDatabase } from '../../support/database.ts';
import { ours, payment, start, theirs } from '../support/rows.ts';

const told: [string, readonly string[]][] = [];
const counted: (readonly PaymentStatus[])[] = [];
let database: OpenDatabase;
let work: ReturnType<typeof createUnitOfWork>;
beforeAll(async () => {
  database = openDatabase({ url: await cloneDatabase(), poolSize: 2 });
  const announcements = {
    announcer: { add: (changes: Iterable<[string, readonly string[]]>) => void told.push(...changes) },
    isListening: () => true,
    onStatuses: (statuses: readonly PaymentStatus[]) => void counted.push(statuses),
  };
  work = createUnitOfWork(database, announcements, bankStores);
  for (const tppId of [ours, theirs]) await work.transaction((stores) => stores.tpps.register(tppId, tppId));
});
afterAll(() => database.close());
const since = () => [told.splice(0).sort(), counted.splice(0)];

it('announces new payments of one TPP or of several, and moves of one or of many', async () => {
  await work.of(ours).transaction(async ({ payments }) => {
    await payments.insert(payment('a'));
    await payments.insert(payment('b', { tppId: theirs }));
    await payments.insert(payment('c'));
  });
  const both = [
    [ours, ['a', 'c']],
    [theirs, ['b']],
  ];
  expect(since()).toEqual([both, [['RCVD', 'RCVD', 'RCVD']]]);
  const to = (paymentId: string, from: PaymentStatus, to: PaymentStatus) =>
    paymentMove('BATCH', { paymentId, from, to, at: start, reason: 'why' });
  await work.of(ours).transaction((stores) =>
    stores.get(bankQueueStore).move([
      { ...to('a', 'RCVD', 'PDNG'), fundsAvailable: null },
      { ...to('c', 'RCVD', 'CANC'), fundsAvailable: null },
    ]),
  );
  expect(since()).toEqual([[[ours, ['a', 'c']]], [['PDNG', 'CANC']]]);
  const again = [{ ...to('a', 'PDNG', 'ACCP'), fundsAvailable: false }];
  await work.of(ours).transaction((stores) => stores.get(bankQueueStore).move(again));
  expect(since()).toEqual([[[ours, ['a']]], [['ACCP']]]);
  await work.of(ours).transaction(({ payments }) => payments.move(to('a', 'ACCP', 'RJCT')));
  expect(since()).toEqual([[[ours, ['a']]], [['RJCT']]]);
});

it('announces nothing that was rolled back or did not move', async () => {
  const failing = work.of(ours).transaction(async ({ payments }) => {
    await payments.insert(payment('d'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const late = paymentMove('BATCH', { paymentId: 'a', from: 'RCVD', to: 'PDNG', at: start, reason: 'late' });
  expect(await work.of(ours).transaction(({ payments }) => payments.move(late))).toBe(false);
  expect(since()).toEqual([[], []]);
});
