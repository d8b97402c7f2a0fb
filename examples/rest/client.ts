/**
 * A REST client of the bank for a TPP: types from the bank's OpenAPI document, calls by openapi-fetch, every request signed.
 * Copy this folder: it needs nothing of the bank's source.
 */
import { createHash, createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import createClient, { type Middleware } from 'openapi-fetch';
import type { BankClient, Refusal } from './types.ts';

export interface Identity {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

export interface BankOptions {
  readonly baseUrl: string;
  readonly identity: Identity;
  /** Published changes that your program supports; sent with every request. */
  readonly acceptFix?: string;
  /** Replaces Node's fetch, for tests or a timeout. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export function createBankClient(options: BankOptions): BankClient {
  const { baseUrl, identity, acceptFix = 'amount-as-string', fetch } = options;
  const client = createClient<never>({
    baseUrl,
    headers: { 'x-accept-fix': acceptFix },
    // A signature is valid for one request, so a redirect could only fail.
    redirect: 'error',
    ...(fetch ? { fetch } : {}),
  });
  client.use(signing(identity), bankAnswersOnly);
  return client as unknown as BankClient;
}

/** `<name>.key` and `<name>.pem` in a folder. */
export function readIdentity(folder: string, name = 'demo'): Identity {
  const read = (ending: string) => readFileSync(join(folder, `${name}.${ending}`), 'utf8');
  return { certificatePem: read('pem'), privateKeyPem: read('key') };
}

/** The bank refused; `refusal` is the response body. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.status} ${refusal.code}: ${refusal.message}`);
    this.name = 'RefusedError';
    this.refusal = refusal;
  }
}

/** Returns the data; throws a RefusedError. */
export async function granted<Data>(
  answer: Promise<{ readonly data?: Data; readonly error?: Refusal }>,
): Promise<Data> {
  const { data, error } = await answer;
  if (error) throw new RefusedError(error);
  return data as Data;
}

/** Headers that must be signed if they are sent, in this order. */
const signedHeaders = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const;

function signing(identity: Identity): Middleware {
  const key = createPrivateKey(identity.privateKeyPem);
  const certificate = new X509Certificate(identity.certificatePem);
  const keyId = `SN=${certificate.serialNumber},CA=${certificate.issuer.split('\n').join(',')}`;
  return {
    async onRequest({ request }) {
      const { headers } = request;
      headers.set('Date', new Date().toUTCString());
      // The caller's id stays: the same id repeats the same request.
      if (!headers.has('X-Request-ID')) headers.set('X-Request-ID', randomUUID());
      const body = Buffer.from(await request.clone().arrayBuffer());
      if (body.length > 0)
        headers.set('Digest', `SHA-256=${createHash('sha256').update(body).digest('base64')}`);
      headers.set('TPP-Signature-Certificate', certificate.raw.toString('base64'));

      // Read from the request that is sent, so that exactly this is signed.
      const names = signedHeaders.filter((name) => headers.has(name));
      const text = names.map((name) => `${name}: ${headers.get(name)}`).join('\n');
      const signature = sign('RSA-SHA256', Buffer.from(text, 'latin1'), key).toString('base64');
      headers.set(
        'Signature',
        inBytes(
          `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
        ),
      );
      return request;
    },
  };
}

/** Each character of a header is one byte; the issuer's name may need more. */
const inBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** The bank's refusals are JSON. Anything else comes from a proxy, and no type fits it. */
const bankAnswersOnly: Middleware = {
  async onResponse({ request, response }) {
    if (response.ok || response.headers.get('content-type')?.startsWith('application/json')) return;
    throw new Error(`${request.method} ${request.url}: HTTP ${response.status}, and not by the bank`);
  },
};
