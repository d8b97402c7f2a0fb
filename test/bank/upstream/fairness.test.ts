import { expect, it } from 'vitest';
import { clientOf, creation, newLiveBankForEachTest, refusalOf, settingsFor } from './support/client.ts';
import { held } from './support/live-bank.ts';

const bank = newLiveBankForEachTest();

const of = (tppId: string) => creation({ tpp: { tppId, name: tppId } });

it('a TPP that keeps the bank busy leaves places for the next one', async () => {
  const { fault, release } = held();
  bank.always(fault);
  const { upstream } = clientOf(settingsFor(bank.url, { timeoutMs: 60_000 }), { maxConcurrentCalls: 8 });
  const busy = Array.from({ length: 50 }, () => upstream.call(of('BUSY')));
  await expect.poll(() => bank.received.length).toBe(6);
  expect(upstream.figures()).toMatchObject({ running: 6, waiting: 44 });
  bank.always(null);
  // Answered while the first TPP uses its whole share.
  expect(await upstream.call(of('QUIET'))).toMatchObject({ status: 201 });
  expect(upstream.figures()).toMatchObject({ running: 6, waiting: 44 });
  release();
  expect(await Promise.all(busy)).toHaveLength(50);
});

it('the waiting TPP with the fewest active calls is next', async () => {
  const { fault, release } = held();
  bank.always(fault);
  const { upstream } = clientOf(settingsFor(bank.url, { timeoutMs: 60_000 }), { maxConcurrentCalls: 4 });
  const ended: string[] = [];
  const call = (tppId: string) => upstream.call(of(tppId)).then(() => ended.push(tppId));
  const calls = ['A', 'A', 'A', 'B', 'A', 'A', 'A', 'A', 'A', 'A', 'C'].map(call);
  await expect.poll(() => bank.received.length).toBe(4);
  bank.always(null);
  release();
  await Promise.all(calls);
  expect(bank.received.slice(4, 8).map(({ headers }) => headers['tpp-brand-logging-information'])).toContain(
    'C',
  );
});

it('a TPP with too many waiting calls gets 429, and others do not', async () => {
  const { fault, release } = held();
  bank.always(fault);
  const { upstream } = clientOf(settingsFor(bank.url, { timeoutMs: 60_000 }), { maxConcurrentCalls: 4 });
  const calls = Array.from({ length: 103 }, () => upstream.call(of('BUSY')));
  expect(await refusalOf(upstream.call(of('BUSY')))).toMatchObject({
    reason: 'ACCESS_EXCEEDED',
    status: 429,
    extras: { retryAfterSeconds: 1 },
  });
  bank.always(null);
  expect(await upstream.call(of('QUIET'))).toMatchObject({ status: 201 });
  expect(upstream.figures().calls.createPayment.CROWDED).toBe(1);
  release();
  await Promise.all(calls);
});

it('a call that waited too long never reached the bank', async () => {
  const { fault, release } = held();
  bank.always(fault);
  // The last call has as long, also on a busy machine.
  const { upstream } = clientOf(settingsFor(bank.url, { timeoutMs: 1_500 }), { maxConcurrentCalls: 1 });
  const first = refusalOf(upstream.call(of('A')));
  const second = await refusalOf(upstream.call(of('B')));
  const extras = { retryAfterSeconds: 2 };
  expect(second).toMatchObject({ reason: 'UNAVAILABLE', effect: 'NOT_DONE', extras });
  expect(second.tppMessages[0]?.text).toContain('too many calls to the bank');
  await first;
  release();
  expect(upstream.figures()).toMatchObject({ running: 0, waiting: 0 });
  bank.always(null);
  expect(await upstream.call(of('D'))).toMatchObject({ status: 201 });
  expect(bank.received.map(({ headers }) => headers['tpp-brand-logging-information'])).toEqual(['A', 'D']);
});

it('calls that timed out leave every slot and every place in the queue', async () => {
  const { fault, release } = held();
  bank.always(fault);
  const { upstream } = clientOf(settingsFor(bank.url, { timeoutMs: 600 }), { maxConcurrentCalls: 4 });
  for (const _ of [1, 2]) {
    const calls = Array.from({ length: 103 }, () => refusalOf(upstream.call(of('BUSY'))));
    expect(upstream.figures()).toMatchObject({ running: 3, waiting: 100 });
    const reasons = (await Promise.all(calls)).map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(['UNAVAILABLE']));
    await expect.poll(() => upstream.figures()).toMatchObject({ running: 0, waiting: 0 });
  }
  release();
});
