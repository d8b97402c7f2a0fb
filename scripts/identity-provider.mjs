/** An identity provider for laptops, beside `npm run core`. Any customer logs in by a number alone. */
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const clientId = 'psd2-service';
const acr = 'urn:bank:strong';
const bodyBytesAtMost = 10_000;

/** Writes the key of the service into `keyFile`. `customerNumber` is in the form of the log-in. Returns settings of the service. */
export async function startIdentityProvider({ port, keyFile, returnAddress, customerNumber }) {
  const issuer = `http://localhost:${port}`;
  const client = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  writeFileSync(keyFile, client.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const provider = await providerOf(issuer, {
    ...configuration,
    clients: [
      {
        client_id: clientId,
        redirect_uris: [returnAddress],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES256',
        id_token_signed_response_alg: 'PS256',
        authorization_details_types: ['payment_initiation'],
        jwks: { keys: [verifyingKey(client)] },
      },
    ],
    jwks: { keys: [signingKey()] },
  });
  const callback = provider.callback();
  const server = createServer((request, response) => {
    const isOurs = request.url?.startsWith('/interaction/');
    const done = isOurs ? interact(provider, customerNumber, request, response) : callback(request, response);
    done.catch(() =>
      response.writeHead(400).end('This page has expired: open the link of the payment again.'),
    );
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_KEY: keyFile, OIDC_ACR: acr },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Suppresses the warnings that the provider stores nothing, and about Node 20. */
async function providerOf(issuer, settings) {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    const { default: Provider } = await import('oidc-provider');
    return new Provider(issuer, settings);
  } finally {
    console.warn = warn;
  }
}

/** Named by its thumbprint (RFC 7638), which the service puts into signatures. */
function verifyingKey(privateKey) {
  const { crv, kty, x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return { crv, kty, x, y, kid, use: 'sig' };
}

const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }),
  alg: 'PS256',
  use: 'sig',
});

const configuration = {
  cookies: { keys: ['of a laptop'] },
  clientAuthMethods: ['private_key_jwt'],
  scopes: ['openid'],
  claims: { openid: ['sub', 'customer_number'] },
  acrValues: [acr],
  conformIdTokenClaims: false,
  responseTypes: ['code'],
  pkce: { required: () => true },
  ttl: { Interaction: 3_600, Session: 3_600, Grant: 3_600, IdToken: 3_600, AccessToken: 600 },
  enabledJWA: { idTokenSigningAlgValues: ['PS256'], clientAuthSigningAlgValues: ['ES256'] },
  interactions: {
    url: (_, { uid }) => `/interaction/${uid}`,
  },
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, customer_number: accountId }),
  }),
  features: {
    devInteractions: { enabled: false },
    pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => 'urn:bank:payments',
      getResourceServerInfo: () => ({ scope: '', accessTokenFormat: 'opaque' }),
    },
    richAuthorizationRequests: {
      enabled: true,
      types: { payment_initiation: { validate: () => undefined } },
      authorizationDetailsForGrantSource: ({ oidc }) => oidc.grant.rar,
      authorizationDetailsForAccessToken: (_, __, { rar }) => rar,
      authorizationDetailsForIntrospection: (_, { rar }) => rar,
    },
  },
};

/** Shows what is to be approved, and reads the decision. */
async function interact(provider, customerNumber, request, response) {
  const { uid, params } = await provider.interactionDetails(request, response);
  const details = JSON.parse(params.authorization_details ?? '[]');
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page(uid, details, customerNumber));
    return;
  }
  const form = new URLSearchParams(await textOf(request));
  const finish = (result) =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  if (form.get('decision') !== 'approve')
    return finish({ error: 'access_denied', error_description: 'the customer has refused' });
  const accountId = form.get('customerNumber') ?? '';
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope('openid');
  for (const detail of details) grant.addRar(detail);
  const ts = Math.floor(Date.now() / 1_000);
  return finish({
    login: { accountId, acr, ts, remember: false },
    consent: { grantId: await grant.save() },
  });
}

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function page(uid, details, customerNumber) {
  const lines = details.map(({ instructedAmount, totals, creditorName, entries }) => {
    const amounts = (instructedAmount ? [instructedAmount] : (totals ?? [])).map(
      ({ amount, currency }) => `${currency} ${amount}`,
    );
    return `<li>${escaped(amounts.join(' and '))} to ${escaped(creditorName ?? `${entries} payees`)}</li>`;
  });
  return `<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>Identity provider</title>
<style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#f2f4f6, #10171d) }
main { max-width: 30rem; margin: 2rem auto; padding: 1.5rem; background: light-dark(#fff, #19222a); border: 1px solid light-dark(#c9d1d9, #35424e); border-radius: .5rem }
h1 { font-size: 1.5rem; margin: 0 0 1rem } ul { padding: 0; list-style: none; font-weight: 650 }
input { display: block; width: 100%; box-sizing: border-box; padding: .6rem; font: inherit }
button { padding: .6rem 1rem; font: inherit; border-radius: .35rem; border: 1px solid #0b5c7a; background: none; color: inherit; cursor: pointer }
button[value=approve] { background: #0b5c7a; color: #fff }</style>
<main><h1>${lines.length === 0 ? 'Log in' : 'Approve'}</h1>
<form method="post" action="/interaction/${uid}">
<ul>${lines.join('')}</ul>
<p><label>Customer number <input name="customerNumber" value="${escaped(customerNumber)}"></label>
<p><button name="decision" value="approve">Log in and approve</button>
<button name="decision" value="reject">Refuse</button>
</form></main></html>`;
}

async function textOf(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > bodyBytesAtMost) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
