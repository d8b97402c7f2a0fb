import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { mayHaveActed } from '../../../src/bank/remote-calls/refusals.ts';
import {
  clientOf,
  closeClients,
  creation,
  newLiveBankForEachTest,
  refusalOf,
  settingsFor,
  statusOf,
  tpp,
} from './support/client.ts';
import {
  actsThenBreaks,
  breaksInTheMidst,
  type Fault,
  held,
  html,
  reply,
  silent,
  silentBody,
} from './support/live-bank.ts';

const bank = newLiveBankForEachTest();

const unavailable = { reason: 'UNAVAILABLE', status: 503, extras: { retryAfterSeconds: 2 } };
const unknown = { ...unavailable, effect: 'MAYBE_DONE' };
const none = { ...unavailable, effect: 'NOT_DONE' };

describe('a bank that is slow', () => {
  it.each([
    ['never answers', silent],
    ['ends in the midst of its answer', silentBody],
  ])('and %s is abandoned after UPSTREAM_TIMEOUT', async (_, fault) => {
    bank.next(fault);
    // The bank has as long for its response to the second call, also on a busy machine.
    const { upstream } = clientOf(settingsFor(bank.url, { timeoutMs: 1_000 }));
    const begun = performance.now();
    expect(await refusalOf(upstream.call(statusOf('enc!!x')))).toMatchObject(unknown);
    expect(performance.now() - begun).toBeGreaterThan(950);
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(upstream.figures()).toMatchObject({ running: 0, calls: { getPaymentStatus: { LATE: 1 } } });
    // Its connection is not reused: a late response there could be taken for another.
    expect(await upstream.call(creation())).toMatchObject({ status: 201 });
    expect(bank.opened()).toBeGreaterThan(1);
  });

  it('has its whole time, also if the clock of this service is set forward', async () => {
    const { fault, release } = held();
    bank.next(fault);
    let clock = Date.now();
    const now = () => {
      clock += 3_600_000;
      return clock;
    };
    const { upstream } = clientOf(settingsFor(bank.url), { now });
    const call = upstream.call(creation());
    setTimeout(release, 100);
    expect(await call).toMatchObject({ status: 201 });
  });

  it('does not delay a process that ends', async () => {
    const { fault, begun } = held();
    bank.next(fault);
    const { upstream } = clientOf(settingsFor(bank.url));
    const call = refusalOf(upstream.call(creation()));
    await begun;
    await upstream.close();
    expect(await call).toMatchObject(unknown);
    expect(await refusalOf(upstream.call(creation()))).toMatchObject(none);
  });
});

describe('a bank that breaks off', () => {
  it.each([
    ['after it has acted', actsThenBreaks],
    ['in the midst of its answer', breaksInTheMidst],
  ])('%s may have acted; the creation is found again under its id', async (_, fault) => {
    bank.next(fault);
    const { upstream } = clientOf(settingsFor(bank.url));
    const requestId = 'c0ffee00-0000-5000-8000-000000000000';
    const refusal = await refusalOf(upstream.call(creation({ requestId })));
    expect(refusal).toMatchObject(unknown);
    expect(mayHaveActed(refusal)).toBe(true);
    expect(bank.received).toHaveLength(1);
    const again = await upstream.call(creation({ requestId }));
    expect(again).toMatchObject({ status: 201, body: { paymentId: [...bank.payments.keys()][0] } });
    expect(bank.payments.size).toBe(1);
  });

  it('at a read is called once more only', async () => {
    bank.next(actsThenBreaks, reply({ status: 200, body: { transactionStatus: 'PDNG' } }));
    const { upstream } = clientOf(settingsFor(bank.url));
    expect(await upstream.call(statusOf('enc!!x'))).toMatchObject({ body: { transactionStatus: 'PDNG' } });
    expect(bank.received).toHaveLength(2);
    bank.next(actsThenBreaks, actsThenBreaks, reply({ status: 200, body: { transactionStatus: 'PDNG' } }));
    expect(await refusalOf(upstream.call(statusOf('enc!!x')))).toMatchObject(unknown);
    expect(bank.received).toHaveLength(4);
  });
});

describe('a bank that is gone', () => {
  it('has not acted, and is called again when it is back', async () => {
    const { upstream, notices } = clientOf(settingsFor(bank.url));
    await bank.away();
    expect(await refusalOf(upstream.call(creation()))).toMatchObject(none);
    await bank.back();
    expect(await upstream.call(creation())).toMatchObject({ status: 201 });
    expect(upstream.figures().calls.createPayment).toMatchObject({ UNREACHABLE: 1, ANSWERED: 1 });
    expect(notices).toEqual([]);
  });

  it('has a name that does not resolve', async () => {
    const { upstream } = clientOf(settingsFor('http://bank.invalid/api'));
    expect(await refusalOf(upstream.call(creation()))).toMatchObject(none);
  });

  it('accepts connections and stays silent, even in TLS', async () => {
    const mute = createServer((socket) => socket.on('error', () => undefined).resume()).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as { port: number };
    const { upstream } = clientOf(settingsFor(`https://127.0.0.1:${port}/api`, { timeoutMs: 300 }));
    expect(await refusalOf(upstream.call(creation()))).toMatchObject({ reason: 'UNAVAILABLE' });
    await closeClients();
    mute.close();
  });
});

