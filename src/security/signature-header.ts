/**
 * The Signature header of draft-cavage-http-signatures-10: its parameters, plain or in RFC 2047 encoded words.
 * The closed list of algorithms is here, and has one entry.
 */
import rfc2047 from 'rfc2047';
import { type Compared, type Refusal, refuse } from '../domain/refusal.ts';
import { headerText } from '../domain/values/header-text.ts';

export interface SignatureParameters {
  /** As written between its quotes: `SN=…,CA=…`. */
  readonly keyId: string;
  /** Covered header names, lower case, each once, in the order of the signing string. */
  readonly headers: readonly string[];
  readonly signature: Buffer;
}

/** Why a Signature header is refused, in the words of a metric. */
export type SignatureFault = 'malformed' | 'key-id' | 'coverage' | 'mismatch';

export const signatureInvalid = (
  text: string,
  detail: SignatureFault = 'malformed',
  compared?: Compared,
): Refusal =>
  refuse('SIGNATURE_INVALID', { path: 'Signature', text, detail, ...(compared ? { compared } : {}) });

/** What can be read of a header, whatever else is wrong with it. */
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
    faults.push(`the parameter ${name}="…" is missing`);
    return null;
  };
  const keyId = required('keyId');
  const algorithm = required('algorithm');
  if (algorithm !== null && algorithm.toLowerCase() !== 'rsa-sha256')
    faults.push('the algorithm must be rsa-sha256');
  const headers = namesIn(required('headers'));
  if (headers !== null && new Set(headers).size !== headers.length) faults.push('a header is covered twice');
  const written = required('signature');
  const signature = written === null ? null : canonicalBase64(written);
  if (written !== null && signature === null) faults.push('the signature is not Base64');
  return { keyId, headers, signature, faults };
}

/** The names that a header covers, whatever else is wrong with it; for whoever explains a request, not for a guard. */
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

/** One encoded word; the charsets are the two that the specification names. */
const word = /^=\?(?:utf-8|iso-8859-1)\?(?:b\?([a-z0-9+/=]+)|q\?(?:[!-<>@-~]|=[0-9a-f]{2})+)\?=$/i;

const encodedWrongly = 'an encoded header must read =?utf-8?B?…?= or =?iso-8859-1?Q?…?=';

/** A header in encoded words becomes what they hold; null: they are none. The library is lenient; the check in front of it is not. */
function decodeWords(header: string): string | null {
  if (!header.startsWith('=?')) return headerText(header);
  const wellFormed = header.split(/[ \t]+/).every((each) => {
    const found = word.exec(each);
    return found !== null && (found[1] === undefined || canonicalBase64(found[1]) !== null);
  });
  const text = wellFormed ? rfc2047.decode(header) : header;
  return text.startsWith('=?') ? null : text;
}

/** `name="value"`, or a bare token for parameters of other drafts, up to a comma or the end. */
const parameter = /[ \t]*([a-z]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S])*)"|[\w.:+-]+)[ \t]*(?:,|$)/iy;

/**
 * Every name once; unknown ones are ignored, and so is the scheme that the Authorization form has in front. A text says
 * what is wrong.
 */
function readParameters(text: string, lenient = false): ReadonlyMap<string, string | null> | string {
  const found = new Map<string, string | null>();
  const scheme = /^[ \t]*Signature[ \t]+/i.exec(text)?.[0].length ?? 0;
  for (parameter.lastIndex = scheme; parameter.lastIndex < text.length; ) {
    const [, name, value] = parameter.exec(text) ?? [];
    if (name === undefined)
      return 'the header must hold keyId, algorithm, headers and signature as name="value", by commas';
    if (found.has(name.toLowerCase())) {
      if (lenient) continue;
      return `the parameter ${name} stands twice`;
    }
    found.set(name.toLowerCase(), value ?? null);
  }
  return found;
}
