/**
 * Reads signature headers (draft-cavage-http-signatures-10), plain or in encoded words of RFC 2047, and computes
 * signing strings and digests. The list of algorithms is closed and has one entry.
 */

import { createHash } from 'node:crypto';
import rfc2047 from 'rfc2047';
import { type ComparedValues, type Refusal, refuse } from '../domain/refusal.ts';
import { boundedText, headerText } from '../domain/values/text.ts';

export interface SignatureParameters {
  /** The text between its quotes: `SN=…,CA=…`. */
  readonly keyId: string;
  /** Names in lower case, each once, in the order of the signing string. */
  readonly headers: readonly string[];
  readonly signature: Buffer;
}

/** Labels of a metric. */
export type SignatureFault = 'malformed' | 'key-id' | 'coverage' | 'mismatch';

export const signatureInvalid = (
  text: string,
  detail: SignatureFault = 'malformed',
  compared?: ComparedValues,
): Refusal =>
  refuse('SIGNATURE_INVALID', { path: 'Signature', text, detail, ...(compared ? { compared } : {}) });

/** null: the header cannot be read. */
export type ReadSignature = {
  readonly [Part in keyof SignatureParameters]: SignatureParameters[Part] | null;
};

export function readSignature(header: string): ReadSignature & { readonly faults: readonly string[] } {
  const text = decodeWords(header);
  const parameters = text === null ? encodedWrongly : readParameters(text);
  if (typeof parameters === 'string')
    return { keyId: null, headers: null, signature: null, faults: [parameters] };
  const faults: string[] = [];
  const required = (name: string): string | null => {
    const value = parameters.get(name.toLowerCase());
    if (value) return value;
    if (value === null) faults.push(`the value of ${name} must be in quotes: ${name}="…"`);
    else faults.push(`the parameter ${name}="…" is missing`);
    return null;
  };
  const keyId = required('keyId');
  const algorithm = required('algorithm');
  if (algorithm !== null && algorithm.toLowerCase() !== 'rsa-sha256')
    faults.push('the algorithm must be rsa-sha256');
  const headers = namesIn(required('headers'));
  if (headers !== null && new Set(headers).size !== headers.length)
    faults.push('the parameter headers contains a name twice');
  const signatureText = required('signature');
  const signature = signatureText === null ? null : canonicalBase64(signatureText);
  if (signatureText !== null && signature === null) faults.push('the value of signature is not valid Base64');
  return { keyId, headers, signature, faults };
}

/** The parameter, whatever else is wrong in the header. It helps to explain a request, but not to verify it. */
export function coveredNames(header: string): readonly string[] | null {
  const text = decodeWords(header);
  const parameters = text === null ? encodedWrongly : readParameters(text, true);
  return typeof parameters === 'string' ? null : namesIn(parameters.get('headers') ?? null);
}

const namesIn = (list: string | null): readonly string[] | null =>
  list === null ? null : list.toLowerCase().split(/ +/).filter(Boolean);

function canonicalBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** Decodes the two charsets that the specification names. */
const word = /^=\?(?:utf-8|iso-8859-1)\?(?:b\?([a-z0-9+/=]+)|q\?(?:[!-<>@-~]|=[0-9a-f]{2})+)\?=$/i;

const encodedWrongly = 'an encoded header must have the form =?utf-8?B?…?= or =?iso-8859-1?Q?…?=';

/** null: the text is malformed. The library is lenient; the check before it is not. */
function decodeWords(header: string): string | null {
  if (!header.startsWith('=?')) return headerText(header);
  const wellFormed = header.split(/[ \t]+/).every((each) => {
    const match = word.exec(each);
    return match !== null && (match[1] === undefined || canonicalBase64(match[1]) !== null);
  });
  const text = wellFormed ? rfc2047.decode(header) : header;
  return text.startsWith('=?') ? null : text;
}

/** Reads parameters of other drafts too, which may be bare tokens. */
const parameter = /[ \t]*([a-z]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S])*)"|[\w.:+-]+)[ \t]*(?:,|$)/iy;

/**
 * Ignores unknown names and a leading scheme, as in the Authorization header. Returns the text of a fault.
 */
