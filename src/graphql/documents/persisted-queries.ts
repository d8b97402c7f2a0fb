/**
 * Automatic persisted queries (Apollo's protocol): a client sends a document once with its SHA-256, later the hash alone.
 * Only verified callers can store and use documents. The size of the store is limited.
 */
import { createHash } from 'node:crypto';
import { useAPQ } from '@graphql-yoga/plugin-apq';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../domain/caller.ts';
import { refuse } from '../../domain/refusal.ts';
import type { DoorPlugin } from '../context.ts';
import type { documentErrors } from '../errors.ts';

type ParamsPayload = Parameters<NonNullable<DoorPlugin['onParams']>>[0];

const cacheLimits = { max: 1_000, maxSize: 8 * 1_024 * 1_024 };

/** Returns a function that finds the text of a request's document; it finds null if an unverified caller sends only a hash. */
export function createPersistedQueries(): (
  payload: ParamsPayload,
  caller: Caller | null,
) => Promise<string | null> {
  const cache = new LRUCache<string, string>({
    ...cacheLimits,
    sizeCalculation: (query) => Buffer.byteLength(query) + 64,
  });
  const { onParams } = useAPQ({
    hash: (query) => createHash('sha256').update(query).digest('hex'),
    store: { get: (hash) => cache.get(hash), set: (hash, query) => void cache.set(hash, query) },
    responseConfig: { forceStatusCodeOk: true },
    // The plugin is typed for any context but does not read it.
  }) as unknown as DoorPlugin;
  return async (payload, caller) => {
    const { params, setParams } = payload;
    const sha256Hash = hashOf(params.extensions?.persistedQuery);
    let text = params.query ?? null;
    if (sha256Hash === null && text === null) throw badRequest('query', 'is required');
    if (sha256Hash === null || caller === null) return text;
    try {
      await onParams?.({
        ...payload,
        params: { ...params, extensions: { persistedQuery: { version: 1, sha256Hash } } },
        setParams({ query }) {
          if (query === undefined) return;
          text = query;
          setParams({ ...params, query });
        },
      });
    } catch (error) {
      throw toRefusal(error);
    }
    return text;
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

function toRefusal(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error;
  if (error.extensions.code === 'PERSISTED_QUERY_MISMATCH')
    return badRequest('extensions.persistedQuery.sha256Hash', 'does not equal the SHA-256 of the query');
  // The hash is unknown, so the client sends the document next. Clients of Apollo expect the message or the code, and status 200.
  const code: keyof typeof documentErrors = 'PERSISTED_QUERY_NOT_FOUND';
  return new GraphQLError(error.message, { extensions: { code, status: 200 } });
}
