/** Faults that a TPP asks of the sandbox by a header, or sets for its next requests. */
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { send } from '../../packages/toolkit/src/send.ts';
import { signRequest, type Unsigned } from '../../packages/toolkit/src/sign.ts';
import { delayedRequestsPerTpp } from '../../src/app/sandbox-faults.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { faultMeanings, readSandboxFault } from '../../src/domain/sandbox/faults.ts';
import { subscription } from '../process/support.ts';
import { psuHeaders, type RestOptions, startBank, type Tpp } from '../support/bank.ts';
import { bankOfFile } from '../support/bank-of-file.ts';
import { listenOn } from '../support/listen.ts';
import { domesticPath } from '../support/story.ts';

const customers = '/v1/sandbox/customers';
const accounts = '/v1/sandbox/accounts';

const bank = await bankOfFile();
const listening = await listenOn(bank.app);
afterAll(() => listening.stop());

let tpps = 0;
/** A TPP that no other test uses. */
const freshTpp = (of = bank): Tpp => {
  tpps += 1;
  return of.tpp(`PSDNO-FSA-FAULT${tpps}`);
};

const withFault = (fault: string, headers: Readonly<Record<string, string>> = {}): RestOptions => ({
  headers: { ...headers, 'x-sandbox-fault': fault },
});

/** The creation of a payment, which can be sent again. */
function creation() {
  const id = randomUUID();
  const body = { ...domestic.example, remittanceInformationUnstructured: id };
  return { id, body, headers: { ...psuHeaders, 'x-request-id': id } };
}

async function paymentsOf(tpp: Tpp): Promise<number> {
  return (await tpp.graphqlRaw('{ payments { totalCount } }')).data.payments.totalCount;
}

describe('a value of X-Sandbox-Fault', () => {
  it.each(faultMeanings.map(({ value }) => value))('%s asks for a fault', (value) => {
    expect(readSandboxFault(value)?.text).toBe(value);
  });

  it('may have spaces around its parts', () => {
    expect(readSandboxFault(' cut ; after ')?.text).toBe('cut;after');
  });

  it.each([
    '',
    'rain',
    'delay',
    'delay=0',
    'delay=30001',
    'delay=1e3',
    'status=404',
    'cut;before',
    'cut-body;after',
    'cut;after;after',
  ])('is refused where it asks for none: "%s"', async (value) => {
    const { status, json } = await freshTpp().rest('GET', customers, withFault(value));
    expect([status, json.code, json.tppMessages[0].path]).toEqual([400, 'FORMAT_ERROR', 'X-Sandbox-Fault']);
    expect(json.tppMessages[0].text).toContain('delay=MS');
  });

  it('means nothing before the signature has verified', async () => {
    const options = { ...withFault('status=503'), now: new Date(bank.time.now - 3_600_000) };
    expect((await freshTpp().rest('GET', customers, options)).json.code).toBe('SIGNATURE_INVALID');
  });

  it('means nothing outside a sandbox', async () => {
    const production = await startBank({ sandbox: false });
    const tpp = freshTpp(production);
    for (const value of ['rain', 'status=503'])
      expect((await tpp.rest('GET', '/v1/signing-baskets/none', withFault(value))).status).toBe(404);
    await production.stop();
  });
});

