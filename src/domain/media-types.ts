/**
 * Media types by their grammar (RFC 9110, 8.3, 8.4 and 12.5.1), one rule for both doors: bodies of requests are JSON
 * in UTF-8 without a further encoding; answers have a type that the client accepts. Unknown parameters are ignored.
 * Every check reads a header a fixed number of times, whatever its value, and no part of it is repeated in an
 * answer.
 */
import { parse } from 'content-type';
import Negotiator from 'negotiator';
import type { HeaderReader } from './headers.ts';
import { refuse } from './refusal.ts';

const utf8Names: readonly (string | undefined)[] = [undefined, 'utf-8', 'utf8'];
const isUtf8 = (charset: string | undefined): boolean => utf8Names.includes(charset?.toLowerCase());

/** Names of a Content-Encoding that changes nothing. */
const plain: readonly string[] = ['', 'identity'];

/** Refuses a body that is no JSON in UTF-8 by its headers; one without a Content-Type is JSON unless that is required. */
export function requireJsonBody(readHeader: HeaderReader, { typeRequired = false } = {}): void {
  const type = readHeader('Content-Type');
  if (type === null ? typeRequired : !isMediaType(type, 'application/json'))
    throw refuse('MEDIA_TYPE_UNSUPPORTED', { path: 'Content-Type' });
  const encodings = (readHeader('Content-Encoding') ?? '').split(',');
  if (!encodings.every((encoding) => plain.includes(encoding.trim().toLowerCase())))
    throw refuse('MEDIA_TYPE_UNSUPPORTED', {
      path: 'Content-Encoding',
      text: 'the body must not be compressed',
    });
}

/** Whether a Content-Type says `wanted`, and UTF-8 where it names a charset. */
export function isMediaType(header: string, mediaType: string): boolean {
  const { type, parameters } = parse(header);
  return type === mediaType && isUtf8(parameters.charset);
}

const anything = '*/*';

/**
 * Those of the offered types that the client accepts, the best first; 406 when there is none, with the text of
 * `refusal`.
 */
export function acceptedTypes(
  readHeader: HeaderReader,
  offers: readonly string[],
  refusal?: string,
): readonly string[] {
  const accept = readHeader('Accept') ?? anything;
  // What most clients send need not be parsed.
  if (accept === anything) return offers;
  if (offers.includes(accept)) return [accept];
  const ranges = rangesOf(accept);
  if (ranges === null) return offers;
  const types = new Negotiator({ headers: { accept: ranges.join() } }).mediaTypes([...offers]);
  if (types.length > 0) return types;
  throw refuse('NOT_ACCEPTABLE', {
    path: 'Accept',
    text: refusal ?? `the Accept header must allow ${offers.join(' or ')}`,
  });
}

/** The media ranges of an Accept without the parameters that do not matter; null when it names none at all. */
function rangesOf(accept: string): readonly string[] | null {
  const ranges: string[] = [];
  let hasRange = false;
  for (let at = 0; at < accept.length; ) {
    const { type, parameters, index } = parse(accept, { comma: true, start: at });
    at = index + 1;
    if (type === '') continue;
    hasRange = true;
    const quality = Number.parseFloat(parameters.q ?? '1');
    if (isUtf8(parameters.charset)) ranges.push(`${type};q=${quality}`);
  }
  return hasRange ? ranges : null;
}
