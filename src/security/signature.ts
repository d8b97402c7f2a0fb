/**
 * Reads the headers Signature (draft-cavage-http-signatures-10, RFC 2047), Digest and Date, and builds signing strings. The only signature
 * algorithm is rsa-sha256.
 */
import { hash } from 'node:crypto';
import { type ComparedValues, type Refusal, refuse } from '../domain/refusal.ts';
import { boundedText, headerText } from '../domain/values/text.ts';

/** Values of a label of the metric `psd2_signature_refusals_total`. */
export type SignatureFault = 'malformed' | 'key-id' | 'coverage' | 'mismatch';

export const refuseSignature = (
  text: string,
  detail: SignatureFault = 'malformed',
  compared?: ComparedValues,
): Refusal =>
  refuse('SIGNATURE_INVALID', { path: 'Signature', text, detail, ...(compared ? { compared } : {}) });

/** A field is null if its parameter is missing or malformed. */
export interface ParsedSignature {
  readonly keyId: string | null;
  /** Names in lower case, in the order of the signing string, each once. */
  readonly headers: readonly string[] | null;
  readonly signature: Buffer | null;
}

export function readSignature(header: string): ParsedSignature & { readonly faults: readonly string[] } {
  const text = decodeWords(header);
  const parameters = text === null ? encodingFault : readParameters(text, 'REFUSE_REPEATED');
  if (typeof parameters === 'string')
    return { keyId: null, headers: null, signature: null, faults: [parameters] };
  const faults: string[] = [];
  const readParameter = (name: string): string | null => {
    const value = parameters.get(name.toLowerCase());
    if (value) return value;
    // `readParameters` stores null for a value without quotes.
    const isUnquoted = value === null;
    if (isUnquoted) faults.push(`the value of ${name} must be in quotes: ${name}="…"`);
    else faults.push(`the parameter ${name}="…" is missing`);
    return null;
  };
  const keyId = readParameter('keyId');
  const algorithm = readParameter('algorithm');
  if (algorithm !== null && algorithm.toLowerCase() !== 'rsa-sha256')
    faults.push('the algorithm must be rsa-sha256');
  const hasCommas = parameters.get('headers')?.includes(',') ?? false;
  if (hasCommas) faults.push('the names in the parameter headers must be separated by spaces, not by commas');
  const names = hasCommas ? null : splitNames(readParameter('headers'));
  const headers = withoutRepetitions(names);
  if (headers?.length !== names?.length) faults.push('the parameter headers contains a name twice');
  const signatureText = readParameter('signature');
  const signature = signatureText === null ? null : canonicalBase64(signatureText);
  if (signatureText !== null && signature === null) faults.push('the value of signature is not valid Base64');
  return { keyId, headers, signature, faults };
}

/** Reads `headers` even if the other parameters are wrong, to explain a request. null: `headers` cannot be read. */
export function readCoveredNames(header: string): readonly string[] | null {
  const text = decodeWords(header);
  const parameters = text === null ? encodingFault : readParameters(text, 'TAKE_FIRST');
  return typeof parameters === 'string'
    ? null
    : withoutRepetitions(splitNames(parameters.get('headers') ?? null));
}

const splitNames = (list: string | null): readonly string[] | null =>
  list === null ? null : list.toLowerCase().split(/ +/).filter(Boolean);

/** The signing string of repeated names could be thousands of times as long as the request. */
const withoutRepetitions = (names: readonly string[] | null) => names && [...new Set(names)];

function canonicalBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** An encoded word of RFC 2047, in one of the two charsets that the specification allows. */
const encodedWord = /^=\?(utf-8|iso-8859-1)\?(?:b\?([a-z0-9+/=]+)|q\?((?:[!-<>@-~]|=[0-9a-f]{2})+))\?=$/i;

const encodingFault = 'an encoded header must have the form =?utf-8?B?…?= or =?iso-8859-1?Q?…?=';