describe('a status', () => {
  it.each([
    [429, 'ACCESS_EXCEEDED', '1'],
    [500, 'SYSTEM_ERROR', null],
    [503, 'SYSTEM_ERROR', '1'],
  ])('%d stands for the response, and nothing is carried out', async (status, code, retryAfter) => {
    const tpp = freshTpp();
    const { id, body, headers } = creation();
    const lost = await tpp.rest('POST', domesticPath, { body, ...withFault(`status=${status}`, headers) });
    expect([lost.status, lost.json.code, lost.headers.get('retry-after')]).toEqual([
      status,
      code,
      retryAfter,
    ]);
    expect(lost.headers.get('x-request-id')).toBe(id);
    expect(await paymentsOf(tpp)).toBe(0);
    const { status: second, headers: shown } = await tpp.rest('POST', domesticPath, { body, headers });
    expect([second, shown.get('idempotent-replay')]).toEqual([201, null]);
  });

  it('replaces the response of a request that was carried out, and its repetition has the response', async () => {
    const tpp = freshTpp();
    const { body, headers } = creation();
    const lost = await tpp.rest('POST', domesticPath, { body, ...withFault('status=503;after', headers) });
    expect(lost.status).toBe(503);
    expect(await paymentsOf(tpp)).toBe(1);
    const again = await tpp.rest('POST', domesticPath, { body, headers });
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([201, 'true']);
    expect(await paymentsOf(tpp)).toBe(1);
  });

  it('is the same by GraphQL', async () => {
    const tpp = freshTpp();
    const document = 'mutation { initialiseSandbox { customers { customerId } } }';
    const headers = { 'x-request-id': randomUUID() };
    const early = await tpp.graphqlRaw(document, {}, withFault('status=429', headers));
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1']);
    expect(early.json.errors[0].extensions.code).toBe('ACCESS_EXCEEDED');
    const late = await tpp.graphqlRaw(document, {}, withFault('status=500;after', headers));
    expect([late.status, late.json.errors[0].extensions.code]).toEqual([500, 'SYSTEM_ERROR']);
    const again = await tpp.graphqlRaw(document, {}, { headers });
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true']);
    const malformed = await tpp.graphqlRaw('{ viewer { tppId } }', {}, withFault('rain'));
    expect(malformed.json.errors[0].extensions).toMatchObject({ code: 'FORMAT_ERROR', status: 400 });
  });
});

describe('a connection', () => {
  /** Signs for the port on which the bank listens. */
  const overPort = (tpp: Tpp, method: string, path: string, options: RestOptions = {}) => {
    const { body, headers = {} } = options;
    const text = body === undefined ? null : JSON.stringify(body);
    const request = { method, url: `${listening.url}${path}`, headers: headers as Record<string, string> };
    return send({ ...request, body: text }, tpp.identity);
  };

  it.each([
    ['cut', 0, null],
    ['cut;after', 1, 'true'],
  ])('is closed without a response by %s', async (fault, payments, replayed) => {
    const tpp = freshTpp();
    const { body, headers } = creation();
    const lost = overPort(tpp, 'POST', domesticPath, { body, ...withFault(fault, headers) });
    await expect(lost).rejects.toThrow('closed the connection before the response was complete');
    expect(await paymentsOf(tpp)).toBe(payments);
    const again = await overPort(tpp, 'POST', domesticPath, { body, headers });
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([201, replayed]);
  });

  it.each([
    ['REST', 'GET', customers, undefined],
    ['GraphQL', 'POST', '/graphql', { query: '{ sandboxCustomers { nodes { customerId name } } }' }],
  ])('is closed after half of the body by cut-body, by %s', async (_, method, path, body) => {
    const { identity } = freshTpp();
    const text = body === undefined ? null : JSON.stringify(body);
    const url = `${listening.url}${path}`;
    const signed = signRequest({ method, url, ...withFault('cut-body'), body: text } as never, identity, {});
    const response = await fetch(url, { method, headers: signed, body: text });
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
    await expect(response.text()).rejects.toThrow();
  });

  it('brings the whole body in pieces by slow-body', async () => {
    const tpp = freshTpp();
    const whole = await overPort(tpp, 'GET', customers);
    const slow = await overPort(tpp, 'GET', customers, withFault('slow-body=40'));
    expect([slow.status, slow.text]).toEqual([200, whole.text]);
  });

  it('stays for a HEAD, which has no body to cut', async () => {
    const { status } = await overPort(freshTpp(), 'HEAD', customers, withFault('cut-body'));
    expect(status).toBe(200);
  });
});

