/** What the doors say to a request for notifications: which addresses are refused and why, and what the response promises. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate } from '../../packages/toolkit/src/certificates.ts';
import { domestic } from '../../src/domain/payments/products/domestic.ts';
import { authority, type Bank, psuHeaders, type Tpp, tppOf } from '../support/bank.ts';
import { sharedKey } from '../support/keys.ts';
import { domesticPath, newPayment } from '../support/story.ts';
import { notify, startNotifyingBank } from './receiver.ts';

const sealOf = (commonName: string, domains: readonly string[] = []) =>
  issueCertificate({
    authority,
    organizationIdentifier: 'PSDNO-FSA-TEST1',
    organizationName: 'TPP',
    commonName,
    domains,
    roles: ['PSP_PI'],
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    privateKeyPem: sharedKey(),
  });

let bank: Bank;
let withDomains: Tpp;
let withoutDomain: Tpp;
beforeAll(async () => {
  bank = await startNotifyingBank();
  withDomains = tppOf(bank.app, sealOf('TPP.example', ['*.fintech.example', 'api.pay.example']), bank.time);
  withoutDomain = bank.tpp();
});
afterAll(() => bank.stop());

const body = { ...domestic.example, requestedExecutionDate: '2035-06-01' };
const input = { ...body, allowLogicalDuplicate: true };
const creation = `mutation Create($input: CreateDomesticPaymentInput!) {
  createDomesticPayment(input: $input) {
    payment { paymentId } tppMessages { category code path text }
  }
}`;
const byRest = (tpp: Tpp, headers: Readonly<Record<string, string>>) =>
  tpp.rest('POST', `${domesticPath}?allowLogicalDuplicate=true`, {
    body,
    headers: { ...psuHeaders, ...headers },
  });
const byGraphql = (tpp: Tpp, psu: Readonly<Record<string, string>>, headers = psuHeaders) =>
  tpp.graphqlRaw(creation, { input: { ...input, psu } }, { headers: { ...headers } });

const rule =
  'must have a host in a domain of your certificate (tpp.example, *.fintech.example, api.pay.example), or a loopback host';

describe('an address', () => {
  it.each([
    'https://tpp.example/',
    'https://hooks.tpp.example:8443/psd2?x=1',
    'https://TPP.example./',
    'https://a.b.fintech.example/',
    'https://api.pay.example/',
    'http://localhost:3000/hook',
    'https://127.0.0.1/',
    'http://[::1]:3000/',
  ])('%s is taken', async (uri) => {
    const { status, headers } = await byRest(withDomains, notify(uri));
    expect([status, headers.get('aspsp-notification-support')]).toEqual([201, 'true']);
  });

  it.each([
    ['https://fintech.example/', rule],
    ['https://pay.example/', rule],
    ['https://eviltpp.example/', rule],
    ['https://10.0.0.1/', rule],
    ['https://localhost./', rule],
    ['http://tpp.example/', 'must begin with https://, or with http:// and a loopback host'],
    ['ftp://tpp.example/', 'must be an absolute https URI'],
    ['https://user@tpp.example/', 'must not contain user info'],
    ['https://tpp.example/#x', 'must not contain a fragment'],
  ])('%s is refused by both doors, which say why', async (uri, text) => {
    const rest = await byRest(withDomains, notify(uri));
    expect(rest.status).toBe(400);
    expect(rest.json.tppMessages).toMatchObject([
      { category: 'ERROR', code: 'FORMAT_ERROR', path: 'TPP-Notification-URI', text },
    ]);
    const graphql = await byGraphql(withDomains, { notificationUri: uri });
    expect(graphql.data.createDomesticPayment.tppMessages).toEqual([
      { category: 'ERROR', code: 'FORMAT_ERROR', path: 'psu.notificationUri', text },
    ]);
  });

  it('of a certificate that names no domain may be a loopback address alone', async () => {
    const text =
      'must have a host in a domain of your certificate, or a loopback host; neither the CN of its subject nor its subjectAltName is a domain';
    const { json } = await byRest(withoutDomain, notify('https://tpp.example/'));
    expect(json.tppMessages).toMatchObject([{ path: 'TPP-Notification-URI', text }]);
    expect((await byRest(withoutDomain, notify('http://127.0.0.1:1/'))).status).toBe(201);
  });
});

describe('an address in a request with a console token', () => {
  it('is a loopback address, whatever the certificate names', async () => {
    const created = await withDomains.graphqlRaw('mutation { createConsoleToken { token } }');
    const refusalOf = async (notificationUri: string) => {
      const response = await bank.fetch('/graphql', {
        method: 'POST',
        headers: {
          ...psuHeaders,
          'content-type': 'application/json',
          authorization: `Bearer ${created.data.createConsoleToken.token}`,
        },
        body: JSON.stringify({
          query: creation,
          variables: { input: { ...input, psu: { notificationUri } } },
        }),
      });
      return ((await response.json()) as typeof created.json).data.createDomesticPayment.tppMessages;
    };
    const text =
      'must have a loopback host: a console token names no domain; sign the request to use a domain of your certificate';
    expect(await refusalOf('https://tpp.example/')).toMatchObject([{ path: 'psu.notificationUri', text }]);
    expect(await refusalOf('http://127.0.0.1:1/')).toEqual([]);
  });
});

describe('the content', () => {
  it.each([
    'SCA',
    'status=',
    'status=SCA,SCA',
    'status=sca',
    'status=SCA;LAST',
    'status=SCA,PROCESS,LAST,SCA',
  ])('%s is refused', async (content) => {
    const { status, json } = await byRest(withDomains, notify('https://tpp.example/', content));
    expect([status, json.tppMessages[0].path]).toEqual([400, 'TPP-Notification-Content-Preferred']);
  });

  it.each([
    [undefined, 'status=PROCESS'],
    ['status=LAST', 'status=LAST'],
    ['status=LAST, SCA', 'status=SCA,LAST'],
  ])('%s is answered with %s', async (content, answered) => {
    const { headers } = await byRest(withDomains, notify('https://tpp.example/', content));
    expect(headers.get('aspsp-notification-content')).toBe(answered);
  });
});

it('a request without an address has no word of notifications in its response', async () => {
  const { headers } = await byRest(withDomains, { 'tpp-notification-content-preferred': 'status=SCA' });
  expect([...headers.keys()].filter((name) => name.startsWith('aspsp'))).toEqual([]);
});

it('a replay has the headers of the first response', async () => {
  const headers = { 'x-request-id': 'the-same', ...notify('https://tpp.example/') };
  await byRest(withDomains, headers);
  const again = await byRest(withDomains, headers);
  expect(again.headers.get('idempotent-replay')).toBe('true');
  expect(again.headers.get('aspsp-notification-support')).toBe('true');
});

it('a signing basket has no notifications of its own', async () => {
  const paymentId = await newPayment(withDomains);
  const made = await withDomains.rest('POST', '/v1/signing-baskets', {
    body: { paymentIds: [paymentId] },
    headers: psuHeaders,
  });
  const path = `/v1/signing-baskets/${made.json.basketId}/authorisations`;
  const { status, headers } = await withDomains.rest('POST', path, {
    headers: notify('https://tpp.example/'),
  });
  expect([status, headers.get('aspsp-notification-support')]).toEqual([201, 'false']);
  expect(headers.get('aspsp-notification-content')).toBeNull();
});

it('a service without a seal says that it does not notify, and refuses nothing', async () => {
  const other = bank.replica({ notifications: null });
  const tpp = tppOf(other.app, withDomains.identity, bank.time);
  const { status, headers } = await byRest(tpp, notify('https://elsewhere.example/'));
  expect([status, headers.get('aspsp-notification-support')]).toEqual([201, 'false']);
  const graphql = await byGraphql(tpp, { notificationUri: 'https://elsewhere.example/' });
  expect(graphql.data.createDomesticPayment.payment).not.toBeNull();
  await other.stop();
});

it('outside a sandbox a loopback address is refused', async () => {
  const other = bank.replica({ sandbox: false });
  const tpp = tppOf(other.app, withDomains.identity, bank.time);
  for (const uri of ['https://localhost/', 'https://127.0.0.1/', 'http://localhost/'])
    expect((await byRest(tpp, notify(uri))).status).toBe(400);
  expect((await byRest(tpp, notify('https://tpp.example/'))).headers.get('aspsp-notification-support')).toBe(
    'true',
  );
  await other.stop();
});
