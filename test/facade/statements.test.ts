/** How many statements the facade runs: a status that is known costs as many as in the sandbox. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { psuHeaders, type Tpp } from '../support/bank.ts';
import { startTwoBanks, statusAt, type TwoBanks } from './two-banks.ts';

const path = '/v1/payments/norwegian-domestic-credit-transfers';

let two: TwoBanks;
let tpp: Tpp;
beforeAll(async () => {
  two = await startTwoBanks();
  tpp = two.facade.tpp();
  // As in a service that runs: others listen to what it announces.
  await two.facade.app.events.start();
  await pay();
});
afterAll(async () => {
  await two.facade.app.events.stop();
  await two.stop();
});

async function pay(): Promise<string> {
  const body = { ...domestic.example, remittanceInformationUnstructured: randomUUID() };
  const { status, text, json } = await tpp.rest('POST', path, { body, headers: psuHeaders });
  expect(status, text).toBe(201);
  return `${path}/${json.paymentId}`;
}

/** What is written after an answer has left: the log of requests, and news of the request before. */
const afterwards = /logged_requests|pg_notify/;

async function statementsOf(act: () => Promise<unknown>): Promise<number> {
  const seen: string[] = [];
  two.facade.database.watch((text) => seen.push(text));
  await act();
  two.facade.database.watch(null);
  return seen.filter((text) => !afterwards.test(text)).length;
}

it('a creation is four: its facts, the PSU at the bank, duplicates, and what is written', async () => {
  expect(await statementsOf(pay)).toBe(4);
});

it('a status that was asked for less than three seconds ago is one', async () => {
  const self = await pay();
  const arrived = two.arrived.length;
  expect(await statusAt(tpp, self)).toBe('RCVD');
  expect(two.arrived.length).toBe(arrived + 1);
  expect(await statementsOf(() => statusAt(tpp, self))).toBe(1);
  expect(two.arrived.length).toBe(arrived + 1);
});

it('a status that is final is one, however long ago the bank was heard of', async () => {
  const self = await pay();
  expect((await tpp.rest('DELETE', self)).status).toBe(204);
  two.facade.time.now += 3_600_000;
  expect(await statementsOf(() => statusAt(tpp, self))).toBe(1);
});
