/**
 * Takes a signed request apart for a developer: the signing string as this side builds it, and what is true of each part.
 * It reads like the bank does but shares no code with it, so that each can be held against the other.
 */
import { verify, X509Certificate } from 'node:crypto';
import { digestOf, keyIdOf, signingStringOf, type Unsigned } from './sign.ts';

/** The parameters of a Signature header, plain or in encoded words; what is missing is empty. */
export function readSignature(header: string): {
  keyId: string;
  algorithm: string;
  headers: string[];
  signature: string;
} {
  const plain = header.replace(
    /=\?([^?]+)\?([bq])\?([^?]*)\?=\s*/gi,
    (_, charset: string, kind: string, text: string) => {
      const bytes = kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quotedBytes(text);
      return bytes.toString(/utf-8/i.test(charset) ? 'utf8' : 'latin1');
    },
  );
  const read = (name: string) =>
    new RegExp(`(?:^|[,\\s])${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(plain)?.[1] ?? '';
  const headers = read('headers').toLowerCase().split(' ').filter(Boolean);
  return { keyId: read('keyId'), algorithm: read('algorithm'), headers, signature: read('signature') };
}

function quotedBytes(text: string): Buffer {
  const decoded = text
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
}

/** Lines for a terminal. The certificate is the one of the header, which may differ from the TPP's own. */
export function explainRequest(request: Unsigned, headers: Headers, now: Date = new Date()): string {
  const { keyId, algorithm, headers: covered, signature } = readSignature(headers.get('signature') ?? '');
  const text = signingStringOf(request, headers, covered);
  const certificate = readCertificate(headers.get('tpp-signature-certificate') ?? '');
  const verified =
    certificate !== null &&
    verify(
      'RSA-SHA256',
      Buffer.from(text, 'latin1'),
      certificate.publicKey,
      Buffer.from(signature, 'base64'),
    );
  const parts: [string, string][] = [
    [
      'keyId',
      `${keyId}${certificate && keyId !== keyIdOf(certificate) ? `\n${indent}the certificate says ${keyIdOf(certificate)}` : ''}`,
    ],
    ['algorithm', algorithm || 'missing'],
    ['headers', `${covered.join(' ')}${missing(headers, covered)}`],
    [
      'signature',
      verified
        ? 'verifies with the key of the certificate'
        : 'does NOT verify with the key of the certificate',
    ],
    ['Date', age(headers.get('date') ?? '', now)],
    ['Digest', digest(headers.get('digest'), request.body ?? null)],
    ['certificate', certificate === null ? 'cannot be read' : described(certificate)],
  ];
  const sent = [...headers].map(([name, value]) => `  ${name}: ${value}`);
  return [
    'Signing string (no line break at its end)',
    ...text.split('\n').map((line) => `  ${line}`),
    '',
    'What it is made of',
    ...parts.map(([name, value]) => `  ${name.padEnd(13)}${value}`),
    '',
    'Headers',
    ...sent,
  ].join('\n');
}

const indent = ' '.repeat(15);
const mustBeCovered = ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'];

function missing(headers: Headers, covered: readonly string[]): string {
  const names = mustBeCovered.filter((name) => headers.has(name) && !covered.includes(name));
  return names.length === 0 ? '' : `\n${indent}NOT covered, but must be: ${names.join(' ')}`;
}

function age(date: string, now: Date): string {
  const seconds = Math.round((now.getTime() - Date.parse(date)) / 1_000);
  return Number.isNaN(seconds)
    ? `${date} cannot be read`
    : `${date}, ${Math.abs(seconds)} s ${seconds < 0 ? 'ahead' : 'ago'}`;
}

function digest(header: string | null, body: string | Uint8Array | null): string {
  if (header === null) return body === null ? 'none, and no body' : 'none, though there is a body';
  const own = digestOf(body ?? '');
  return header === own ? `${header}, that of the body` : `${header}\n${indent}the body has ${own}`;
}

function readCertificate(header: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(header.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64'));
  } catch {
    return null;
  }
}

function described(certificate: X509Certificate): string {
  const line = (name: string) => name.split('\n').join(', ');
  return [
    line(certificate.subject),
    `issued by ${line(certificate.issuer)}`,
    `valid from ${certificate.validFrom} to ${certificate.validTo}`,
  ].join(`\n${indent}`);
}
