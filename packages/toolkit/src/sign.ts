/** Signs requests. It shares no code with the bank's verifier. */
import { createHash, createPrivateKey, type KeyObject, randomUUID, sign, X509Certificate } from 'node:crypto';

export interface SigningIdentity {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

export interface Unsigned {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | null;
}

export interface TextRequest extends Unsigned {
  readonly body: string | null;
}

export interface SignOptions {
  readonly now?: Date;
  /** Used if the request has no X-Request-ID. */
  readonly requestId?: string;
  /** How the Signature header is encoded: B and Q are the forms of RFC 2047. */
  readonly wrap?: 'plain' | 'B' | 'Q' | undefined;
  /** The names of the signed headers, in their order. */
  readonly covered?: readonly string[];
  /** The name of the header with the certificate; TPP-Signature-Certificate by default. */
  readonly certificateHeader?: string;
}

/** By default, a signature covers those of these headers that the request has, in this order. */
export const signableHeaders: readonly string[] = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
];

export const coveredNames = (headers: Headers): readonly string[] =>
  signableHeaders.filter((name) => headers.has(name));

interface RequestSigner {
  readonly privateKey: KeyObject;
  readonly keyId: string;
  readonly certificateBase64: string;
}

/** Parsing a key takes long, and a load generator signs with one identity again and again. */
const signers = new WeakMap<SigningIdentity, RequestSigner>();

function signerOf(identity: SigningIdentity): RequestSigner {
  const cachedSigner = signers.get(identity);
  if (cachedSigner !== undefined) return cachedSigner;
  const certificate = new X509Certificate(identity.certificatePem);
  const signer = {
    privateKey: createPrivateKey(identity.privateKeyPem),
    keyId: keyIdOf(certificate),
    certificateBase64: certificate.raw.toString('base64'),
  };
  signers.set(identity, signer);
  return signer;
}

/** The issuer's parts are in the order of the certificate. */
export function keyIdOf(certificate: X509Certificate): string {
  const serial = certificate.serialNumber.replace(/^0+(?=.)/, '');
  return `SN=${serial},CA=${certificate.issuer.split('\n').join(',')}`;
}

/** Adds the headers that the request lacks. The signature comes last, because it covers others. */
export function signRequest(
  request: Unsigned,
  identity: SigningIdentity,
  options: SignOptions = {},
): Headers {
  const { privateKey, keyId, certificateBase64 } = signerOf(identity);
  const headers = wireHeaders(request.headers);
  const addMissing = (name: string, value: () => string) => {
    if (!headers.has(name)) headers.set(name, value());
  };
  const { body = null } = request;
  addMissing('date', () => (options.now ?? new Date()).toUTCString());
  addMissing('x-request-id', () => options.requestId ?? randomUUID());
  if (body !== null) {
    addMissing('digest', () => digestOf(body));
    addMissing('content-type', () => 'application/json');
  }
  addMissing(options.certificateHeader ?? 'tpp-signature-certificate', () => certificateBase64);
  addMissing('signature', () => {
    const headerNames = options.covered ?? coveredNames(headers);
    const text = Buffer.from(signingStringOf(request, headers, headerNames), 'latin1');
    const signature = sign('RSA-SHA256', text, privateKey).toString('base64');
    const value = `keyId="${keyId}",algorithm="rsa-sha256",headers="${headerNames.join(' ')}",signature="${signature}"`;
    return wrapped(value, options.wrap ?? 'plain');
  });
  return headers;
}

/** The reverse of `wireHeaders`: names, and values as their author wrote them. */
export const writtenHeaders = (headers: Headers): readonly [string, string][] =>
  [...headers].map(([name, value]) => [name, Buffer.from(value, 'latin1').toString('utf8')]);

export const digestOf = (body: string | Uint8Array): string =>
  `SHA-256=${createHash('sha256').update(body).digest('base64')}`;

export function signingStringOf(request: Unsigned, headers: Headers, headerNames: readonly string[]): string {
  const { pathname, search } = new URL(request.url);
  const target = `${request.method.toLowerCase()} ${pathname}${search}`;
  const value = (name: string) => (name === '(request-target)' ? target : (headers.get(name) ?? ''));
  return headerNames.map((name) => `${name}: ${value(name.toLowerCase())}`).join('\n');
}

/** Headers as fetch sends them: each character of a value stands for one byte of its UTF-8. */
export function wireHeaders(plainHeaders: Unsigned['headers'] = {}): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(plainHeaders)) headers.set(name, wireValue(value));
  return headers;
}

const wireValue = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** The forms of RFC 2047. B is in UTF-8. Q is in ISO-8859-1 if this has all characters of the value, otherwise in UTF-8. */
function wrapped(value: string, form: 'plain' | 'B' | 'Q'): string {
  if (form === 'plain') return wireValue(value);
  if (form === 'B') return `=?utf-8?B?${Buffer.from(value, 'utf8').toString('base64')}?=`;
  const isLatin1 = Buffer.from(value, 'latin1').toString('latin1') === value;
  const bytes = Buffer.from(value, isLatin1 ? 'latin1' : 'utf8');
  const quoted = Array.from(bytes, (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  return `=?${isLatin1 ? 'iso-8859-1' : 'utf-8'}?Q?${quoted}?=`;
}
