import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { digestOf } from '../../../packages/toolkit/src/sign.ts';
import { readPassedHeaders } from '../../../src/bank/upstream/headers.ts';
import { createUpstreamIds } from '../../../src/bank/upstream/ids.ts';
import {
  clientOf,
  creation,
  domestic,
  identity,
  instruction,
  newLiveBankForEachTest,
  settingsFor,
  statusOf,
  tpp,
} from './support/client.ts';
import { type Received, reply } from './support/live-bank.ts';

const ids = createUpstreamIds(() => 'of the tests');

const bank = newLiveBankForEachTest();

const last = (): Received => bank.received.at(-1) as Received;
const bytes = (text: string) => Buffer.from(text, 'latin1').toString('utf8');

function coveredBy({ headers }: Received): readonly string[] {
  const [, names = '', signature = ''] =
    /headers="([^"]+)",signature="([^"]+)"/.exec(headers.signature ?? '') ?? [];
  const text = names
    .split(' ')
    .map((name) => `${name}: ${headers[name]}`)
    .join('\n');
  const key = createPublicKey(identity.certificatePem);
  expect(verify('RSA-SHA256', Buffer.from(text, 'latin1'), key, Buffer.from(signature, 'base64'))).toBe(true);
  return names.split(' ');
}

describe('a creation', () => {
  it('returns the payment as the bank has it', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    expect(await upstream.call(creation())).toEqual({
      status: 201,
      body: {
        paymentId: expect.stringMatching(/^enc!!/),
        transactionFees: { amount: '0.00', currency: 'NOK' },
        transactionFeeIndicator: true,
        _links: {},
      },
    });
    expect(last()).toMatchObject({
      method: 'POST',
      target: '/api/v1/payments/norwegian-domestic-credit-transfers',
    });
    expect(JSON.parse(last().body)).toEqual(instruction);
  });

  it.each([
    ['bulk-payments', 'norwegian-domestic-credit-transfers'],
    ['periodic-payments', 'norwegian-domestic-credit-transfers'],
    ['payments', 'sepa-credit-transfers'],
  ] as const)('of %s, %s goes to its path', async (service, product) => {
    const { upstream } = clientOf(settingsFor(bank.url));
    await upstream.call(
      creation({ parameters: { service, product }, query: { allowLogicalDuplicate: 'true' } }),
    );
    expect(last().target).toBe(`/api/v1/${service}/${product}?allowLogicalDuplicate=true`);
  });

  it('is signed with our key over every required header', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    const psu = ids.derivePsu(tpp.tppId, '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11', 'session-1');
    const headers = readPassedHeaders((name) => (name === 'PSU-Corporate-ID' ? 'agreement-7' : null));
    await upstream.call(creation({ psu, headers, redirectUri: 'https://facade.example/sca/return?s=1' }));
    expect(coveredBy(last())).toEqual([
      'date',
      'digest',
      'x-request-id',
      'psu-id',
      'psu-corporate-id',
      'tpp-redirect-uri',
    ]);
    expect(last().headers.digest).toBe(digestOf(last().body));
    const { raw } = new X509Certificate(identity.certificatePem);
    expect(last().headers['tpp-signature-certificate']).toBe(raw.toString('base64'));
  });

  it('without a body has no digest, and an X-Request-ID of its own', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    const { body } = (await upstream.call(creation())) as { body: { paymentId: string } };
    await upstream.call({
      tpp,
      operation: 'startAuthorisation',
      parameters: { ...domestic, paymentId: body.paymentId },
    });
    expect(coveredBy(last())).toEqual(['date', 'x-request-id']);
    expect(last().headers['content-length']).toBe('0');
    const [first, second] = bank.received.map(({ headers }) => headers['x-request-id']);
    expect(first).not.toBe(second);
  });

  it('asks for a response that is not compressed: without a header any coding would be welcome (RFC 9110)', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    bank.next((response, { headers }, usual) => {
      const { status, body } = usual();
      const text = Buffer.from(JSON.stringify(body));
      if (headers['accept-encoding'] === 'identity') response.writeHead(status).end(text);
      else response.writeHead(status, { 'content-encoding': 'gzip' }).end(gzipSync(text));
    });
    expect(await upstream.call(creation())).toMatchObject({ status: 201 });
  });

  it('finds the same payment when it is repeated under the same id', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    const requestId = ids.deriveRequestId(tpp.tppId, 'request-1', '', instruction);
    const answers = [
      await upstream.call(creation({ requestId })),
      await upstream.call(creation({ requestId })),
    ];
    expect(answers[1]).toMatchObject({ body: (answers[0] as { body: object }).body });
    expect(bank.payments.size).toBe(1);
    expect(bank.received.map(({ headers }) => headers['x-request-id'])).toEqual([requestId, requestId]);
  });
});

