/** Signs a request as a TPP does (specification 5.1): Date, Digest, certificate and Signature beside its own headers. */
import { createHash, createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto';

export interface Identity {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

export interface Unsigned {
  readonly method: string;
  /** Absolute address. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
}

export interface SignOptions {
  readonly now?: Date;
  /** RFC 2047 form of the Signature header; plain by default. */
  readonly wrap?: 'plain' | 'B' | 'Q';
  /** Headers to cover instead of the ones that the interface demands. */
  readonly covered?: readonly string[];
}

const coveredWhenPresent = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

const keys = new Map<string, { key: ReturnType<typeof createPrivateKey>; keyId: string; header: string }>();

/** Parsed once per certificate: a load generator signs with the same key over and over. */
function prepared(identity: Identity) {
  const found = keys.get(identity.certificatePem);
  if (found) return found;
  const certificate = new X509Certificate(identity.certificatePem);
  const made = {
    key: createPrivateKey(identity.privateKeyPem),
    keyId: keyIdOf(certificate),
    header: certificate.raw.toString('base64'),
  };
  keys.set(identity.certificatePem, made);
  return made;
}

/** `SN=<serial in hex>,CA=<issuer>`, the issuer's parts as the certificate has them. */
export function keyIdOf(certificate: X509Certificate): string {
  return `SN=${certificate.serialNumber.replace(/^0+(?=.)/, '')},CA=${certificate.issuer.split('\n').join(',')}`;
}

/** The headers of the signed request, the given ones included. */
export function signRequest(request: Unsigned, identity: Identity, options: SignOptions = {}): Headers {
  const { key, keyId, header } = prepared(identity);
  const headers = new Headers(request.headers);
  if (!headers.has('date')) headers.set('date', (options.now ?? new Date()).toUTCString());
  if (!headers.has('x-request-id')) headers.set('x-request-id', randomUUID());
  if (request.body != null && !headers.has('digest')) headers.set('digest', digestOf(request.body));
  if (request.body != null && !headers.has('content-type')) headers.set('content-type', 'application/json');
  if (!headers.has('tpp-signature-certificate')) headers.set('tpp-signature-certificate', header);
  const covered = options.covered ?? coveredWhenPresent.filter((name) => headers.has(name));
  const text = signingStringOf(request, headers, covered);
  const signature = sign('RSA-SHA256', Buffer.from(text, 'latin1'), key).toString('base64');
  const value = `keyId="${keyId}",algorithm="rsa-sha256",headers="${covered.join(' ')}",signature="${signature}"`;
  headers.set('signature', wrapped(value, options.wrap ?? 'plain'));
  return headers;
}

export function digestOf(body: string | Uint8Array): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
}

/** The string that is signed: one `name: value` line per covered header. */
export function signingStringOf(request: Unsigned, headers: Headers, covered: readonly string[]): string {
  const url = new URL(request.url);
  return covered
    .map((name) =>
      name === '(request-target)'
        ? `(request-target): ${request.method.toLowerCase()} ${url.pathname}${url.search}`
        : `${name}: ${headers.get(name) ?? ''}`,
    )
    .join('\n');
}

function wrapped(value: string, form: 'plain' | 'B' | 'Q'): string {
  if (form === 'plain') return value;
  if (form === 'B') return `=?utf-8?B?${Buffer.from(value, 'latin1').toString('base64')}?=`;
  const quoted = value.replace(/[^A-Za-z0-9]/g, (c) => `=${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
  return `=?iso-8859-1?Q?${quoted}?=`;
}
