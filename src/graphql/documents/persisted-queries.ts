/**
 * Automatic persisted queries (Apollo's protocol): a client sends a document once with its SHA-256, later the hash alone.
 * Only verified callers can store and use documents. The size of the store is limited.
 */
import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../domain/caller.ts';
import { refuse } from '../../domain/refusal.ts';
import type { DoorPlugin } from '../context.ts';
import type { documentErrors } from '../errors.ts';

type ParamsPayload = Parameters<NonNullable<DoorPlugin['onParams']>>[0];

const cacheLimits = { max: 1_000, maxSize: 8 * 1_024 * 1_024 };

/** Returns a function that finds the text of a request's document; it finds null if an unverified caller sends only a hash. */
export function createPersistedQueries(): (payload: ParamsPayload, caller: Caller | null) => string | null {
  const texts = new LRUCache<string, string>({
    ...cacheLimits,
    sizeCalculation: (text) => Buffer.byteLength(text) + 64,
  });
  return ({ params, setParams }, caller) => {
    const hash = hashOf(params.extensions?.persistedQuery);
    const { query: sentText = null } = params;
    if (hash === null && sentText === null) throw badRequest('query', 'is required');
    if (hash === null || caller === null) return sentText;
    if (sentText === null) {
      const text = texts.get(hash);
      if (text === undefined) throw unknownHash();
      setParams({ ...params, query: text });
      return text;
    }
    if (createHash('sha256').update(sentText).digest('hex') !== hash)
      throw badRequest('extensions.persistedQuery.sha256Hash', 'does not equal the SHA-256 of the query');
    texts.set(hash, sentText);
    return sentText;
  };
}

const badRequest = (path: string, text: string) => refuse('BAD_REQUEST', { path, text });

function hashOf(extension: unknown): string | null {
  if (extension == null) return null;
  const { version, sha256Hash } = extension as { version?: unknown; sha256Hash?: unknown };
  if (version !== 1) throw badRequest('extensions.persistedQuery.version', 'must be 1');
  if (typeof sha256Hash !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256Hash))
    throw badRequest('extensions.persistedQuery.sha256Hash', 'must be a SHA-256 in hexadecimal digits');
  return sha256Hash.toLowerCase();
}

/** The client sends the document next. Clients of Apollo expect the message or the code, and status 200. */
function unknownHash(): GraphQLError {
  const code: keyof typeof documentErrors = 'PERSISTED_QUERY_NOT_FOUND';
  return new GraphQLError('PersistedQueryNotFound', { extensions: { code, status: 200 } });
}
