import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createOutbox } from '../../../src/bank/core/outbox.ts';
import { todayInOslo } from '../../../src/domain/values/oslo-time.ts';
import { paymentsOf } from './support/approved.ts';
import { shareBankWithCore } from './support/bank-with-core.ts';

const folder = mkdtempSync(join(tmpdir(), 'orders-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const one = shareBankWithCore({ outbox: createOutbox(folder, randomUUID) });
const { approved, approvedStanding, cancelled, setClock, orderOf } = paymentsOf(one);

/** The process was killed before it stored the result, and the lease has ended. */
const forgetResult = () =>
  one.bank.sql`update bank_orders set state = 'WAITING', send_at = now() - interval '1 hour'`;

it('an order that a killed process has written counts as sent, also if its TPP was renamed meanwhile', async () => {
  const { id } = await approved();
  await one.bank.app.runner.tick();
  const { order_id: orderId } = (await orderOf(id)) ?? {};
  const file = join(folder, `${orderId}.xml`);
  const written = readFileSync(file, 'utf8');
  await one.bank.sql`update tpps set name = 'New name AS'`;
  await forgetResult();
  await one.bank.app.runner.tick();
  expect(await orderOf(id)).toMatchObject({ state: 'SENT', tries: 2 });
  expect(one.alarms).toEqual([]);
  expect(readdirSync(folder)).toEqual([`${orderId}.xml`]);
  expect(readFileSync(file, 'utf8')).toBe(written);
});

it('an execution that a killed process has written counts as sent, also if its standing order was cancelled meanwhile', async () => {
  const day = 86_400_000;
  const { self, id } = await approvedStanding(todayInOslo(one.bank.time.now + 3 * day));
  await setClock(5 * day);
  await one.bank.app.runner.tick();
  await setClock(0);
  await forgetResult();
  await cancelled(self);
  await one.bank.app.runner.tick();
  expect(await orderOf(id)).toMatchObject({ state: 'SENT', tries: 2 });
});
