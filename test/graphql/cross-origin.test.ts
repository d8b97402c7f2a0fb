import { describe, expect, it } from 'vitest';
import { bankOfFile } from '../support/bank-of-file.ts';
import { sendUnsigned } from '../support/graphql.ts';

const origin = 'http://localhost:5173';
const asking = {
  origin,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type,x-request-id',
};

const bank = await bankOfFile();
const production = await bankOfFile({ sandbox: false });

const allowed = (response: { readonly headers: Headers }) =>
  response.headers.get('access-control-allow-origin');

describe('in a sandbox', () => {
  it('a browser may send a preflight, and learns the allowed headers', async () => {
    const response = await bank.fetch('/graphql', { method: 'OPTIONS', headers: asking });
    expect(response.status).toBe(204);
    for (const name of ['connection', 'date']) response.headers.delete(name);
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, x-request-id',
      'access-control-max-age': '600',
    });
  });

  const preflight = async (headers: string | null) => {
    const { 'access-control-request-headers': _, ...bare } = asking;
    return bank.fetch('/graphql', {
      method: 'OPTIONS',
      headers: headers === null ? bare : { ...bare, 'access-control-request-headers': headers },
    });
  };

  it.each([
    // Apollo Client and Server, OpenTelemetry, Sentry, Datadog, urql, and headers of a company's gateway.
    'apollographql-client-name,apollographql-client-version,authorization,content-type',
    'apollo-require-preflight',
    'traceparent,tracestate,baggage',
    'authorization,x-sandbox-fault',
    'baggage,sentry-trace',
    'x-datadog-trace-id',
    'date,digest,psu-id,signature,tpp-signature-certificate,x-accept-fix,x-request-id',
    "x-!#$%&'*+.^_`|~",
  ])('a browser may send the headers of the libraries: %s', async (names) => {
    const response = await preflight(names);
    expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([
      204,
      names.replaceAll(',', ', '),
    ]);
  });

  it.each([
    ['x-console-request', 'Accept'],
    ['X-CONSOLE-REQUEST', 'Accept'],
    ['authorization, x-console-request ,content-type', 'authorization, content-type'],
    ['*', 'Accept'],
    ['a b,"c",d:e,ok,,  ', 'ok'],
    [null, 'Accept'],
    ['', 'Accept'],
  ])('a preflight of %s allows %s: no console header, no invalid name', async (names, expected) => {
    const response = await preflight(names);
    expect([response.status, response.headers.get('access-control-allow-headers')]).toEqual([204, expected]);
  });

  it.each([{}, { origin }, { 'access-control-request-method': 'POST' }])(
    'OPTIONS without a browser’s preflight is refused: %o',
    async (headers) => {
      const response = await bank.fetch('/graphql', { method: 'OPTIONS', headers: headers as HeadersInit });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    },
  );

  it('a page of the public network gets no access to a private one, where a sandbox usually runs', async () => {
    const response = await bank.fetch('/graphql', {
      method: 'OPTIONS',
      headers: {
        ...asking,
        origin: 'https://evil.example',
        'access-control-request-private-network': 'true',
      },
    });
    expect(response.status).toBe(204);
    expect([...response.headers.keys()].filter((name) => name.includes('private-network'))).toEqual([]);
  });

  it('a page may read responses and refusals, never with cookies', async () => {
    for (const query of ['{ __typename }', '{ viewer { tppId } }']) {
      const response = await sendUnsigned(bank, query, { origin });
      expect(allowed(response)).toBe('*');
      expect(response.headers.get('access-control-expose-headers')).toBe(
        'X-Request-ID, Idempotent-Replay, Retry-After',
      );
      for (const header of ['access-control-allow-credentials', 'vary'])
        expect(response.headers.has(header)).toBe(false);
    }
  });

  it('a page may read a refusal before GraphQL sees the request', async () => {
    const response = await sendUnsigned(bank, 'x'.repeat(20_000), { origin });
    expect([response.status, allowed(response)]).toEqual([413, '*']);
  });

  it('a page may read a stream', async () => {
    const query = 'subscription { paymentStatusChanged(paymentId: "none") { paymentId } }';
    const accept = 'text/event-stream';
    const response = await bank
      .tpp()
      .rest('POST', '/graphql', { body: { query }, headers: { origin, accept } });
    expect([response.headers.get('content-type'), allowed(response)]).toEqual([
      'text/event-stream; charset=utf-8',
      '*',
    ]);
  });

  it('the explorer, which holds a token, is closed to other pages', async () => {
    const response = await bank.fetch('/graphql', { headers: { origin, accept: 'text/html' } });
    expect([response.status, allowed(response)]).toEqual([200, null]);
  });

  it('a program that is not a browser sees no such headers', async () => {
    const response = await bank.fetch('/graphql?query=%7B__typename%7D');
    expect(allowed(response)).toBeNull();
  });

  it.each(['/v1/sandbox/customers', '/sca/none', '/'])('%s stays closed', async (path) => {
    expect(allowed(await bank.fetch(path, { headers: { origin } }))).toBeNull();
  });
});

it('outside a sandbox no other origin may send requests', async () => {
  const asked = await production.fetch('/graphql', { method: 'OPTIONS', headers: asking });
  expect([asked.status, allowed(asked)]).toEqual([405, null]);
  const response = await production.fetch('/graphql', { method: 'POST', headers: { origin }, body: '{}' });
  expect(allowed(response)).toBeNull();
});
