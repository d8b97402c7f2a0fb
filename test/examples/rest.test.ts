import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBankClient, granted, RefusedError } from '../../examples/rest/client.ts';
import { payAndCancel } from '../../examples/rest/pay.ts';
import type { BankClient, Schema } from '../../examples/rest/types.ts';
import { cardItem } from '../sandbox/support/bodies.ts';
import { type Bank, certificateFor, startBank } from '../support/bank.ts';
import { injectRequest } from '../support/inject.ts';
import { listenOn } from '../support/listen.ts';
import { expectAnswerMatches } from '../support/openapi.ts';

const pay = '/v1/payments/instant-norwegian-domestic-credit-transfers-straks';
const organization = 'PSDNO-FSA-EXAMPLE1';
const identity = certificateFor(organization);
const root = fileURLToPath(new URL('../..', import.meta.url));

let bank: Bank;
let client: BankClient;
const sent: Request[] = [];

type Fetch = (request: Request) => Promise<Response>;
const clientBy = (fetch: Fetch) => createBankClient({ baseUrl: 'http://localhost:4000', identity, fetch });

const checked: Fetch = async (request) => {
  sent.push(request.clone());
  const response = await injectRequest(bank.app, request);
  const { status, headers } = response;
  const { pathname, search } = new URL(request.url);
  const text = await response.clone().text();
  await expectAnswerMatches(bank.app, request.method, pathname + search, { status, headers, text });
  return response;
};

beforeAll(async () => {
  bank = await startBank();
  client = clientBy(checked);
});
afterAll(() => bank.stop());

const psu = (id = randomUUID()) => ({
  'PSU-ID': id,
  'PSU-IP-Address': '192.0.2.7',
  'PSU-Context': 'PRIVATE' as const,
  'TPP-Session-ID': 'session-1',
  'TPP-Redirect-URI': 'https://tpp.example/return?state=1',
});
const body = (text: string = randomUUID()): Schema['INDCTSBody'] => ({
  instructedAmount: { amount: '10.00', currency: 'NOK' },
  creditorName: 'Åse Ørn 😀',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
  creditorAddress: { country: 'NO' },
  debtorAccount: { bban: '95360573002', currency: 'NOK' },
  remittanceInformationUnstructured: text,
});

describe('the output of pay.ts', () => {
  it('creates, reads, is refused and cancels, in few lines', async () => {
    const lines: string[] = [];
    const told = await payAndCancel(client, (line) => lines.push(line));
    expect(told).toMatchObject({ created: 'RCVD', cancelled: 'CANC', refusal: { status: 400 } });
    expect(told.approve).toMatch(/^http:\/\/localhost:4000\/sca\//);
    expect(told.refusal.tppMessages.map(({ code, path }) => [code, path])).toEqual([
      ['FORMAT_ERROR', 'instructedAmount.amount'],
      ['FORMAT_ERROR', 'creditorName'],
    ]);
    expect(lines[0]).toBe(`created    ${told.paymentId}`);
    expect(lines.join('\n')).not.toMatch(/undefined|\[object/);
  });

  it('runs as a process against a service on a port', async () => {
    const { port, stop } = await listenOn(bank.replica().app);
    const folder = mkdtempSync(join(tmpdir(), 'psd2-bank-example-'));
    try {
      writeFileSync(join(folder, 'demo.pem'), identity.certificatePem);
      writeFileSync(join(folder, 'demo.key'), identity.privateKeyPem);
      const tsx = fileURLToPath(import.meta.resolve('tsx/cli'));
      const env = { ...process.env, PUBLIC_URL: `http://127.0.0.1:${port}` };
      const command = [tsx, 'examples/rest/pay.ts', folder];
      const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env });
      expect(stdout).toMatch(
        /^created {4}[0-9a-f-]{36}\n[\s\S]*\nstatus {5}RCVD\n[\s\S]*\ncancelled {2}CANC\n$/,
      );
    } finally {
      rmSync(folder, { recursive: true });
      await stop(1_000);
    }
  });
});