function readParameters(text: string, lenient = false): ReadonlyMap<string, string | null> | string {
  const values = new Map<string, string | null>();
  const scheme = /^[ \t]*Signature[ \t]+/i.exec(text)?.[0].length ?? 0;
  for (parameter.lastIndex = scheme; parameter.lastIndex < text.length; ) {
    const [, name, value] = parameter.exec(text) ?? [];
    if (name === undefined)
      return 'the header must contain keyId, algorithm, headers and signature in the form name="value", separated by commas';
    if (values.has(name.toLowerCase())) {
      if (lenient) continue;
      return `the parameter ${name} appears twice`;
    }
    values.set(name.toLowerCase(), value ?? null);
  }
  return values;
}

/** Digests (RFC 3230, RFC 5843). The list of algorithms is closed; other digests are ignored. */
const algorithms: ReadonlyMap<string, string> = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);

const invalid = (text: string, compared?: ComparedValues): Refusal =>
  refuse('SIGNATURE_INVALID', { path: 'Digest', text, ...(compared ? { compared } : {}) });

/** At least one digest must be known, and every known one must match. Throws 401. */
export function verifyDigest(header: string, body: Uint8Array | null, explain: boolean): void {
  const own = new Map<string, string>();
  for (const part of header.split(',')) {
    const [, label, value] = /^[ \t]*([\w-]+)=([^\s,]+)[ \t]*$/.exec(part) ?? [];
    if (label === undefined)
      throw invalid('the header must have the form SHA-256=<Base64> or SHA-512=<Base64>');
    const algorithm = algorithms.get(label.toLowerCase());
    if (algorithm === undefined) continue;
    const digest =
      own.get(algorithm) ??
      createHash(algorithm)
        .update(body ?? '')
        .digest('base64');
    own.set(algorithm, digest);
    // ComparedValues as text, so Base64 that is not canonical is refused.
    if (value === digest) continue;
    throw explain ? difference(label, digest, value ?? '') : invalid('the digest does not match the body');
  }
  if (own.size === 0) throw invalid('the header must contain a digest by SHA-256 or SHA-512');
}

function difference(label: string, own: string, sentDigest: string): Refusal {
  const digestText = headerText(sentDigest);
  return invalid(
    `the bank received a body with ${label.toUpperCase()}=${own}, but the header contains ${label}=${boundedText(digestText, 100)}`,
    { of: 'DIGEST', expected: `${label}=${own}`, received: `${label}=${digestText}` },
  );
}

/**
 * Reads a date of RFC 1123, in GMT or with a numeric offset. The weekday may be missing, and the day may have one
 * digit, as Java prints it.
 */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const form =
  /^(?:([A-Z][a-z]{2}), )?(\d{1,2}) ([A-Z][a-z]{2}) ([1-9]\d{3}) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d) (?:GMT|([+-])([01]\d|2[0-3])([0-5]\d))$/;

/** The date in epoch milliseconds; null: it is malformed. */
export function parseHttpDate(text: string): number | null {
  const match = form.exec(text);
  if (match === null) return null;
  const [, weekday, day, monthName = '', year, hour, minute, second, sign, offsetHours, offsetMinutes] =
    match;
  const month = months.indexOf(monthName);
  const local = Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second));
  const date = new Date(local);
  if (month < 0 || date.getUTCDate() !== Number(day)) return null;
  if (weekday !== undefined && weekday !== weekdays[date.getUTCDay()]) return null;
  if (sign === undefined) return local;
  const ahead = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return sign === '+' ? local - ahead : local + ahead;
}

/**
 * The signing string (draft-cavage-http-signatures-10, 2.3): a line `name: value` for every covered header. Values and
 * string are bytes read as ISO-8859-1.
 */
export interface SignedParts {
  readonly method: string;
  /** The target byte for byte, with one character for each byte. */
  readonly target: string;
  readonly headers: { get(name: string): string | null };
}

/** null: the request does not contain the header. */
export function coveredValue({ method, target, headers }: SignedParts, name: string): string | null {
  // A character that is not a byte would be written as another target's byte.
  if (name === '(request-target)')
    return /[^\0-\xff]/.test(target) ? null : `${method.toLowerCase()} ${target}`;
  // Other names in parentheses belong to later drafts; Headers throws for an invalid name.
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) ? headers.get(name) : null;
}

export function signingString(parts: SignedParts, names: readonly string[]): string {
  return names.map((name) => `${name}: ${coveredValue(parts, name) ?? ''}`).join('\n');
}
