/**
 * A REST client of the bank for a TPP: types from the bank's own OpenAPI document, calls by openapi-fetch, and every
 * request signed on its way out. Copy this folder; nothing in it needs the bank's source.
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
  /** Published changes that your program is ready for; its value goes with every request. */
  readonly acceptFix?: string;
  /** In place of Node's fetch: a test's, or one with a timeout. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export function createBankClient(options: BankOptions): BankClient {
  const { baseUrl, identity, acceptFix = 'amount-as-string', fetch } = options;
  const client = createClient<never>({
    baseUrl,
    headers: { 'x-accept-fix': acceptFix },
    // A signature is for one request alone: following a redirect could only fail.
    redirect: 'error',
    ...(fetch ? { fetch } : {}),
  });
  client.use(signing(identity), bankAnswersOnly);
  return client as unknown as BankClient;
}

/** Key and certificate of a TPP, `<name>.key` and `<name>.pem` in a folder. */
export function readIdentity(folder: string, name = 'demo'): Identity {
  const read = (ending: string) => readFileSync(join(folder, `${name}.${ending}`), 'utf8');
  return { certificatePem: read('pem'), privateKeyPem: read('key') };
}

/** The bank said no. The body of its answer is in `refusal`. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`${refusal.status} ${refusal.code}: ${refusal.message}`);
    this.name = 'RefusedError';
    this.refusal = refusal;
  }
}

/** The data of an answer; a refusal is thrown. For callers that would not look at it anyway. */
export async function granted<Data>(
  answer: Promise<{ readonly data?: Data; readonly error?: Refusal }>,
): Promise<Data> {
  const { data, error } = await answer;
  if (error) throw new RefusedError(error);
  return data as Data;
}

/** What must be signed whenever the request carries it, in the order in which it is. */
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
      // An id that the caller gave stays: the same id again is the same act again.
      if (!headers.has('X-Request-ID')) headers.set('X-Request-ID', randomUUID());
      const body = Buffer.from(await request.clone().arrayBuffer());
      if (body.length > 0)
        headers.set('Digest', `SHA-256=${createHash('sha256').update(body).digest('base64')}`);
      headers.set('TPP-Signature-Certificate', certificate.raw.toString('base64'));

      // Names and values are read from the request that leaves, so that what is signed is what is sent.
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

/** Header values hold one byte per character; the issuer's name may need more. */
const inBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Refusals of the bank are JSON. Anything else comes from something in between, and no type would fit it. */
const bankAnswersOnly: Middleware = {
  async onResponse({ request, response }) {
    if (response.ok || response.headers.get('content-type')?.startsWith('application/json')) return;
    throw new Error(`${request.method} ${request.url}: HTTP ${response.status}, and not by the bank`);
  },
};
