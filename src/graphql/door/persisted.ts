/**
 * Automatic persisted queries (Apollo's protocol): a document is sent once with its SHA-256, and from then on the hash
 * alone is enough. Documents are kept per process and within bounds; an unknown hash is answered with
 * PERSISTED_QUERY_NOT_FOUND, and clients then send the document again.
 */
import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { refuse } from '../../domain/refusal.ts';
import type { GraphQLParams } from './params.ts';

const keptAtMost = { max: 1_000, maxSize: 8 * 1_024 * 1_024 };

export function createPersistedQueries() {
  const kept = new LRUCache<string, string>({
    ...keptAtMost,
    sizeCalculation: (query) => Buffer.byteLength(query) + 64,
  });
  return {
    /** The parameters with the document that their hash stands for; without one when the hash is not known. */
    resolve(params: GraphQLParams): GraphQLParams {
      const hash = hashOf(params);
      if (hash === null) {
        if (params.query == null) throw wrong('query', 'is required');
        return params;
      }
      if (params.query == null) {
        const query = kept.get(hash);
        return query === undefined ? params : { ...params, query };
      }
      if (createHash('sha256').update(params.query).digest('hex') !== hash) {
        throw wrong('extensions.persistedQuery.sha256Hash', 'is not the SHA-256 of the query');
      }
      return params;
    },
    /** Keeps the document of parameters that carry its hash; called once the caller is known. */
    keep(params: GraphQLParams): void {
      const hash = hashOf(params);
      if (hash !== null && params.query) kept.set(hash, params.query);
    },
  };
}

const wrong = (path: string, text: string) => refuse('BAD_REQUEST', { path, text });

/** The hash that the request names, or null when it names none. */
function hashOf({ extensions }: GraphQLParams): string | null {
  const given: unknown = extensions?.persistedQuery;
  if (given == null) return null;
  const { version, sha256Hash } = given as { version?: unknown; sha256Hash?: unknown };
  if (version !== 1) throw wrong('extensions.persistedQuery.version', 'must be 1');
  if (typeof sha256Hash !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256Hash)) {
    throw wrong('extensions.persistedQuery.sha256Hash', 'must be a SHA-256 in hexadecimal digits');
  }
  return sha256Hash.toLowerCase();
}

/** Not a fault: the client is asked for the document. Apollo's clients look at the message or the code. */
export function persistedQueryNotFound(): GraphQLError {
  return new GraphQLError('PersistedQueryNotFound', {
    extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', status: 200 },
  });
}
