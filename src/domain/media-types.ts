/**
 * Checks media types (RFC 9110). Each check takes time in proportion to the length of the header, and repeats no
 * part of the header in a response.
 */
import { parse } from 'content-type';
import Negotiator from 'negotiator';
import type { HeaderReader } from './headers.ts';
import { refuse } from './refusal.ts';

const utf8Names: readonly (string | undefined)[] = [undefined, 'utf-8', 'utf8'];
const isUtf8 = (charset: string | undefined): boolean => utf8Names.includes(charset?.toLowerCase());

const noCompression: readonly string[] = ['', 'identity'];

/** Without a Content-Type the body counts as JSON, unless the type is required. */
export function requireJsonBody(readHeader: HeaderReader, { typeRequired = false } = {}): void {
  const type = readHeader('Content-Type');
  if (type === null ? typeRequired : !isMediaType(type, 'application/json'))
    throw refuse('MEDIA_TYPE_UNSUPPORTED', { path: 'Content-Type' });
  const encodings = (readHeader('Content-Encoding') ?? '').split(',');
  if (!encodings.every((encoding) => noCompression.includes(encoding.trim().toLowerCase())))
    throw refuse('MEDIA_TYPE_UNSUPPORTED', {
      path: 'Content-Encoding',
      text: 'the body must not be compressed',
    });
}

export function isMediaType(header: string, mediaType: string): boolean {
  const { type, parameters } = parse(header);
  return type === mediaType && isUtf8(parameters.charset);
}

const acceptLengthAtMost = 500;

/** Whether a browser wants a page: Accept gives HTML more weight than JSON. */
export function prefersHtml(readHeader: HeaderReader): boolean {
  const accept = (readHeader('Accept') ?? '').slice(0, acceptLengthAtMost);
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}

const anyType = '*/*';

/** The offered types that the client accepts, the best first. Throws 406 with `refusalText` if it accepts none. */
export function acceptedTypes(
  readHeader: HeaderReader,
  offers: readonly string[],
  refusalText?: string,
): readonly string[] {
  const accept = readHeader('Accept') ?? anyType;
  // Most clients send `*/*` or exactly one of the offers, which need no parsing.
  if (accept === anyType) return offers;
  if (offers.includes(accept)) return [accept];
  const ranges = rangesOf(accept);
  if (ranges === null) return offers;
  const types = new Negotiator({ headers: { accept: ranges.join() } }).mediaTypes([...offers]);
  if (types.length > 0) return types;
  throw refuse('NOT_ACCEPTABLE', {
    path: 'Accept',
    text: refusalText ?? `the Accept header must allow ${offers.join(' or ')}`,
  });
}

/** null: the header names no media range. */
function rangesOf(accept: string): readonly string[] | null {
  const ranges: string[] = [];
  let hasRange = false;
  for (let start = 0; start < accept.length; ) {
    const { type, parameters, index } = parse(accept, { comma: true, start });
    start = index + 1;
    if (type === '') continue;
    hasRange = true;
    const quality = Number.parseFloat(parameters.q ?? '1');
    if (isUtf8(parameters.charset)) ranges.push(`${type};q=${quality}`);
  }
  return hasRange ? ranges : null;
}
