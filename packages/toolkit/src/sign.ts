/** Shares no code with the bank's verifier. */
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
  /** Used if the headers have none. */
  readonly requestId?: string;
  readonly wrap?: 'plain' | 'B' | 'Q' | undefined;
  readonly covered?: readonly string[];
  readonly certificateHeader?: string;
}

/** In the order that clients use. */
export const orderOfNames: readonly string[] = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
];

export const coveredNames = (headers: Headers): readonly string[] =>
  orderOfNames.filter((name) => headers.has(name));

interface Prepared {
  readonly key: KeyObject;
  readonly keyId: string;
  readonly header: string;
}

/** A load generator uses the same identity repeatedly. */
const preparations = new WeakMap<SigningIdentity, Prepared>();

function prepare(identity: SigningIdentity): Prepared {
  const cachedPreparation = preparations.get(identity);
  if (cachedPreparation !== undefined) return cachedPreparation;
  const certificate = new X509Certificate(identity.certificatePem);
  const key = createPrivateKey(identity.privateKeyPem);
  const preparation = { key, keyId: keyIdOf(certificate), header: certificate.raw.toString('base64') };
  preparations.set(identity, preparation);
  return preparation;
}

/** The issuer's parts are in the order of the certificate. */
export function keyIdOf(certificate: X509Certificate): string {
  const serial = certificate.serialNumber.replace(/^0+(?=.)/, '');
  return `SN=${serial},CA=${certificate.issuer.split('\n').join(',')}`;
}

/** Keeps the headers of the request, also a signature. */
export function signRequest(
  request: Unsigned,
  identity: SigningIdentity,
  options: SignOptions = {},
): Headers {
  const { key, keyId, header } = prepare(identity);
  const headers = wireHeaders(request.headers);
  const add = (name: string, value: () => string) => {
    if (!headers.has(name)) headers.set(name, value());
  };
  const { body = null } = request;
  add('date', () => (options.now ?? new Date()).toUTCString());
  add('x-request-id', () => options.requestId ?? randomUUID());
  if (body !== null) {
    add('digest', () => digestOf(body));
    add('content-type', () => 'application/json');
  }
  add(options.certificateHeader ?? 'tpp-signature-certificate', () => header);
  add('signature', () => {
    const headerNames = options.covered ?? coveredNames(headers);
    const text = Buffer.from(signingStringOf(request, headers, headerNames), 'latin1');
    const signature = sign('RSA-SHA256', text, key).toString('base64');
    const value = `keyId="${keyId}",algorithm="rsa-sha256",headers="${headerNames.join(' ')}",signature="${signature}"`;
    return wrapped(value, options.wrap ?? 'plain');
  });
  return headers;
}

/** HTTP libraries represent every byte as a character. */
export function writtenHeaders(headers: Headers): readonly [string, string][] {
  return [...headers].map(([name, value]) => [name, Buffer.from(value, 'latin1').toString('utf8')]);
}

export function digestOf(body: string | Uint8Array): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
}

export function signingStringOf(request: Unsigned, headers: Headers, headerNames: readonly string[]): string {
  const { pathname, search } = new URL(request.url);
  const target = `${request.method.toLowerCase()} ${pathname}${search}`;
  const value = (name: string) => (name === '(request-target)' ? target : (headers.get(name) ?? ''));
  return headerNames.map((name) => `${name}: ${value(name.toLowerCase())}`).join('\n');
}

export function wireHeaders(plainHeaders: Unsigned['headers'] = {}): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(plainHeaders)) headers.set(name, wireValue(value));
  return headers;
}

function wireValue(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** B is in UTF-8, Q in ISO-8859-1 if that has all characters. */
function wrapped(value: string, form: 'plain' | 'B' | 'Q'): string {
  if (form === 'plain') return wireValue(value);
  if (form === 'B') return `=?utf-8?B?${Buffer.from(value, 'utf8').toString('base64')}?=`;
  const latin1 = Buffer.from(value, 'latin1').toString('latin1') === value;
  const bytes = Buffer.from(value, latin1 ? 'latin1' : 'utf8');
  const quoted = Array.from(bytes, (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  return `=?${latin1 ? 'iso-8859-1' : 'utf-8'}?Q?${quoted}?=`;
}
