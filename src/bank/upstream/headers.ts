/**
 * The headers of a call: what a TPP has said of its PSU passes, who the PSU is goes by ids of ours, and the TPP is named to
 * whoever approves. No value can end a header and begin another. Start at `headersOf`.
 */
import { type HeaderReader, headerTable } from '../../domain/headers.ts';
import type { Branded } from '../../domain/values/brand.ts';
import { headerText } from '../../domain/values/text.ts';
import type { UpstreamPsu } from './ids.ts';

/** Headers of a TPP that may go to the bank upstream; `passedHeaders` alone makes them. */
export type PassedHeaders = Branded<Readonly<Record<string, string>>, 'PassedHeaders'>;

/** PSU-ID is derived; TPP-Redirect-Preferred says what the PSU can do, and so belongs to those of the PSU. */
const passing = headerTable
  .map(({ name }) => name)
  .filter((name) => (/^(X-)?PSU-/.test(name) && name !== 'PSU-ID') || name === 'TPP-Redirect-Preferred');

/** What a request, whose headers have passed their checks, says of the PSU. */
export function passedHeaders(readHeader: HeaderReader): PassedHeaders {
  const entries = passing.flatMap((name) => {
    const value = readHeader(name);
    return value ? [[name, headerText(value)] as const] : [];
  });
  return Object.fromEntries(entries) as PassedHeaders;
}

export const noHeaders: PassedHeaders = {} as PassedHeaders;

/** The TPP as its certificate has it. */
export interface Tpp {
  readonly tppId: string;
  readonly name: string;
}

export interface Given {
  readonly tpp: Tpp;
  readonly headers: PassedHeaders;
  readonly psu: UpstreamPsu | null;
  /** Where the bank sends the PSU back to: an address of this service. */
  readonly redirectUri: string | null;
  readonly requestId: string;
}

/** The headers before they are signed. */
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

/** Without control characters, which would end the header, and without lone surrogates, which have no bytes. */
const inOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();

/** As many whole characters as go into 140 bytes, which is what the header holds. */
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
