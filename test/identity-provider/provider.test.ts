import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../../src/identity-provider/failures.ts';
import {
  type ProviderOptions,
  startIdentityProvider,
  strong,
  type TestProvider,
} from '../support/identity-provider.ts';

const returnAddress = 'http://localhost:4000/sca/return';
const details = [{ type: 'payment_initiation', paymentId: 'a' }] as const;

let idp: TestProvider;
afterEach(() => idp?.stop());

async function connected(options: ProviderOptions = {}) {
  idp = await startIdentityProvider(options);
  return idp.behind.connect(returnAddress);
}

type Provider = Awaited<ReturnType<typeof connected>>;
const begin = (provider: Provider) => provider.begin({ details, language: null });
const beginLogIn = (provider: Provider) => provider.begin({ details: [], language: null });

/** The browser returns from what was begun, with these parameters. */
function finish(
  provider: Provider,
  { state, secrets }: Awaited<ReturnType<Provider['begin']>>,
  parameters: Readonly<Record<string, string>>,
) {
  const query = new URLSearchParams({ state, iss: idp.issuer, ...parameters }).toString();
  return provider.finish({ query, state, ...secrets });
}

/** Answers what is sent to this path; what is sent elsewhere is answered as before. */
function at(
  path: string,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): void {
  const { intercept } = idp.behaviour;
  idp.behaviour.intercept = async (request, response) => {
    if (!request.url?.startsWith(path)) return (await intercept?.(request, response)) ?? false;
    await answer(request, response);
    return true;
  };
}
const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
}

/** The forms that are pushed from now on; each is accepted. */
function acceptPushes(): Record<string, string>[] {
  const pushed: Record<string, string>[] = [];
  at('/request', async (request, response) => {
    pushed.push(await formOf(request));
    json(response, 201, { request_uri: 'urn:a', expires_in: 60 });
  });
  return pushed;
}

