/** Serves documents that are the same for everyone: created once, with an ETag, compressed for clients that accept gzip. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import Negotiator from 'negotiator';
import type { RequestHandler } from '../http/message.ts';

const gzip = promisify(gzipCallback);

/** 22 characters of Base64url have 132 bits. */
const hashLength = 22;
const plainTag = (hash: string): string => `"${hash}"`;
const gzipTag = (hash: string): string => `"${hash}-gzip"`;

export interface StaticDocument {
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function staticDocument(create: () => StaticDocument | Promise<StaticDocument>): RequestHandler {
  let content: ReturnType<typeof encode> | undefined;
  const createAndEncode = async () => encode(await create());
  return async (request) => {
    content ??= createAndEncode().catch((error) => {
      // The next request tries again.
      content = undefined;
      throw error;
    });
    const { hash, headers, plain, compressed } = await content;
    const acceptHeaders = { 'accept-encoding': request.headers.get('accept-encoding') ?? '' };
    const acceptsGzip = new Negotiator({ headers: acceptHeaders }).encoding(['gzip', 'identity']) === 'gzip';
    const etag = acceptsGzip ? gzipTag(hash) : plainTag(hash);
    const allHeaders = { 'cache-control': 'no-cache', ...headers, etag, vary: 'accept-encoding' };
    if (hasTag(request.headers.get('if-none-match'), hash))
      return { status: 304, headers: allHeaders, body: null };
    if (!acceptsGzip) return { status: 200, headers: allHeaders, body: plain };
    return { status: 200, headers: { ...allHeaders, 'content-encoding': 'gzip' }, body: compressed };
  };
}

async function encode({ type, text, headers }: StaticDocument) {
  const plain = new TextEncoder().encode(text);
  return {
    plain,
    compressed: new Uint8Array(await gzip(plain)),
    hash: createHash('sha256').update(plain).digest('base64url').slice(0, hashLength),
    headers: { 'content-type': type, 'x-content-type-options': 'nosniff', ...headers },
  };
}

function hasTag(header: string | null, hash: string): boolean {
  if (header === null) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === '*' || tag === plainTag(hash) || tag === gzipTag(hash));
}
