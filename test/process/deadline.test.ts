import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, type Bank, startBank, type Tpp } from '../support/bank.ts';
import { injectRequest } from '../support/inject.ts';
import { listenOn } from '../support/listen.ts';
import { domesticPath, newPayment } from '../support/story.ts';
import { holdDatabase, samples, subscription, trickling } from './support.ts';

let bank: Bank;
let tpp: Tpp;
async function start(parts: Parameters<typeof startBank>[0]): Promise<void> {
  bank = await startBank(parts);
  tpp = bank.tpp();
  // The document is built and connections are open before the clock is held: the driver connects by a timer.
  await tpp.rest('GET', `${domesticPath}/none`);
  await Promise.all(Array.from({ length: 5 }, () => bank.sql`select 1`));
  await bank.app.events.start();
}
afterEach(async () => {
  vi.useRealTimers();
  await bank.stop();
});

/** A payment whose announcement has arrived. Later it would make a stream read while the time is held. */
async function announcedPayment(): Promise<string> {
  let hear: () => void = () => undefined;
  const announced = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const stop = await bank.app.events.watchAll('PSDNO-FSA-TEST1', () => hear());
  const paymentId = await newPayment(tpp);
  await announced;
  stop();
  return paymentId;
}

const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const atRest = () => expect.poll(async () => (await samples(bank)).get('psd2_requests_under_way')).toBe(0);

describe('the deadline of a request', () => {
  const deadline = { requestDeadlineMs: 10_000 };
  /** The same work at each door, waiting for the database, and the form of its refusal. */
  const asked: readonly (readonly [string, () => Promise<Response | Answer>, string, string])[] = [
    ['rest', () => tpp.rest('GET', `${domesticPath}/none`), '{"id":', '/v1/payments/:product/:paymentId'],
    ['graphql', () => tpp.graphqlRaw('{ payment(paymentId: "none") { paymentId } }'), '{"errors":', 'none'],
    ['sca', () => bank.fetch('/sca/aaaaaaaaaaaaaaaaaaaaaaaa'), '<!doctype html>', '/sca/:token'],
  ];

  it.each(asked)(
    '%s: 503 comes when it is over, not a millisecond sooner, and logged once',
    async (door, ask, opening, route) => {
      await start(deadline);
      const release = await holdDatabase(bank);
      bank.log.length = 0;
      holdTime();
      let answered = false;
      const answering = ask().then((answer) => {
        answered = true;
        return answer;
      });
      await vi.advanceTimersByTimeAsync(9_999);
      expect(answered).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      const answer = await answering;
      vi.useRealTimers();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      const text = answer instanceof Response ? await answer.text() : answer.text;
      expect(text.toLowerCase()).toContain(opening);
      await release();
      await atRest();
      expect(bank.log).toMatchObject([{ door, status: 503, code: 'SYSTEM_ERROR', route }]);
      expect((await tpp.rest('GET', `${domesticPath}/none`)).status).toBe(404);
    },
  );

  // Nothing has begun without the body, so there is no result to come back for, and the client is at fault.
  it('counts a body that trickles in, and refuses it with 408', async () => {
    await start(deadline);
    holdTime();
    const { request: slow, read } = trickling(tpp, domesticPath);
    const answering = injectRequest(bank.app, slow);
    await vi.advanceTimersByTimeAsync(10_000);
    const answer = await answering;
    expect([answer.status, answer.headers.get('connection'), read()]).toEqual([408, 'close', 2]);
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(await answer.json()).toMatchObject({ code: 'BAD_REQUEST' });
    expect(answer.headers.get('x-request-id')).toBe(slow.headers.get('x-request-id'));
  });

  it('refuses a form that trickles in with a page, and 408', async () => {
    await start(deadline);
    holdTime();
    const { request: slow } = trickling(tpp, '/sca/aaaaaaaaaaaaaaaaaaaaaaaa/identify');
    slow.headers.set('content-type', 'application/x-www-form-urlencoded');
    const answering = injectRequest(bank.app, slow);
    await vi.advanceTimersByTimeAsync(10_000);
    const answer = await answering;
    expect([answer.status, answer.headers.get('connection')]).toEqual([408, 'close']);
    expect(await answer.text()).toContain('The form did not arrive');
  });

  it('hangs up on a body that still trickles, and frees its place', async () => {
    bank = await startBank({ requestDeadlineMs: 200 });
    const { port, stop } = await listenOn(bank.app);
    const path = domesticPath;
    const sent = request({ port, path, method: 'POST', headers: { 'content-length': '9' } });
    sent.on('error', () => undefined).write('{');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers.connection]).toEqual([408, 'close']);
    await atRest();
    expect(bank.log).toMatchObject([{ status: 408, code: 'BAD_REQUEST' }]);
    await stop(120_000);
  });

  it('leaves no timer after a request that was quicker', async () => {
    await start(deadline);
    holdTime();
    const before = vi.getTimerCount();
    expect((await bank.fetch('/v1/nowhere')).status).toBe(404);
    expect(vi.getTimerCount()).toBe(before);
  });

  it('does not cut a subscription that has begun', async () => {
    await start(deadline);
    const paymentId = await announcedPayment();
    holdTime();
    const response = await injectRequest(bank.app, subscription(tpp, paymentId));
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect([response.status, bank.app.events.listenerCount()]).toEqual([200, 1]);
    await response.body?.cancel();
    await expect.poll(() => bank.app.events.listenerCount()).toBe(0);
  });

  it('ends a subscription that begins too late', async () => {
    await start(deadline);
    const paymentId = await newPayment(tpp);
    const release = await holdDatabase(bank);
    holdTime();
    const answering = injectRequest(bank.app, subscription(tpp, paymentId));
    while (bank.app.events.listenerCount() === 0) await setImmediate();
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect((await answering).status).toBe(503);
    await release();
    await expect.poll(() => bank.app.events.listenerCount()).toBe(0);
  });
});