/** null: an encoded word is malformed. A header without encoded words is returned as text. */
function decodeWords(header: string): string | null {
  if (!header.startsWith('=?')) return headerText(header);
  const words = header.split(/[ \t]+/).map(readWord);
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  try {
    for (const word of words) {
      if (word === null) return null;
      // A character may begin in one word of UTF-8 and end in the next. `utf8.decode()` throws if its end is missing.
      text += word.isUtf8
        ? utf8.decode(word.bytes, { stream: true })
        : utf8.decode() + word.bytes.toString('latin1');
    }
    return text + utf8.decode();
  } catch {
    return null;
  }
}

function readWord(word: string): { readonly isUtf8: boolean; readonly bytes: Buffer } | null {
  const [, charset, base64, quoted = ''] = encodedWord.exec(word) ?? [];
  if (charset === undefined) return null;
  const bytes = base64 === undefined ? quotedBytes(quoted) : canonicalBase64(base64);
  return bytes && { isUtf8: charset.toLowerCase() === 'utf-8', bytes };
}

function quotedBytes(text: string): Buffer {
  const unquoted = text
    .replaceAll('_', ' ')
    .replaceAll(/=(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(unquoted, 'latin1');
}

/** `name="value"`, or a token without quotes as in later drafts, which is read as null. */
const parameterPattern = /[ \t]*([a-z]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S])*)"|[\w.:+-]+)[ \t]*(?:,|$)/iy;

/** A returned string is the text of a fault. The word `Signature` at the beginning, as in an Authorization header, is ignored. */
function readParameters(
  text: string,
  repetitions: 'REFUSE_REPEATED' | 'TAKE_FIRST',
): ReadonlyMap<string, string | null> | string {
  const values = new Map<string, string | null>();
  const schemeLength = /^[ \t]*Signature[ \t]+/i.exec(text)?.[0].length ?? 0;
  parameterPattern.lastIndex = schemeLength;
  while (parameterPattern.lastIndex < text.length) {
    const [, name, value] = parameterPattern.exec(text) ?? [];
    if (name === undefined)
      return 'the header must contain keyId, algorithm, headers and signature in the form name="value", separated by commas';
    if (values.has(name.toLowerCase())) {
      if (repetitions === 'TAKE_FIRST') continue;
      return `the parameter ${name} appears twice`;
    }
    values.set(name.toLowerCase(), value ?? null);
  }
  return values;
}

const digestAlgorithms: ReadonlyMap<string, string> = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);

const refuseDigest = (text: string, compared?: ComparedValues): Refusal =>
  refuse('SIGNATURE_INVALID', { path: 'Digest', text, ...(compared ? { compared } : {}) });

/** Throws unless the header has a digest by a known algorithm, and all such digests match. Other algorithms are ignored. */
export function verifyDigest(header: string, body: Uint8Array | null, explain: boolean): void {
  const computedDigests = new Map<string, string>();
  for (const part of header.split(',')) {
    const [, label, value] = /^[ \t]*([\w-]+)=([^\s,]+)[ \t]*$/.exec(part) ?? [];
    if (label === undefined)
      throw refuseDigest('the header must have the form SHA-256=<Base64> or SHA-512=<Base64>');
    const algorithm = digestAlgorithms.get(label.toLowerCase());
    if (algorithm === undefined) continue;
    const digest = computedDigests.get(algorithm) ?? hash(algorithm, body ?? '', 'base64');
    computedDigests.set(algorithm, digest);
    // Texts are compared, so Base64 that is not canonical is refused.
    if (value === digest) continue;
    throw explain
      ? refuseDifferentDigest({ label, algorithm, digest }, value ?? '', body ?? new Uint8Array())
      : refuseDigest('the digest does not match the body');
  }
  if (computedDigests.size === 0)
    throw refuseDigest('the header must contain a digest by SHA-256 or SHA-512');
}

interface ComputedDigest {
  readonly label: string;
  readonly algorithm: string;
  /** In Base64. */
  readonly digest: string;
}

