import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bankStores } from '../../src/app/bank-stores.ts';
import { bankQueueStore } from '../../src/bank/ports.ts';
import { channel } from '../../src/db/announcements.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/connections/client.ts';
import { createEventHub, type EventHub } from '../../src/db/events.ts';
import { createUnitOfWork } from '../../src/db/unit-of-work.ts';
import { type PaymentStatus, paymentMove } from '../../src/domain/payments/status.ts';
import { cloneDatabase } from '../support/database.ts';
import { rounds } from '../support/nightly.ts';
import { openDoor } from './support/doors.ts';
import { ours, payment, start, theirs } from './support/rows.ts';

let url: string;
let database: OpenDatabase;
let listener: pg.Client;
let work: ReturnType<typeof createUnitOfWork>;
const hubs: EventHub[] = [];
const payloads: string[] = [];
const statuses: (readonly PaymentStatus[])[] = [];
beforeAll(async () => {
  url = await cloneDatabase();
  database = openDatabase({ url, poolSize: 4 });
  work = createUnitOfWork(database, bankStores, (changed) => void statuses.push(changed));
  for (const tppId of [ours, theirs]) await work.transaction((stores) => stores.tpps.register(tppId, tppId));
  listener = new pg.Client(url);
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => payloads.push(payload));
  await listener.query(`listen ${channel}`);
});
afterAll(async () => {
  await Promise.all(hubs.map((hub) => hub.stop()));
  await listener.end();
  await database.close();
});

/** What was announced and counted since the last call. */
async function changesSince() {
  // PostgreSQL delivers announcements before the result of a later statement.
  await listener.query('select 1');
  return [payloads.splice(0).sort(), statuses.splice(0)];
}

it('announces new payments of one TPP or of several, and moves of one or of many', async () => {
  await work.of(ours).transaction(async ({ payments }) => {
    await payments.insert(payment('a'));
    await payments.insert(payment('b', { tppId: theirs }));
    await payments.insert(payment('c'));
  });
  expect(await changesSince()).toEqual([[`a,c,@${ours}`, `b,@${theirs}`].sort(), [['RCVD', 'RCVD', 'RCVD']]]);
  const to = (paymentId: string, from: PaymentStatus, to: PaymentStatus) =>
    paymentMove('BATCH', { paymentId, from, to, at: start, reason: 'why' });
  await work.of(ours).transaction((stores) =>
    stores.get(bankQueueStore).move([
      { ...to('a', 'RCVD', 'PDNG'), fundsAvailable: null },
      { ...to('c', 'RCVD', 'CANC'), fundsAvailable: null },
    ]),
  );
  expect(await changesSince()).toEqual([[`a,c,@${ours}`], [['PDNG', 'CANC']]]);
  const again = [{ ...to('a', 'PDNG', 'ACCP'), fundsAvailable: false }];
  await work.of(ours).transaction((stores) => stores.get(bankQueueStore).move(again));
  expect(await changesSince()).toEqual([[`a,@${ours}`], [['ACCP']]]);
  await work.of(ours).transaction(({ payments }) => payments.move(to('a', 'ACCP', 'RJCT')));
  expect(await changesSince()).toEqual([[`a,@${ours}`], [['RJCT']]]);
});

it('announces nothing that was rolled back or did not move', async () => {
  const failing = work.of(ours).transaction(async ({ payments }) => {
    await payments.insert(payment('d'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const late = paymentMove('BATCH', { paymentId: 'a', from: 'RCVD', to: 'PDNG', at: start, reason: 'late' });
  expect(await work.of(ours).transaction(({ payments }) => payments.move(late))).toBe(false);
  expect(await changesSince()).toEqual([[], []]);
});

const endListeners = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'psd2-bank' and query ~ '^(listen|select 1$)'`;

it('a watcher whose connection is ended misses no change without a notice', async () => {
  const watcher = createEventHub({ url, poolSize: 1 });
  hubs.push(watcher);
  let number = 0;
  for (let round = 0; round < rounds(2, 10); round += 1) {
    const heard = new Set<string>();
    let hasNotice = false;
    const stop = await watcher.watchAll(ours, (ids) => {
      if (ids === null) hasNotice = true;
      for (const id of ids ?? []) heard.add(id);
    });
    const made: string[] = [];
    let over = false;
    const makers = Array.from({ length: 12 }, async () => {
      while (!over) {
        number += 1;
        const id = `announced-${number}`;
        await work.transaction(({ payments }) => payments.insert(payment(id)));
        made.push(id);
      }
    });
    await expect.poll(() => made.length).toBeGreaterThan(20);
    await listener.query(endListeners);
    await expect.poll(() => watcher.isListening()).toBe(false);
    await expect.poll(() => watcher.isListening()).toBe(true);
    over = true;
    await Promise.all(makers);
    await expect.poll(() => hasNotice || made.every((id) => heard.has(id))).toBe(true);
    stop();
  }
});

it('watchers that begin together cost no check, and pg never has queries that wait', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  const door = await openDoor(url);
  const hub = createEventHub({ url: door.url, poolSize: 1 });
  await hub.start();
  let checks = 0;
  door.watch((sent) => {
    if (sent.includes('select 1')) checks += 1;
    return 'pass';
  });
  await Promise.all(Array.from({ length: 40 }, () => hub.watch('none', () => undefined)));
  // Perhaps the one of this second.
  expect(checks).toBeLessThanOrEqual(1);
  await hub.stop();
  await door.stop();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

it('says when it cannot listen at the direct address of a pooled database, and when it can again', async () => {
  const notices: string[] = [];
  const notice = (event: string) => void notices.push(event);
  const hub = createEventHub({ url, directUrl: url, poolSize: 1, notice });
  hubs.push(hub);
  await hub.start();
  await listener.query(endListeners);
  await expect.poll(() => notices).toEqual(['listening connection lost', 'listening connection found']);
  await hub.stop();
  expect(notices).toHaveLength(2);
});