describe('headers', () => {
  const sent = async (given: Readonly<Record<string, string>>, name = tpp.name) => {
    const { upstream } = clientOf(settingsFor(bank.url));
    await upstream.call(
      creation({ tpp: { ...tpp, name }, headers: readPassedHeaders((one) => given[one] ?? null) }),
    );
    return last().headers;
  };

  it('of the PSU pass, with their bytes', async () => {
    const given = {
      'PSU-IP-Address': '192.0.2.7',
      'PSU-User-Agent': Buffer.from('Mozilla/5.0 (Tromsø)', 'utf8').toString('latin1'),
      'PSU-Geo-Location': 'GEO:59.91;10.75',
      'X-PSU-IDENTITY': '13039319955',
      'PSU-Context': 'PRIVATE',
      'TPP-Redirect-Preferred': 'false',
    };
    const headers = await sent(given);
    for (const [name, value] of Object.entries(given)) expect(headers[name.toLowerCase()]).toBe(value);
  });

  it('that authenticate the TPP, or name its session and address, do not pass', async () => {
    const own = [
      'PSU-ID',
      'TPP-Session-ID',
      'TPP-Redirect-URI',
      'TPP-Brand-Logging-Information',
      'Signature',
      'Date',
      'Digest',
      'x-accept-fix',
      'Cookie',
      'Authorization',
    ];
    const headers = await sent(Object.fromEntries(own.map((name) => [name, 'of-the-tpp'])));
    expect(Object.values(headers)).not.toContain('of-the-tpp');
  });

  it('name the TPP to the person who approves', async () => {
    const headers = await sent({}, 'Blåbær & Sønn AS');
    expect(bytes(headers['tpp-brand-logging-information'] ?? '')).toBe('Blåbær & Sønn AS');
  });

  it('cut a long name of a TPP to whole characters', async () => {
    const headers = await sent({}, 'Ø'.repeat(100));
    expect(bytes(headers['tpp-brand-logging-information'] ?? '')).toBe('Ø'.repeat(70));
  });

  it('name a TPP without a name by its id', async () => {
    const headers = await sent({}, '');
    expect(headers['tpp-brand-logging-information']).toBe(tpp.tppId);
  });

  it.each(['Evil\r\nX-Injected: 1', 'Evil\nX-Injected: 1', 'Evil\0\u0085X-Injected: 1', '\ud800Evil'])(
    'a name %j does not start another header',
    async (name) => {
      const headers = await sent({}, name);
      expect(headers['x-injected']).toBeUndefined();
      expect(headers['tpp-brand-logging-information']).not.toBeUndefined();
      expect(bytes(headers['tpp-brand-logging-information'] ?? '')).toMatch(
        /^(Evil|Evil X-Injected: 1|\ufffdEvil)$/,
      );
    },
  );

  it('of a PSU of another TPP are a defect, and nothing is sent', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    const psu = ids.derivePsu('PSDNO-FSA-OTHER', '9b2c1ad4-6f0e-4c39-a6d3-0a3c2a7d2f11', 'session-1');
    await expect(upstream.call(creation({ psu }))).rejects.toThrow('a PSU of another TPP');
    expect(bank.received).toEqual([]);
  });
});