describe('the client', () => {
  it('gives every call its own id, unless the caller passes one', async () => {
    sent.length = 0;
    await granted(client.GET('/v1/sandbox/customers'));
    await granted(client.GET('/v1/sandbox/customers'));
    const id = randomUUID();
    await granted(client.GET('/v1/sandbox/customers', { params: { header: { 'X-Request-ID': id } } }));
    const [first, second, third] = sent.map(({ headers }) => headers.get('x-request-id'));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
    expect(third).toBe(id);
    expect(sent.map(({ headers }) => headers.get('digest'))).toEqual([null, null, null]);
  });

  it('gets the same response for the same call again, and a conflict for another one under its id', async () => {
    const header = { ...psu(), 'X-Request-ID': randomUUID() };
    const first = await client.POST(pay, { params: { header }, body: body('same') });
    const again = await client.POST(pay, { params: { header }, body: body('same') });
    expect([first.response.status, again.response.status]).toEqual([201, 201]);
    expect(again.data).toEqual(first.data);
    const replays = [first, again].map(({ response }) => response.headers.get('idempotent-replay'));
    expect(replays).toEqual([null, 'true']);
    const other = await client.POST(pay, { params: { header }, body: body('other') });
    expect(other.error?.code).toBe('CONFLICT');
    expect(other.error?.tppMessages[0]?.path).toBe('X-Request-ID');
  });

  it('signs the body that is sent: a change in transit is detected by its digest', async () => {
    const tampering = clientBy(async (request) => {
      const text = (await request.text()).replace('10.00', '99.00');
      const { method, headers } = request;
      return injectRequest(bank.app, new Request(request.url, { method, headers, body: text }));
    });
    const { error } = await tampering.POST(pay, { params: { header: psu() }, body: body() });
    expect(error).toMatchObject({
      status: 401,
      code: 'SIGNATURE_INVALID',
      tppMessages: [{ path: 'Digest' }],
    });
  });

  it('reads card transactions by a typed query', async () => {
    const [card] = await granted(client.GET('/v1/sandbox/card-accounts'));
    const path = { mockCardAccountId: card?.resourceId ?? '' };
    const stored = ['2019-12-31', '2020-01-01', '2020-01-02', '2020-01-03'].map((day) => cardItem(day, day));
    const store = `/v1/sandbox/card-accounts/${path.mockCardAccountId}/transactions`;
    await bank.tpp(organization).rest('POST', store, { body: stored });
    const query = { bookingStatus: 'booked', fromDate: '2020-01-01', limit: 2 } as const;
    const read = client.GET('/v1/sandbox/card-accounts/{mockCardAccountId}/transactions', {
      params: { path, query },
    });
    const { cardAccount, cardTransactions } = await granted(read);
    expect(cardAccount.maskedPan).toBe(card?.maskedPan);
    expect(cardTransactions.booked.map(({ bookingDate }) => bookingDate)).toEqual([
      '2020-01-03',
      '2020-01-02',
    ]);
  });
});

describe('a refusal', () => {
  it('is a union by code: a challenge has its link', async () => {
    // Without PSU-Context the PSU needs a session, and has none.
    const { 'PSU-Context': _, ...header } = psu();
    const { data, error } = await client.POST(pay, { params: { header }, body: body() });
    expect(data).toBeUndefined();
    if (error?.code !== 'PSU_CREDENTIALS_INVALID') throw new Error(`not a challenge: ${error?.code}`);
    expect(error.status satisfies 401).toBe(401);
    expect(error._links.scaRedirect.href).toContain('/sca/');
  });

  it('is thrown by granted()', async () => {
    const params = { path: { 'payment-product': 'sepa-credit-transfers', paymentId: randomUUID() } } as const;
    const thrown = await granted(client.GET('/v1/payments/{payment-product}/{paymentId}', { params })).catch(
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(RefusedError);
    expect((thrown as RefusedError).refusal.code).toBe('RESOURCE_UNKNOWN');
    expect((thrown as RefusedError).message).toMatch(/^404 RESOURCE_UNKNOWN: /);
  });

  it('comes only from the bank: a proxy’s page is an error', async () => {
    const page = new Response('<h1>Bad gateway</h1>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    });
    const behind = clientBy(async () => page);
    await expect(behind.GET('/v1/sandbox/customers')).rejects.toThrow('HTTP 502, and not by the bank');
  });
});
