/**
 * Passes on what the TPP says of its PSU, replaces the PSU's ids by ours, and names the TPP. No value can start another
 * header.
 */
import { type HeaderReader, headerTable } from '../../domain/headers.ts';
import type { Branded } from '../../domain/values/brand.ts';
import { headerText } from '../../domain/values/text.ts';
import type { UpstreamPsu } from './ids.ts';

/** Made only by `passedHeaders`. */
export type PassedHeaders = Branded<Readonly<Record<string, string>>, 'PassedHeaders'>;

/** PSU-ID is derived. TPP-Redirect-Preferred is about the PSU, so it passes. */
const passing = headerTable
  .map(({ name }) => name)
  .filter((name) => (/^(X-)?PSU-/.test(name) && name !== 'PSU-ID') || name === 'TPP-Redirect-Preferred');

/** The headers must have passed their checks. */
export function passedHeaders(readHeader: HeaderReader): PassedHeaders {
  const entries = passing.flatMap((name) => {
    const value = readHeader(name);
    return value ? [[name, headerText(value)] as const] : [];
  });
  return Object.fromEntries(entries) as PassedHeaders;
}

export const noHeaders: PassedHeaders = {} as PassedHeaders;

/** As in the certificate. */
export interface Tpp {
  readonly tppId: string;
  readonly name: string;
}

export interface Given {
  readonly tpp: Tpp;
  readonly headers: PassedHeaders;
  readonly psu: UpstreamPsu | null;
  /** An address of this service. */
  readonly redirectUri: string | null;
  readonly requestId: string;
}

export function headersOf({ tpp, headers, psu, redirectUri, requestId }: Given): Record<string, string> {
  if (psu !== null && psu.tppId !== tpp.tppId) throw new Error('a PSU of another TPP');
  const baseHeaders = {
    ...headers,
    Accept: 'application/json',
    'User-Agent': 'psd2-bank',
    'x-accept-fix': 'amount-as-string',
    'X-Request-ID': requestId,
    'TPP-Brand-Logging-Information': shortened(tpp.name || tpp.tppId),
    ...(psu?.psuId ? { 'PSU-ID': psu.psuId } : {}),
    ...(psu?.sessionId ? { 'TPP-Session-ID': psu.sessionId } : {}),
    ...(redirectUri === null ? {} : { 'TPP-Redirect-URI': redirectUri }),
  };
  return Object.fromEntries(
    Object.entries(baseHeaders)
      .map(([name, value]) => [name, inOneLine(value)])
      .filter(([, value]) => value !== ''),
  );
}

/** Control characters would end the header; lone surrogates have no bytes. */
const inOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

/** As many whole characters as fit in 140 bytes, the limit of the header. */
function shortened(name: string): string {
  let text = '';
  let bytes = 0;
  for (const character of inOneLine(name)) {
    bytes += Buffer.byteLength(character);
    if (bytes > 140) break;
    text += character;
  }
  return text;
}