describe('an id of the bank', () => {
  it.each(['enc!!AbC-_=', 'a/b?c#d', '%2e%2e', 'æ ø', 'a;b=c&d', '..%2f..'])(
    '%j is one step of the path',
    async (paymentId) => {
      const { upstream } = clientOf(settingsFor(bank.url));
      bank.next(reply({ status: 200, body: { transactionStatus: 'PDNG' } }));
      await upstream.call(statusOf(paymentId));
      const steps = last().target.split('/');
      expect(steps.slice(0, 5)).toEqual(['', 'api', 'v1', 'payments', 'norwegian-domestic-credit-transfers']);
      expect(steps.slice(5)).toEqual([encodeURIComponent(paymentId), 'status']);
    },
  );

  it('has up to 500 characters', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    const paymentId = `enc!!${'ø'.repeat(495)}`;
    bank.next(reply({ status: 200, body: { transactionStatus: 'PDNG' } }));
    await upstream.call(statusOf(paymentId));
    expect(decodeURIComponent(last().target)).toContain(`/${paymentId}/status`);
  });

  it.each(['', '.', '..'])('%j is invalid, and nothing is sent', async (paymentId) => {
    const { upstream } = clientOf(settingsFor(bank.url));
    await expect(upstream.call(statusOf(paymentId))).rejects.toThrow('needs the parameter paymentId');
    expect(bank.received).toEqual([]);
  });
});

describe('calls after a creation', () => {
  it('use the id of the bank, from the authorisation to the cancellation', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    const created = await upstream.call(creation());
    if (created.status === 401) throw new Error('challenged');
    const parameters = { ...domestic, paymentId: created.body.paymentId };
    const started = await upstream.call({
      tpp,
      operation: 'startAuthorisation',
      parameters,
      redirectUri: 'https://facade.example/sca/return',
    });
    if (started.status === 401) throw new Error('challenged');
    const { href } = started.body._links.scaRedirect;
    const page = await fetch(href, { redirect: 'manual' });
    expect([page.status, await page.text()]).toEqual([302, '']);
    expect(page.headers.get('location')).toMatch(/^https:\/\/facade\.example\/sca\/return\?psu-id=/);
    expect(await upstream.call({ ...statusOf(parameters.paymentId) })).toMatchObject({
      body: { transactionStatus: 'PDNG' },
    });
    expect(await upstream.call({ tpp, operation: 'cancelPayment', parameters })).toMatchObject({
      status: 202,
    });
    expect(
      await upstream.call({ tpp, operation: 'startCancellationAuthorisation', parameters }),
    ).toMatchObject({ status: 201 });
  });

  it('cancel an unapproved payment at once', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    const created = await upstream.call(creation());
    if (created.status === 401) throw new Error('challenged');
    const parameters = { ...domestic, paymentId: created.body.paymentId };
    expect(await upstream.call({ tpp, operation: 'cancelPayment', parameters })).toEqual({
      status: 204,
      body: null,
    });
  });

  it('create and approve a basket at the bank', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    const created = await upstream.call(creation());
    if (created.status === 401) throw new Error('challenged');
    const basket = await upstream.call({
      tpp,
      operation: 'createBasket',
      parameters: {},
      body: { paymentIds: [created.body.paymentId] },
    });
    if (basket.status === 401) throw new Error('challenged');
    const { basketId } = basket.body;
    expect(
      await upstream.call({ tpp, operation: 'startBasketAuthorisation', parameters: { basketId } }),
    ).toMatchObject({ status: 201 });
  });
});

describe('connections', () => {
  it('are reused for the next call', async () => {
    const { upstream } = clientOf(settingsFor(bank.url));
    for (let count = 0; count < 20; count += 1) await upstream.call(creation());
    // One connection may still finish its response when the next call begins.
    expect(bank.opened()).toBeLessThanOrEqual(2);
  });

  it('are as many as concurrent calls', async () => {
    const { upstream } = clientOf(settingsFor(bank.url), { maxConcurrentCalls: 4 });
    const tpps = Array.from({ length: 20 }, (_, index) => ({ ...tpp, tppId: `TPP-${index}` }));
    await Promise.all(tpps.map((one) => upstream.call(creation({ tpp: one }))));
    expect(bank.opened()).toBeLessThanOrEqual(4);
    expect(bank.payments.size).toBe(20);
  });
});
