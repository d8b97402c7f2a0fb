/** OpenID Connect: code with PKCE, PAR (RFC 9126), RAR (RFC 9396), private_key_jwt, and DPoP (RFC 9449) if the provider has it. */
import { webcrypto } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import { scaLinkLifetimeMs } from '../domain/authorisations/authorisation.ts';
import { refuse } from '../domain/refusal.ts';
import { isStorable } from '../domain/values/text.ts';
import { failureOf, type ProviderFailure } from './failures.ts';
import type {
  AuthenticationQuestion,
  AuthenticationResponse,
  IdentityProvider,
  ProviderAuthentication,
  StartedAuthentication,
} from './ports.ts';
import type { ClientKey, ProviderSettings } from './settings.ts';

export interface ProviderParts {
  readonly returnAddress: string;
  readonly onUnavailable: (failure: { readonly detail: string; readonly needsOperator: boolean }) => void;
}

/** The endpoints of the provider may change, so they are read again after this time. openid-client keeps signing keys for a minute. */
const metadataLifetimeMs = 3_600_000;
const maxResponseBytes = 1_048_576;

export function createIdentityProvider(
  settings: ProviderSettings,
  { returnAddress, onUnavailable }: ProviderParts,
): IdentityProvider {
  const configurations = new LRUCache({
    max: 1,
    ttl: metadataLifetimeMs,
    // `clear` must not fail another request that reads the metadata at the same time.
    ignoreFetchAbort: true,
    fetchMethod: () => discover(settings),
  });
  // Like `fetch` of the cache, but never gives undefined.
  const readConfiguration = () => configurations.forceFetch(settings.issuer);

  async function resultOrFailure<T>(send: () => Promise<T>): Promise<T | ProviderFailure> {
    try {
      return await withTimeLimit(settings.timeoutMs, send());
    } catch (error) {
      return failureOf(error);
    }
  }

  /** For every failure of `begin`, and for UNAVAILABLE of `finish`. */
  function reportAndRefuse(failure: ProviderFailure) {
    const detail = 'detail' in failure ? failure.detail : failure.result;
    // All other failures come from `begin`, where no PSU can cause them.
    const needsOperator = failure.result === 'UNAVAILABLE' ? failure.needsOperator : true;
    onUnavailable({ detail, needsOperator });
    // The provider may have moved its endpoints or changed its keys, so the next request reads both again.
    if (needsOperator) configurations.clear();
    return refuse('UNAVAILABLE', {
      retryAfterSeconds: 5,
      detail: 'the identity provider cannot be used now',
    });
  }

  return {
    acrValues: settings.acrValues,
    async begin(question) {
      const pushedRequest = await resultOrFailure(async () =>
        pushRequest(await readConfiguration(), settings, returnAddress, question),
      );
      if ('result' in pushedRequest) throw reportAndRefuse(pushedRequest);
      return pushedRequest;
    },
    async finish(response) {
      const answer = await resultOrFailure(async () =>
        exchangeCode(await readConfiguration(), settings.customerClaim, returnAddress, response),
      );
      if (answer.result === 'UNAVAILABLE') throw reportAndRefuse(answer);
      return answer;
    },
  };
}

async function discover(settings: ProviderSettings): Promise<client.Configuration> {
  const { issuer, clientId, key, timeoutMs } = settings;
  const authentication = client.PrivateKeyJwt({ key: await importSigningKey(key), kid: key.kid });
  const insecureHooks = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  return client.discovery(new URL(issuer), clientId, undefined, authentication, {
    execute: [client.enableNonRepudiationChecks, ...insecureHooks],
    timeout: timeoutMs / 1_000,
    [client.customFetch]: boundedFetch,
  });
}

/** Limits the size of responses. */
const boundedFetch: client.CustomFetch = async (url, options) => {
  const { status, headers, body } = await fetch(url, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxResponseBytes) throw new TypeError('the response is larger than 1 MiB');
    chunks.push(chunk);
  }
  // `new Response` throws if there is a body with one of these statuses.
  const mayHaveBody = status !== 204 && status !== 304;
  return new Response(mayHaveBody ? Buffer.concat(chunks) : null, { status, headers });
};

function importSigningKey({ key, algorithm }: ClientKey): Promise<CryptoKey> {
  const importAlgorithm =
    algorithm === 'PS256' ? { name: 'RSA-PSS', hash: 'SHA-256' } : { name: 'ECDSA', namedCurve: 'P-256' };
  const der = key.export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', new Uint8Array(der), importAlgorithm, false, ['sign']);
}

/** Sends the request directly to the provider. The browser gets only an address with a reference to this request. */
async function pushRequest(
  config: client.Configuration,
  { acrValues, customerClaim }: ProviderSettings,
  returnAddress: string,
  { details, language }: AuthenticationQuestion,
): Promise<StartedAuthentication> {
  const codeVerifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  const state = client.randomState();
  const claims = { id_token: { [customerClaim]: { essential: true } } };
  const address = await client.buildAuthorizationUrlWithPAR(config, {
    response_type: 'code',
    redirect_uri: returnAddress,
    scope: 'openid',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    acr_values: acrValues.join(' '),
    // `prompt` makes the PSU log in again. `max_age` makes the provider send the time of the log-in.
    prompt: 'login',
    max_age: String(scaLinkLifetimeMs / 1_000),
    ...(language === null ? {} : { ui_locales: language }),
    ...(config.serverMetadata().claims_parameter_supported ? { claims: JSON.stringify(claims) } : {}),
    ...(details.length === 0 ? {} : { authorization_details: JSON.stringify(details) }),
  });
  return { address: address.href, state, secrets: { nonce, codeVerifier } };
}

/** The access token is not used, so its DPoP key is not stored. */
async function exchangeCode(
  config: client.Configuration,
  customerClaim: string,
  returnAddress: string,
  { query, state, nonce, codeVerifier }: AuthenticationResponse,
): Promise<ProviderAuthentication> {
  const tokens = await client.authorizationCodeGrant(
    config,
    new URL(`${returnAddress}?${query}`),
    { pkceCodeVerifier: codeVerifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true },
    undefined,
    await createDpopOptions(config),
  );
  const claims = tokens.claims();
  const { id_token: idToken, authorization_details: details } = tokens;
  if (claims === undefined || idToken === undefined) throw new TypeError('no ID token');
  const customerNumber = claims[customerClaim];
  return {
    result: 'AUTHENTICATED',
    grant: {
      acr: typeof claims.acr === 'string' ? claims.acr : null,
      authTime: typeof claims.auth_time === 'number' ? claims.auth_time : null,
      details: Array.isArray(details) ? details : [],
    },
    customerNumber: typeof customerNumber === 'string' && isStorable(customerNumber) ? customerNumber : null,
    idToken,
  };
}

const dpopAlgorithms = ['ES256', 'PS256', 'RS256'] as const;

async function createDpopOptions(config: client.Configuration): Promise<client.DPoPOptions> {
  const algorithms = config.serverMetadata().dpop_signing_alg_values_supported ?? [];
  const algorithm = dpopAlgorithms.find((candidate) => algorithms.includes(candidate));
  if (algorithm === undefined) return {};
  return { DPoP: client.getDPoPHandle(config, await client.randomDPoPKeyPair(algorithm)) };
}

/** The work continues after the time limit, but its result is ignored. */
function withTimeLimit<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('too late', 'TimeoutError')), milliseconds).unref();
  });
  return Promise.race([work, timeout]);
}
