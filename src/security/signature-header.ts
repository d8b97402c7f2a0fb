/** The Signature header: its parameters, plain or in RFC 2047 encoded words (specification 5.1, contract 4). */
import rfc2047 from 'rfc2047';
import { refuse } from '../domain/refusal.ts';

export interface SignatureParameters {
  /** As written: `SN=…,CA=…`. */
  readonly keyId: string;
  /** Covered header names, lower case, in the order of the signing string. */
  readonly headers: readonly string[];
  readonly signature: Buffer;
}

export const malformed = (text: string) => refuse('SIGNATURE_INVALID', { path: 'Signature', text });

/** Reads the header; throws 401 for anything but well-formed parameters with rsa-sha256. */
export function parseSignature(header: string): SignatureParameters {
  const parameters = readParameters(decodeWords(header.trim()));
  const required = (name: string): string => {
    const value = parameters.get(name);
    if (value === undefined || value === '') throw malformed(`the parameter ${name} is missing`);
    return value;
  };
  const keyId = required('keyid');
  if (required('algorithm').toLowerCase() !== 'rsa-sha256') throw malformed('the algorithm must be rsa-sha256');
  const headers = required('headers').toLowerCase().split(' ').filter((name) => name !== '');
  if (new Set(headers).size !== headers.length) throw malformed('a header is covered twice');
  const encoded = required('signature');
  const signature = Buffer.from(encoded, 'base64');
  if (signature.length === 0 || signature.toString('base64') !== encoded) throw malformed('the signature is not Base64');
  return { keyId, headers, signature };
}

/** Encoded words become what they hold; the charset must be UTF-8 or ISO-8859-1. */
function decodeWords(header: string): string {
  if (!header.startsWith('=?')) return header;
  const words = [...header.matchAll(/=\?([^?]+)\?([bq])\?([^?]*)\?=/gi)];
  const rest = words.reduce((text, [word]) => text.replace(word, ''), header);
  const known = words.every(([, charset = '']) => /^(utf-8|iso-8859-1)$/i.test(charset));
  if (words.length === 0 || rest.trim() !== '' || !known) {
    throw malformed('an encoded header must be =?utf-8?B?…?= or =?iso-8859-1?Q?…?=');
  }
  return rfc2047.decode(header);
}

const parameter = /\s*([A-Za-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([0-9]+))\s*(?:,|$)/y;

/** `name="value"` pairs by commas; every name once. */
function readParameters(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const bare = text.replace(/^Signature\s+(?=[A-Za-z]+=)/i, '');
  for (parameter.lastIndex = 0; parameter.lastIndex < bare.length; ) {
    const [, name, quoted, number] = parameter.exec(bare) ?? [];
    if (name === undefined) throw malformed('the header must hold keyId, algorithm, headers and signature as name="value"');
    const key = name.toLowerCase();
    if (found.has(key)) throw malformed(`the parameter ${name} stands twice`);
    // Only a quote is escaped by a backslash here: the backslashes of a distinguished name are its own.
    found.set(key, quoted?.replaceAll('\\"', '"') ?? number ?? '');
  }
  return found;
}