describe('the circuit breaker', () => {
  it('holds calls after five that failed, and lets them go on when the bank answers again', async () => {
    let now = 1_000_000;
    const { upstream, notices } = clientOf(settingsFor(bank.url), { monotonic: () => now });
    await upstream.call(creation());
    await bank.away();
    for (let count = 0; count < 5; count += 1) await refusalOf(upstream.call(creation()));
    expect(upstream.figures().breaker).toBe('OPEN');
    expect(notices).toEqual([{ name: 'bank lost', fields: { lastAnsweredMs: expect.any(Number) } }]);
    const refusal = await refusalOf(upstream.call(creation()));
    expect(refusal).toMatchObject({ ...none, extras: { retryAfterSeconds: 1 } });
    expect(upstream.figures().calls.createPayment).toMatchObject({ ANSWERED: 1, UNREACHABLE: 5, HELD: 1 });
    await bank.back();
    now += 1_000;
    expect(await upstream.call(creation())).toMatchObject({ status: 201 });
    expect(upstream.figures().breaker).toBe('CLOSED');
    expect(notices.map(({ name }) => name)).toEqual(['bank lost', 'bank found']);
  });

  it.each([502, 503, 504])('counts %i of a gateway', async (status) => {
    bank.always(html(status));
    const { upstream } = clientOf(settingsFor(bank.url));
    for (let count = 0; count < 5; count += 1) await refusalOf(upstream.call(creation()));
    expect(upstream.figures().breaker).toBe('OPEN');
  });

  it('counts 503 of a gateway that gives X-Request-IDs of its own, and keeps the connections', async () => {
    bank.always(reply({ status: 503, headers: { 'x-request-id': 'gateway-1' } }));
    const { upstream } = clientOf(settingsFor(bank.url), { maxConcurrentCalls: 1 });
    for (let count = 0; count < 5; count += 1) await refusalOf(upstream.call(creation()));
    expect(upstream.figures().breaker).toBe('OPEN');
    expect(bank.opened()).toBe(1);
  });

  it.each([400, 401, 404, 409, 429, 500])(
    'does not count %i of the bank, which any caller can cause',
    async (status) => {
      bank.always(reply({ status, body: { code: 'ERROR' } }));
      const { upstream } = clientOf(settingsFor(bank.url));
      for (let count = 0; count < 10; count += 1) await refusalOf(upstream.call(creation()));
      expect(upstream.figures().breaker).toBe('CLOSED');
    },
  );

  const sepa = { service: 'payments', product: 'sepa-credit-transfers' } as const;
  /** Applies the fault to one path. */
  const only = (path: RegExp, fault: Fault) => {
    bank.always((response, request, usual) =>
      (path.test(`${request.method} ${request.path}`) ? fault : reply(usual()))(response, request, usual),
    );
  };

  it.each<[string, Fault, number]>([
    ['is away', html(503), 5_000],
    ['breaks off', (response) => void response.socket?.destroy(), 5_000],
    ['hangs', silent, 500],
  ])('of a product that %s does not hold other products or operations', async (_, fault, timeoutMs) => {
    only(/^POST .*sepa/, fault);
    const { upstream, notices } = clientOf(settingsFor(bank.url, { timeoutMs }), { monotonic: () => 0 });
    const create = () => refusalOf(upstream.call(creation({ parameters: sepa })));
    await Promise.all(Array.from({ length: 5 }, create));
    // The calls below have the usual time limit.
    upstream.renew(settingsFor(bank.url));
    expect(await create()).toMatchObject({ ...none, extras: { retryAfterSeconds: 1 } });
    const held = { operation: 'createPayment', product: 'payments/sepa-credit-transfers' };
    expect(upstream.figures()).toMatchObject({
      breaker: 'OPEN',
      blockedGroups: [held],
      calls: { createPayment: { HELD: 1 } },
    });
    expect(notices.filter(({ name }) => name === 'calls to the bank held')).toMatchObject([{ fields: held }]);
    const patient = clientOf(settingsFor(bank.url)).upstream;
    expect(await patient.call(creation())).toMatchObject({ status: 201 });
    expect(await upstream.call(creation())).toMatchObject({ status: 201 });
    bank.next(reply({ status: 200, body: { transactionStatus: 'PDNG' } }));
    const status = statusOf('enc!!x', { parameters: { ...sepa, paymentId: 'enc!!x' } });
    expect(await upstream.call(status)).toMatchObject({ status: 200 });
  });

  it('of a product closes when the bank answers again', async () => {
    let now = 1_000_000;
    only(/^POST .*sepa/, html(503));
    const { upstream, notices } = clientOf(settingsFor(bank.url), { monotonic: () => now });
    for (let count = 0; count < 5; count += 1) await refusalOf(upstream.call(creation({ parameters: sepa })));
    bank.always(null);
    now += 1_000;
    expect(upstream.figures()).toMatchObject({ breaker: 'CLOSED', blockedGroups: [] });
    expect(await upstream.call(creation({ parameters: sepa }))).toMatchObject({ status: 201 });
    expect(notices.at(-1)).toMatchObject({ name: 'calls to the bank go on' });
  });

  it('of a product turns away only the calls that wait for it', async () => {
    const { fault, release } = held();
    bank.next(...Array.from({ length: 6 }, () => fault));
    only(/^POST .*sepa/, html(503));
    const { upstream } = clientOf(settingsFor(bank.url, { timeoutMs: 60_000 }), { maxConcurrentCalls: 8 });
    const busy = Array.from({ length: 6 }, () => upstream.call(creation()));
    await expect.poll(() => bank.received.length).toBe(6);
    const waiting = refusalOf(upstream.call(creation({ parameters: sepa })));
    const others = upstream.call(creation());
    expect(upstream.figures()).toMatchObject({ running: 6, waiting: 2 });
    const other = { ...tpp, tppId: 'PSDNO-FSA-OTHER' };
    for (let count = 0; count < 5; count += 1)
      await refusalOf(upstream.call(creation({ tpp: other, parameters: sepa })));
    expect(await waiting).toMatchObject({ ...none, extras: { retryAfterSeconds: 1 } });
    expect(upstream.figures()).toMatchObject({ running: 6, waiting: 1 });
    release();
    expect(await Promise.all([...busy, others])).toHaveLength(7);
  });

  it('closes in a process that makes no call, once the bank can be reached', async () => {
    const { upstream, notices } = clientOf(settingsFor(bank.url), { monotonic: () => 0, probeEveryMs: 20 });
    await bank.away();
    for (let count = 0; count < 5; count += 1) await refusalOf(upstream.call(creation()));
    expect(upstream.figures()).toMatchObject({ breaker: 'OPEN', blockedGroups: [] });
    await bank.back();
    await expect.poll(() => upstream.figures().breaker).toBe('CLOSED');
    expect(notices.map(({ name }) => name)).toEqual(['bank lost', 'bank found']);
    const [probe] = bank.received;
    expect(probe).toMatchObject({ method: 'GET', target: '/api', body: '' });
    expect(probe?.headers.signature).toBeUndefined();
    const asked = bank.received.length;
    expect(await upstream.call(creation())).toMatchObject({ status: 201 });
    expect(bank.received.length).toBe(asked + 1);
  });

  it('turns away waiting calls at once', async () => {
    const { fault, release } = held();
    bank.next(...Array.from({ length: 6 }, () => fault));
    bank.always(html(503));
    const { upstream } = clientOf(settingsFor(bank.url, { timeoutMs: 60_000 }), { maxConcurrentCalls: 8 });
    const busy = Array.from({ length: 6 }, () => upstream.call(creation()));
    await expect.poll(() => bank.received.length).toBe(6);
    const waiting = refusalOf(upstream.call(creation()));
    expect(upstream.figures()).toMatchObject({ running: 6, waiting: 1 });
    const other = { ...tpp, tppId: 'PSDNO-FSA-OTHER' };
    for (let count = 0; count < 5; count += 1) await refusalOf(upstream.call(creation({ tpp: other })));
    expect(await waiting).toMatchObject({ ...none, extras: { retryAfterSeconds: 1 } });
    expect(upstream.figures()).toMatchObject({ running: 6, waiting: 0, breaker: 'OPEN' });
    release();
    expect(await Promise.all(busy)).toMatchObject(busy.map(() => ({ status: 201 })));
  });
});

describe('figures', () => {
  it('say when the bank has last answered', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    expect(upstream.figures()).toMatchObject({
      lastAnsweredAt: null,
      breaker: 'CLOSED',
      running: 0,
      waiting: 0,
    });
    const before = Date.now();
    await upstream.call(creation());
    const { lastAnsweredAt } = upstream.figures();
    expect(lastAnsweredAt).toBeGreaterThanOrEqual(before);
    await bank.away();
    await refusalOf(upstream.call(creation()));
    expect(upstream.figures().lastAnsweredAt).toBe(lastAnsweredAt);
  });
});