describe('a delay', () => {
  /** A request that waits until its client leaves; sent again while `delayed` has taken the last slot. */
  function waiting(
    url: string,
    { identity }: Tpp,
    sketch: Partial<Unsigned> = { headers: { 'x-sandbox-fault': 'delay=30000' } },
  ) {
    let leave = (): void => undefined;
    const answered = new Promise<number | undefined>((resolve) => {
      const begin = () => {
        const unsigned = { method: 'GET', url, ...sketch };
        const headers = Object.fromEntries(signRequest(unsigned, identity));
        const request = httpRequest(url, { method: unsigned.method, headers }).end(unsigned.body);
        leave = () => request.destroy();
        request.once('error', () => resolve(undefined));
        request.once('response', (response) => {
          const { statusCode } = response.resume();
          if (statusCode === 429) begin();
          else resolve(statusCode);
        });
      };
      begin();
    });
    return { answered, leave: () => leave() };
  }

  const patient = { timeout: 20_000 };
  const delayed = async (tpp: Tpp) => (await tpp.rest('GET', customers, withFault('delay=1'))).status;

  it('passes, whatever the deadline of a response is', async () => {
    const quick = await startBank({ requestDeadlineMs: 2_000 });
    const tpp = freshTpp(quick);
    await tpp.rest('GET', customers);
    const faults = ['delay=2100', 'delay=2100;after'];
    const answers = await Promise.all(faults.map((fault) => tpp.rest('GET', customers, withFault(fault))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await quick.stop();
  });

  it('is for so many requests of a TPP at once, and given back when their clients leave', async () => {
    const [tpp, other] = [freshTpp(), freshTpp()];
    for (let round = 0; round < 2; round += 1) {
      const requests = Array.from({ length: delayedRequestsPerTpp }, () =>
        waiting(`${listening.url}${customers}`, tpp),
      );
      await expect.poll(() => delayed(tpp), patient).toBe(429);
      expect((await tpp.rest('GET', customers)).status).toBe(200);
      expect(await delayed(other)).toBe(200);
      for (const request of requests) request.leave();
      await expect.poll(() => delayed(tpp), patient).toBe(200);
    }
  });

  it('does not count while a stream is open after it', async () => {
    const tpp = freshTpp();
    const paymentId = (await tpp.rest('POST', domesticPath, creation())).json.paymentId;
    const ending = new AbortController();
    const { signal } = ending;
    for (let opened = 0; opened < delayedRequestsPerTpp; opened += 1) {
      const request = subscription(tpp, paymentId, listening.url, { 'x-sandbox-fault': 'delay=1' });
      expect((await fetch(request, { signal })).status).toBe(200);
    }
    expect(await delayed(tpp)).toBe(200);
    ending.abort();
  });

  it('before a slow body is no failure if the client leaves', async () => {
    const small = await startBank({ requestsAtOnce: 4 });
    const { url } = await listenOn(small.app);
    const other = freshTpp(small);
    const { body, headers } = creation();
    const slowHeaders = { ...headers, 'x-sandbox-fault': 'slow-body=30000' };
    const sketch = { method: 'POST', headers: slowHeaders, body: JSON.stringify(body) };
    const request = waiting(`${url}${domesticPath}`, freshTpp(small), sketch);
    await expect.poll(() => delayed(other), patient).toBe(429);
    request.leave();
    await expect.poll(() => delayed(other), patient).toBe(200);
    await small.app.stop(20_000);
    const lines = small.log.filter(({ fault }) => fault === 'slow-body=30000');
    expect(lines.map(({ status }) => status)).toEqual([201]);
    await small.stop();
  });

  it('is for a quarter of all requests at once, and ends when the process stops', async () => {
    const small = await startBank({ requestsAtOnce: 4 });
    const { url } = await listenOn(small.app);
    const request = waiting(`${url}${customers}`, freshTpp(small));
    const other = freshTpp(small);
    await expect.poll(() => delayed(other), patient).toBe(429);
    const { json } = await other.rest('GET', customers, withFault('delay=1'));
    expect(json.tppMessages[0].text).toContain(
      `${delayedRequestsPerTpp} requests of a TPP and 1 of all TPPs`,
    );
    await small.app.stop(20_000);
    expect(await request.answered).toBe(200);
    await small.stop();
  });
});

describe('faults that are set for the next requests', () => {
  const set = async (tpp: Tpp, input: string) =>
    (
      await tpp.graphqlRaw(
        `mutation { setSandboxFaults(input: { ${input} }) { faults { fault timesLeft path } tppMessages { path code } } }`,
      )
    ).data.setSandboxFaults;
  const statusOf = async (tpp: Tpp, path = customers) => (await tpp.rest('GET', path)).status;

  it('are met so many times, on their path, by this TPP alone', async () => {
    const [tpp, other] = [freshTpp(), freshTpp()];
    const { faults } = await set(tpp, `fault: "status=503", times: 2, path: "${customers}"`);
    expect(faults).toEqual({ fault: 'status=503', timesLeft: 2, path: customers });
    expect(await statusOf(tpp, accounts)).toBe(200);
    expect(await statusOf(other)).toBe(200);
    expect(await statusOf(tpp)).toBe(503);
    const { data } = await tpp.graphqlRaw('{ sandboxFaults { timesLeft } }');
    expect(data.sandboxFaults.timesLeft).toBe(1);
    expect([await statusOf(tpp), await statusOf(tpp)]).toEqual([503, 200]);
    expect((await tpp.graphqlRaw('{ sandboxFaults { timesLeft } }')).data.sandboxFaults).toBeNull();
  });

  it('are met by GraphQL too, but never in the way of their own end', async () => {
    const tpp = freshTpp();
    await set(tpp, 'fault: "status=500", times: 100');
    expect((await tpp.graphqlRaw('{ viewer { tppId } }')).status).toBe(500);
    expect((await tpp.graphqlRaw('{ sandboxFaults { timesLeft } }')).data.sandboxFaults.timesLeft).toBe(99);
    expect((await set(tpp, 'fault: null')).faults).toBeNull();
    expect((await tpp.graphqlRaw('{ viewer { tppId } }')).status).toBe(200);
  });

  it('are counted once by all replicas', async () => {
    const tpp = freshTpp();
    const replica = bank.replica();
    await set(tpp, 'fault: "status=503", times: 3');
    await replica.app.runner.tick();
    const there = replica.tpp(
      (await tpp.graphqlRaw('{ sandboxFaults { until } viewer { tppId } }')).data.viewer.tppId,
    );
    const statuses = [];
    for (let round = 0; round < 3; round += 1) statuses.push(await statusOf(tpp), await statusOf(there));
    expect(statuses).toEqual([503, 503, 503, 200, 200, 200]);
    await replica.stop();
  });

  it('end after an hour', async () => {
    const own = await startBank();
    const tpp = freshTpp(own);
    await set(tpp, 'fault: "status=503"');
    own.time.now += 3_600_001;
    expect(await statusOf(tpp)).toBe(200);
    expect(await own.count('sandbox_faults')).toBe(1);
    await own.app.runner.tick();
    expect(await own.count('sandbox_faults')).toBe(0);
    await own.stop();
  });

  it('give way to the header of a request', async () => {
    const tpp = freshTpp();
    await set(tpp, 'fault: "status=503"');
    expect((await tpp.rest('GET', customers, withFault('status=429'))).status).toBe(429);
    expect([await statusOf(tpp), await statusOf(tpp)]).toEqual([503, 200]);
  });

  it.each(['v1', '/v1?x', '/v1#x'])('are refused with every fault of the input, path %s', async (path) => {
    const { faults, tppMessages } = await set(freshTpp(), `fault: "rain", times: 101, path: "${path}"`);
    expect(faults).toBeNull();
    expect(tppMessages).toEqual(['fault', 'times', 'path'].map((path) => ({ path, code: 'FORMAT_ERROR' })));
  });

  it('cost other requests no statement', async () => {
    const own = await startBank();
    await own.sql`alter table sandbox_faults rename to elsewhere`;
    expect(await statusOf(freshTpp(own))).toBe(200);
    await own.stop();
  });
});

it('the log of requests and the log line name the fault that was played', async () => {
  const tpp = freshTpp();
  await tpp.rest('GET', customers, withFault('status=503'));
  await tpp.rest('GET', customers, withFault('delay=1'));
  await tpp.rest('GET', customers);
  const { data } = await tpp.graphqlRaw('{ requestLog { nodes { fault status } } }');
  expect(data.requestLog.nodes).toEqual([
    { fault: null, status: 200 },
    { fault: 'delay=1', status: 200 },
    { fault: 'status=503', status: 503 },
  ]);
  const own = bank.log.filter(({ fault }) => fault === 'delay=1' || fault === 'status=503');
  expect(own.at(-2)).toMatchObject({ status: 503, fault: 'status=503' });
  expect(own.at(-1)).toMatchObject({ status: 200, fault: 'delay=1' });
});
