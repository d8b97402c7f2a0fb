/** The headers of a call to the bank. Their values have no line breaks, so no value can add a header. */
import { type HeaderReader, headerTable } from '../../domain/headers.ts';
import type { Branded } from '../../domain/values/brand.ts';
import { headerText } from '../../domain/values/text.ts';
import type { UpstreamPsu } from './ids.ts';

/** Made only by `readPassedHeaders`. */
export type PassedHeaders = Branded<Readonly<Record<string, string>>, 'PassedHeaders'>;

/** Without PSU-ID, because this service makes the PSU-ID that it sends to the bank. */
const passedNames = headerTable
  .map(({ name }) => name)
  .filter((name) => /^(X-)?PSU-/.test(name) || name === 'TPP-Redirect-Preferred')
  .filter((name) => name !== 'PSU-ID');

/** Call it only after the headers have been checked. */
export function readPassedHeaders(readHeader: HeaderReader): PassedHeaders {
  const entries = passedNames.flatMap((name) => {
    const value = readHeader(name);
    return value ? [[name, headerText(value)] as const] : [];
  });
  return Object.fromEntries(entries) as PassedHeaders;
}

export interface HeaderSources {
  /** From the TPP's certificate. */
  readonly tpp: { readonly tppId: string; readonly name: string };
  readonly headers?: PassedHeaders;
  readonly psu?: UpstreamPsu;
  /** An address of this service. */
  readonly redirectUri?: string;
}

export function headersOf(
  { tpp, headers, psu, redirectUri }: HeaderSources,
  requestId: string,
): Record<string, string> {
  if (psu && psu.tppId !== tpp.tppId) throw new Error('a PSU of another TPP');
  const baseHeaders = {
    ...headers,
    Accept: 'application/json',
    'User-Agent': 'psd2-bank',
    // Asks for amounts as texts, because JSON numbers may be rounded.
    'x-accept-fix': 'amount-as-string',
    'X-Request-ID': requestId,
    'TPP-Brand-Logging-Information': shortenBrand(tpp.name || tpp.tppId),
    ...(psu?.psuId ? { 'PSU-ID': psu.psuId } : {}),
    ...(psu?.sessionId ? { 'TPP-Session-ID': psu.sessionId } : {}),
    ...(redirectUri ? { 'TPP-Redirect-URI': redirectUri } : {}),
  };
  return Object.fromEntries(
    Object.entries(baseHeaders)
      .map(([name, value]) => [name, toSingleLine(value)])
      .filter(([, value]) => value !== ''),
  );
}

/** A control character could end the header, and lone surrogates cannot be encoded. */
const toSingleLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

/** A bank may count the limit of TPP-Brand-Logging-Information, 140 characters, in bytes. */
const maxBrandBytes = 140;

function shortenBrand(name: string): string {
  let text = '';
  let bytes = 0;
  for (const character of toSingleLine(name)) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBrandBytes) break;
    text += character;
  }
  return text;
}
