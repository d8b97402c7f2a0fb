/**
 * Automatic persisted queries (Apollo's protocol): a client sends a document once with its SHA-256, later the hash alone.
 * Only verified callers can store and use documents; the store is bounded.
 */
import { createHash } from 'node:crypto';
import { useAPQ } from '@graphql-yoga/plugin-apq';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../domain/caller.ts';
import { refuse } from '../../domain/refusal.ts';
import type { DoorPlugin } from '../context.ts';

type ParamsPayload = Parameters<NonNullable<DoorPlugin['onParams']>>[0];

const keptAtMost = { max: 1_000, maxSize: 8 * 1_024 * 1_024 };

/** Returns the lookup of persisted documents; null for a request without a hash or a verified caller. */
export function createPersistedQueries(): (
  payload: ParamsPayload,
  caller: Caller | null,
) => Promise<string | null> {
  const cache = new LRUCache<string, string>({
    ...keptAtMost,
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
    if (sha256Hash === null && text === null) throw wrong('query', 'is required');
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
      throw inOurWords(error);
    }
    return text;
  };
}

const wrong = (path: string, text: string) => refuse('BAD_REQUEST', { path, text });

function hashOf(extension: unknown): string | null {
  if (extension == null) return null;
  const { version, sha256Hash } = extension as { version?: unknown; sha256Hash?: unknown };
  if (version !== 1) throw wrong('extensions.persistedQuery.version', 'must be 1');
  if (typeof sha256Hash !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256Hash))
    throw wrong('extensions.persistedQuery.sha256Hash', 'must be a SHA-256 in hexadecimal digits');
  return sha256Hash.toLowerCase();
}

function inOurWords(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error;
  if (error.extensions.code === 'PERSISTED_QUERY_MISMATCH')
    return wrong('extensions.persistedQuery.sha256Hash', 'does not equal the SHA-256 of the query');
  // This is not a fault: the client shall send the document. Apollo's clients read the message or the code.
  return new GraphQLError(error.message, {
    extensions: { code: error.extensions.code, status: 200 },
  });
}
