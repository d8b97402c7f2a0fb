/**
 * Makes each document once and serves it from memory, the same for everyone: with an ETag, and compressed where the client
 * accepts it.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as compressed } from 'node:zlib';
import Negotiator from 'negotiator';
import type { Door } from '../http/message.ts';

const compress = promisify(compressed);

export interface StaticDocument {
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function staticDocument(make: () => StaticDocument | Promise<StaticDocument>): Door {
  let content: ReturnType<typeof keep> | undefined;
  return async (request) => {
    content ??= Promise.resolve(make()).then(keep);
    const { etag, headers: own, plain, gzip } = await content;
    const acceptHeaders = { 'accept-encoding': request.headers.get('accept-encoding') ?? '' };
    const zip = new Negotiator({ headers: acceptHeaders }).encoding(['gzip', 'identity']) === 'gzip';
    // Different bytes need different tags (RFC 9110, 8.8.3.3).
    const tag = zip ? `"${etag}-gzip"` : `"${etag}"`;
    const shared = { 'cache-control': 'no-cache', ...own, etag: tag, vary: 'accept-encoding' };
    if (matches(request.headers.get('if-none-match'), etag))
      return { status: 304, headers: shared, body: null };
    if (!zip) return { status: 200, headers: shared, body: plain };
    return { status: 200, headers: { ...shared, 'content-encoding': 'gzip' }, body: gzip };
  };
}

async function keep({ type, text, headers }: StaticDocument) {
  const plain = new TextEncoder().encode(text);
  return {
    plain,
    gzip: new Uint8Array(await compress(plain)),
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    headers: { 'content-type': type, 'x-content-type-options': 'nosniff', ...headers },
  };
}

/** If-None-Match may name either encoding. */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.some((tag) => tag === '*' || tag === `"${etag}"` || tag === `"${etag}-gzip"`);
}