function refuseDifferentDigest(computed: ComputedDigest, sentDigest: string, body: Uint8Array): Refusal {
  const { label, digest } = computed;
  const digestText = headerText(sentDigest);
  const mistake = digestMistake(computed, sentDigest, body);
  const end = mistake === null ? '' : `, which is ${mistake}`;
  return refuseDigest(
    `the bank received a body of ${body.length} bytes with ${label.toUpperCase()}=${digest}, but the header contains ${label}=${boundedText(digestText, 100)}${end}`,
    { of: 'DIGEST', expected: `${label}=${digest}`, received: `${label}=${digestText}` },
  );
}

/** Longer bodies cost too much time to hash several times. */
const rehashedBytesAtMost = 65_536;

/** What the client has hashed or encoded instead of the body. null: no known mistake. */
function digestMistake(
  { algorithm, digest }: ComputedDigest,
  sentDigest: string,
  body: Uint8Array,
): string | null {
  if (body.length > rehashedBytesAtMost) return null;
  const digestBytes = Buffer.from(digest, 'base64');
  const hex = digestBytes.toString('hex');
  const text = Buffer.from(body).toString('latin1');
  const hashOf = (variant: string) => hash(algorithm, Buffer.from(variant, 'latin1'), 'base64');
  const mistakes: readonly (readonly [string, string])[] = [
    [hex, 'the hash in hex: send it in Base64'],
    [Buffer.from(hex).toString('base64'), 'the Base64 of the hash in hex: encode the bytes of the hash'],
    [digest.replaceAll('=', ''), 'Base64 without its padding'],
    [digestBytes.toString('base64url'), 'Base64 for URLs: send Base64 with + and /, and with padding'],
    [hashOf(`${text}\n`), 'the digest of the body with a line break at its end'],
    [hashOf(text.replace(/\r?\n$/, '')), 'the digest of the body without the line break at its end'],
    [hashOf(text.replace(/\r?\n/g, '\r\n')), 'the digest of the body with CRLF instead of LF'],
    [hashOf(text.replaceAll('\r\n', '\n')), 'the digest of the body with LF instead of CRLF'],
    [hashOf(''), 'the digest of an empty body'],
  ];
  // The client may have written the hex in capitals.
  return mistakes.find(([wrong]) => wrong === sentDigest || wrong === sentDigest.toLowerCase())?.[1] ?? null;
}

/** A date of RFC 1123. As in Java, the weekday may be missing, and the day may have one digit. */
const datePattern =
  /^(?:([A-Z][a-z]{2}), )?(\d{1,2}) ([A-Z][a-z]{2}) ([1-9]\d{3}) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d) (GMT|[+-](?:[01]\d|2[0-3])[0-5]\d)$/;

/** Epoch milliseconds; null: the date is malformed. */
export function parseHttpDate(text: string): number | null {
  const [, weekday = '', day = '', month, year, time, zone] = datePattern.exec(text) ?? [];
  if (zone === undefined) return null;
  // Node takes 30 February for a day in March, and ignores the weekday. So `text` must contain the date that Node has read.
  const readDate = new Date(`${day} ${month} ${year} ${time} GMT`).toUTCString();
  const isSame =
    readDate.startsWith(weekday) && readDate.includes(`, ${day.padStart(2, '0')} ${month} ${year} `);
  return isSame ? Date.parse(`${day} ${month} ${year} ${time} ${zone}`) : null;
}

/** The parts of a request that a signature can cover. They are signed as ISO-8859-1, in which each character is one byte. */
export interface SignedParts {
  readonly method: string;
  readonly target: string;
  readonly headers: { get(name: string): string | null };
}

/** null: the name is not valid, the request has no header with this name, or the name is (request-target) and the target is not valid. */
export function coveredValue({ method, target, headers }: SignedParts, name: string): string | null {
  // A character above U+00FF in the target is not valid: it would become another byte, so a signature of another target could match.
  if (name === '(request-target)')
    return /[^\0-\xff]/.test(target) ? null : `${method.toLowerCase()} ${target}`;
  // `headers.get` throws for an invalid name, such as `(created)` in later drafts.
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) ? headers.get(name) : null;
}

export function signingString(parts: SignedParts, names: readonly string[]): string {
  return names.map((name) => `${name}: ${coveredValue(parts, name) ?? ''}`).join('\n');
}
