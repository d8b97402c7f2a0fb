/** Checks Content-Type and Accept, in a time proportional to their length. Refusals do not quote these headers. */
import { parse } from 'content-type';
import Negotiator from 'negotiator';
import type { HeaderReader } from './headers.ts';
import { refuse } from './refusal.ts';

const utf8Names: readonly (string | undefined)[] = [undefined, 'utf-8', 'utf8'];
const isUtf8 = (charset: string | undefined): boolean => utf8Names.includes(charset?.toLowerCase());

const uncompressedEncodings: readonly string[] = ['', 'identity'];

/** A body without a Content-Type is read as JSON, unless `typeRequired`. */
export function requireJsonBody(readHeader: HeaderReader, { typeRequired = false } = {}): void {
  const type = readHeader('Content-Type');
  const isJson = type === null ? !typeRequired : isMediaType(type, 'application/json');
  if (!isJson) throw refuse('MEDIA_TYPE_UNSUPPORTED', { path: 'Content-Type' });
  const encodings = (readHeader('Content-Encoding') ?? '').split(',');
  if (!encodings.every((encoding) => uncompressedEncodings.includes(encoding.trim().toLowerCase())))
    throw refuse('MEDIA_TYPE_UNSUPPORTED', {
      path: 'Content-Encoding',
      text: 'the body must not be compressed',
    });
}

export function isMediaType(contentType: string, mediaType: string): boolean {
  const { type, parameters } = parse(contentType);
  return type === mediaType && isUtf8(parameters.charset);
}

const acceptLengthAtMost = 500;

export function prefersHtml(readHeader: HeaderReader): boolean {
  const accept = (readHeader('Accept') ?? '').slice(0, acceptLengthAtMost);
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}

export const graphqlTypes = [
  'application/json',
  'application/graphql-response+json',
  'text/event-stream',
] as const;

const anyType = '*/*';

/** Returns the offers that the client accepts, the best first. Throws a 406 if it accepts none. */
export function requireAcceptedType(
  readHeader: HeaderReader,
  offers: readonly string[],
  refusalText?: string,
): readonly string[] {
  const accept = readHeader('Accept') ?? anyType;
  // Most clients send `*/*` or exactly one of the offers. Both need no parsing.
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

/** Leaves out ranges whose charset is not UTF-8. null: the header names no media range, so the client accepts any type. */
function rangesOf(accept: string): readonly string[] | null {
  const utf8Ranges: string[] = [];
  let hasRange = false;
  for (let start = 0; start < accept.length; ) {
    const { type, parameters, index: comma } = parse(accept, { comma: true, start });
    start = comma + 1;
    if (type === '') continue;
    hasRange = true;
    const quality = Number.parseFloat(parameters.q ?? '1');
    if (isUtf8(parameters.charset)) utf8Ranges.push(`${type};q=${quality}`);
  }
  return hasRange ? utf8Ranges : null;
}
