import { afterAll, expect, it } from 'vitest';
import { customerOf } from '../../packages/toolkit/src/play/customer.ts';
import { playFlow } from '../../packages/toolkit/src/play/flow.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { listenOn } from '../support/listen.ts';

// A closed port, so that the toolkit never finds another service there.
const bank = await bankOfFile({ publicUrl: 'http://127.0.0.1:1' });
const { url, stop } = await listenOn(bank.app);
afterAll(() => stop());

/** The request log, and an announcement of changed payments that is not part of another statement. */
const uncounted = /logged_requests|^select pg_notify/;

it('statements of a creation are at most fifty', async () => {
  const tpp = { base: url, identity: bank.tpp().identity };
  // The first request creates the sandbox.
  const customer = await customerOf(tpp);
  const seen: string[] = [];
  bank.database.watch((text) => seen.push(text));
  const { transactionStatus } = await playFlow({ ...tpp, product: 'instant', customer });
  bank.database.watch(null);
  expect(transactionStatus).toBe('ACSC');
  expect(seen.filter((text) => !uncounted.test(text)).length).toBeLessThanOrEqual(50);
});
