/**
 * An identity provider on a port: oidc-provider with pushed authorization requests, rich authorization details, PKCE
 * and private_key_jwt, optionally with its FAPI 2.0 profile, and one page on which any customer logs in and approves or
 * rejects.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { ProviderConnection } from '../../src/app/bank.ts';
import type { FailedCheck } from '../../src/identity-provider/conclude.ts';
import { createIdentityProvider } from '../../src/identity-provider/provider.ts';
import { type ClientKey, clientKeyOf, type ProviderSettings } from '../../src/identity-provider/settings.ts';
import { sharedKey } from './keys.ts';

export const strong = 'urn:bank:strong';
const clientId = 'psd2-service';

export interface Behaviour {
  grant?: (details: readonly Detail[]) => readonly unknown[];
  acr?: string;
  /** The age of the log-in in seconds. */
  loggedInBefore?: number;
  /** Claims of the ID token instead of the customer number. */
  claims?: (customerNumber: string) => Readonly<Record<string, unknown>>;
  /** Answers a request in place of the provider; returns true if it did. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests change details in every way
export type Detail = Record<string, any>;

export interface TestProvider {
  readonly issuer: string;
  /** For `createApp`: the client is registered with the address of the app. */
  readonly behind: ProviderConnection;
  readonly behaviour: Behaviour;
  readonly patience: { timeoutMs: number };
  /** The details of requested approvals, the newest last. */
  readonly asked: (readonly Detail[])[];
  readonly failed: FailedCheck[];
  readonly away: { readonly detail: string; readonly needsOperator: boolean }[];
  stop(): Promise<void>;
}

export interface ProviderOptions {
  readonly fapi?: boolean;
}

export async function startIdentityProvider(options: ProviderOptions = {}): Promise<TestProvider> {
  const { fapi = false } = options;
  const patience = { timeoutMs: 20_000 };
  const served = { handle: null as ((request: IncomingMessage, response: ServerResponse) => unknown) | null };
  const server = createServer((request, response) => void served.handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = clientKey(fapi);
  const behaviour: Behaviour = {};
  const asked: (readonly Detail[])[] = [];
  const failed: FailedCheck[] = [];
  const away: { detail: string; needsOperator: boolean }[] = [];

  const connect: ProviderConnection['connect'] = (returnAddress) => {
    served.handle ??= serve(issuer, fapi, key, returnAddress, behaviour, asked);
    const settings: ProviderSettings = {
      issuer,
      clientId,
      acrValues: [strong],
      customerClaim: 'customer_number',
      key,
      get timeoutMs() {
        return patience.timeoutMs;
      },
    };
    return createIdentityProvider(settings, {
      returnAddress,
      onUnavailable: (failure) => void away.push(failure),
    });
  };
  return {
    issuer,
    behind: { connect, onFailedCheck: (one) => void failed.push(one) },
    behaviour,
    patience,
    asked,
    failed,
    away,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** ES256 with the profile, PS256 without. */
function clientKey(fapi: boolean): ClientKey {
  const key: KeyObject = fapi
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    : createPrivateKey(sharedKey());
  return clientKeyOf(key);
}

function serve(
  issuer: string,
  fapi: boolean,
  key: ClientKey,
  returnAddress: string,
  behaviour: Behaviour,
  asked: (readonly Detail[])[],
) {
  const signing = { ...createPrivateKey(sharedKey()).export({ format: 'jwk' }), alg: 'PS256', use: 'sig' };
  const publicJwk = { ...createPublicKey(key.key).export({ format: 'jwk' }), kid: key.kid, use: 'sig' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        redirect_uris: [returnAddress],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: key.algorithm,
        id_token_signed_response_alg: 'PS256',
        authorization_details_types: ['payment_initiation'],
        jwks: { keys: [publicJwk] },
        ...(fapi ? { dpop_bound_access_tokens: true } : {}),
      },
    ],
    jwks: { keys: [signing] },
    cookies: { keys: ['of the tests'] },
    clientAuthMethods: ['private_key_jwt'],
    scopes: ['openid'],
    claims: { openid: ['sub', 'customer_number'] },
    acrValues: [strong, 'urn:bank:weak'],
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    ttl: { Interaction: 3_600, Session: 3_600, Grant: 3_600, IdToken: 3_600, AccessToken: 600 },
    enabledJWA: {
      idTokenSigningAlgValues: ['PS256'],
      clientAuthSigningAlgValues: ['PS256', 'ES256'],
      ...(fapi ? { dPoPSigningAlgValues: ['ES256'] } : {}),
    },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        ...(behaviour.claims?.(accountId) ?? { customer_number: accountId }),
      }),
    }),
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: fapi },
      pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
      ...(fapi ? { fapi: { enabled: true, profile: '2.0' } } : {}),
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:bank:payments',
        getResourceServerInfo: () => ({ scope: '', accessTokenFormat: 'opaque' }),
      },
      richAuthorizationRequests: {
        enabled: true,
        types: { payment_initiation: { validate: () => undefined } },
        authorizationDetailsForGrantSource: (ctx: { oidc: { grant: { rar?: unknown[] } } }) =>
          ctx.oidc.grant.rar,
        authorizationDetailsForAccessToken: (_: unknown, __: unknown, source: { rar?: unknown[] }) =>
          source.rar,
        authorizationDetailsForIntrospection: (_: unknown, token: { rar?: unknown[] }) => token.rar,
      },
    },
  });
  provider.on('server_error', (_, error) => console.error(error));
  const callback = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid, params } = await provider.interactionDetails(request, response);
    const details = JSON.parse(params.authorization_details ?? '[]') as Detail[];
    if (request.method !== 'POST') {
      asked.push(details);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page(uid, details));
      return;
    }
    const form = new URLSearchParams(await textOf(request));
    const finish = (result: Readonly<Record<string, unknown>>) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    if (form.get('decision') === 'reject')
      return finish({ error: 'access_denied', error_description: 'the customer has refused' });
    const accountId = form.get('customerNumber') ?? '';
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope('openid');
    for (const detail of behaviour.grant?.(details) ?? details) grant.addRar(detail);
    const ts = Math.floor(Date.now() / 1_000) - (behaviour.loggedInBefore ?? 0);
    return finish({
      login: { accountId, acr: behaviour.acr ?? strong, ts, remember: false },
      consent: { grantId: await grant.save() },
    });
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (await behaviour.intercept?.(request, response)) return;
    if (request.url?.startsWith('/interaction/')) await interact(request, response);
    else await callback(request, response);
  };
}

const page = (uid: string, details: readonly Detail[]): string => `<!doctype html>
<title>Your bank</title>
<h1>Your bank</h1>
<form method="post" action="/interaction/${uid}">
<ul>${details.map(({ instructedAmount, totals, creditorName }) => `<li>${[instructedAmount ?? totals].flat().map(({ amount, currency }) => `${currency} ${amount}`)} ${creditorName ?? ''}</li>`).join('')}</ul>
<label>Customer number <input name="customerNumber"></label>
<button name="decision" value="approve">Log in and approve</button>
<button name="decision" value="reject">Refuse</button>
</form>`;

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  return Buffer.concat(parts).toString();
}