function jwtOf(header: object, claims: object, key: KeyObject): string {
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

async function metadata(change: (metadata: Record<string, unknown>) => void): Promise<void> {
  const found = await (await fetch(`${idp.issuer}/.well-known/openid-configuration`)).json();
  change(found as Record<string, unknown>);
  at('/.well-known/', (_, response) => json(response, 200, found));
}

describe('a request', () => {
  it('is pushed with PKCE, a fresh log-in, the acr values and the details, under a signed assertion', async () => {
    const provider = await connected();
    const pushed = acceptPushes();
    const begun = await provider.begin({ details, language: 'nb' });
    expect(begun.address).toBe(`${idp.issuer}/auth?request_uri=urn%3Aa&client_id=psd2-service`);
    expect(pushed).toEqual([
      {
        client_id: 'psd2-service',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: expect.any(String),
        response_type: 'code',
        redirect_uri: returnAddress,
        scope: 'openid',
        state: begun.state,
        nonce: begun.secrets.nonce,
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
        acr_values: strong,
        prompt: 'login',
        max_age: '900',
        ui_locales: 'nb',
        authorization_details: JSON.stringify(details),
      },
    ]);
    const [header = '', claims = ''] = (pushed[0]?.client_assertion ?? '').split('.');
    const decoded = [header, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(decoded).toMatchObject([
      { alg: 'PS256' },
      { iss: 'psd2-service', sub: 'psd2-service', aud: idp.issuer },
    ]);
  });

  it('names the claim where the provider supports it, and no details for a log-in', async () => {
    const provider = await connected();
    await metadata((found) => Object.assign(found, { claims_parameter_supported: true }));
    const pushed = acceptPushes();
    await beginLogIn(provider);
    expect(JSON.parse(pushed[0]?.claims ?? '')).toEqual({
      id_token: { customer_number: { essential: true } },
    });
    expect(pushed[0]).not.toHaveProperty('authorization_details');
    expect(pushed[0]).not.toHaveProperty('ui_locales');
  });

  it('has its own state, nonce and verifier', async () => {
    const provider = await connected();
    const begun = [await begin(provider), await begin(provider)];
    const secrets = begun.flatMap((one) => [one.state, one.secrets.nonce, one.secrets.codeVerifier]);
    expect(new Set(secrets).size).toBe(6);
    for (const one of secrets) expect(one).toMatch(/^[\w-]{43}$/);
  });
});

it.each([
  [true, 'ES256'],
  [false, undefined],
])('a code is exchanged with DPoP where the metadata offer it: %s', async (fapi, algorithm) => {
  const provider = await connected({ fapi });
  const begun = await beginLogIn(provider);
  const proofs: unknown[] = [];
  at('/token', (request, response) => {
    proofs.push(request.headers.dpop);
    json(response, 400, { error: 'invalid_grant' });
  });
  expect(await finish(provider, begun, { code: 'c' })).toEqual({
    result: 'INVALID',
    check: 'CODE',
    detail: 'invalid_grant',
  });
  const [proof] = proofs;
  const header =
    typeof proof === 'string'
      ? JSON.parse(Buffer.from(proof.split('.')[0] ?? '', 'base64url').toString())
      : {};
  expect(header.alg).toBe(algorithm);
});

describe('a return', () => {
  it.each([
    [{ error: 'access_denied' }, { result: 'REFUSED' }],
    [{ error: 'login_required' }, { result: 'INVALID', check: 'RESPONSE', detail: 'login_required' }],
    // The detail comes from the browser, and is logged.
    [{ error: 'Kari Nordmann' }, { result: 'INVALID', check: 'RESPONSE', detail: 'another code' }],
    [
      { code: 'c', iss: 'https://other.example' },
      { result: 'INVALID', check: 'RESPONSE' },
    ],
    [
      { error: 'access_denied', iss: 'https://other.example' },
      { result: 'INVALID', check: 'RESPONSE' },
    ],
    [
      { code: 'c', iss: '' },
      { result: 'INVALID', check: 'RESPONSE' },
    ],
    [
      { code: 'c', state: 'another' },
      { result: 'INVALID', check: 'RESPONSE' },
    ],
  ])('with %j is %j', async (parameters, result) => {
    const provider = await connected();
    expect(await finish(provider, await beginLogIn(provider), parameters)).toMatchObject(result);
  });

  it('with an error of a busy provider changes nothing', async () => {
    const provider = await connected();
    const begun = await beginLogIn(provider);
    await expect(finish(provider, begun, { error: 'temporarily_unavailable' })).rejects.toMatchObject({
      reason: 'UNAVAILABLE',
    });
    expect(idp.away).toEqual([{ detail: 'temporarily_unavailable', needsOperator: false }]);
  });
});

describe('a provider', () => {
  it.each<[string, (found: Record<string, unknown>) => void]>([
    ['without pushed requests', (found) => delete found.pushed_authorization_request_endpoint],
    ['without an authorization endpoint', (found) => delete found.authorization_endpoint],
    [
      'with a script as its endpoint',
      (found) => Object.assign(found, { authorization_endpoint: 'script:x' }),
    ],
    ['of another name', (found) => Object.assign(found, { issuer: 'https://other.example' })],
  ])('%s is not used, and an operator is alarmed', async (_, change) => {
    const provider = await connected();
    await metadata(change);
    await expect(begin(provider)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    expect(idp.away).toMatchObject([{ needsOperator: true }]);
  });

  it.each(['invalid_client', 'invalid_authorization_details'])(
    'that answers %s: an operator is alarmed',
    async (error) => {
      const provider = await connected();
      at('/request', (_, response) => json(response, 400, { error }));
      await expect(begin(provider)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
      expect(idp.away).toEqual([{ detail: error, needsOperator: true }]);
    },
  );

  it.each<[string, string, number, Record<string, string>, boolean, string]>([
    [
      'a challenge',
      '/request',
      401,
      { 'www-authenticate': 'Bearer error="invalid_client"' },
      true,
      'HTTP 401',
    ],
    ['a page instead of an answer', '/request', 403, { 'content-type': 'text/html' }, true, 'HTTP 403'],
    ['no metadata', '/.well-known/', 404, {}, true, 'HTTP 404'],
    ['too many requests', '/request', 429, {}, false, 'HTTP 429'],
    ['a failure', '/request', 502, { 'content-type': 'text/html' }, false, 'HTTP 502'],
  ])('that responds with %s: the log says whether an operator must act', async (...given) => {
    const [, path, status, headers, needsOperator, detail] = given;
    const provider = await connected();
    at(path, (_, response) => void response.writeHead(status, headers).end());
    await expect(begin(provider)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    expect(idp.away).toEqual([{ detail, needsOperator }]);
  });

  it.each([
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
    ['ERR_TLS_CERT_ALTNAME_INVALID', true],
    ['ECONNREFUSED', false],
  ])('that fails with %s alarms an operator: %s', (code, needsOperator) => {
    const error = new TypeError('fetch failed', { cause: Object.assign(new Error('planted'), { code }) });
    expect(failureOf(error)).toEqual({ result: 'UNAVAILABLE', needsOperator, detail: code });
  });

  it('that has moved its endpoints: the next request reads the new metadata', async () => {
    const provider = await connected();
    await metadata((found) =>
      Object.assign(found, { pushed_authorization_request_endpoint: `${idp.issuer}/old` }),
    );
    await expect(begin(provider)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    expect(idp.away).toEqual([{ detail: 'HTTP 404', needsOperator: true }]);
    delete idp.behaviour.intercept;
    expect((await begin(provider)).address).toContain(idp.issuer);
  });

  it('that has changed its signing key: the next log-in reads the new key', async () => {
    const provider = await connected();
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await metadata((found) => Object.assign(found, { id_token_signing_alg_values_supported: ['ES256'] }));
    const kids = ['old', 'new'];
    at('/jwks', (_, response) => {
      const jwk = { ...key.publicKey.export({ format: 'jwk' }), kid: kids.shift() };
      json(response, 200, { keys: [jwk] });
    });
    let nonce = '';
    at('/token', (_, response) => {
      const now = Math.floor(Date.now() / 1_000);
      const claims = { iss: idp.issuer, aud: 'psd2-service', sub: '1', iat: now, exp: now + 60, nonce };
      const token = jwtOf({ alg: 'ES256', kid: 'new' }, claims, key.privateKey);
      json(response, 200, { access_token: 'a', token_type: 'bearer', id_token: token });
    });
    const logIn = async () => {
      const begun = await beginLogIn(provider);
      nonce = begun.secrets.nonce;
      return finish(provider, begun, { code: 'c' });
    };
    await expect(logIn()).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    expect(idp.away).toEqual([{ detail: 'OAUTH_KEY_SELECTION_FAILED', needsOperator: true }]);
    expect(await logIn()).toMatchObject({ result: 'AUTHENTICATED' });
  });

  it('serves its metadata once, and again after a failure', async () => {
    const provider = await connected();
    const asked: unknown[] = [];
    at('/.well-known/', ({ url }, response) => {
      asked.push(url);
      response.writeHead(500).end();
    });
    await expect(begin(provider)).rejects.toThrow();
    idp.behaviour.intercept = ({ url }) => {
      if (url?.startsWith('/.well-known/')) asked.push(url);
      return false;
    };
    await Promise.all([begin(provider), begin(provider)]);
    await begin(provider);
    expect(asked).toHaveLength(2);
  });
});
