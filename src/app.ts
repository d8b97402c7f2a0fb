/**
 * The composition root: the only place where all rooms meet. `createApp` turns parts into one `fetch`, which tests call
 * without a socket and main.ts puts behind a port.
 */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createBank } from './bank/bank.ts';
import type { OpenDatabase } from './db/client.ts';
import { databaseRefusal } from './db/failure.ts';
import { createUnitOfWork } from './db/unit-of-work.ts';
import type { Product } from './domain/payments/product.ts';
import { products as allProducts } from './domain/payments/products/list.ts';
import { refuse } from './domain/refusal.ts';
import { explorerPage } from './graphql/explorer.ts';
import { inputFaultsOf } from './graphql/input-faults.ts';
import { buildSchema } from './graphql/schema.ts';
import { createGraphQLDoor } from './graphql/server.ts';
import { type AuditEntry, createPerformer, type Settings } from './operations/operation.ts';
import type { Clock, Ids } from './operations/ports.ts';
import { renderFailure } from './rest/errors.ts';
import { createRestDoor } from './rest/router.ts';
import { routes } from './rest/routes.ts';
import { createGuard } from './security/guard.ts';
import { createTrustStore } from './security/trust.ts';
import type { DoorLog, ReadMemory } from './web/door.ts';
import { toResponse } from './web/respond.ts';

export interface AppParts {
  readonly database: OpenDatabase;
  /** PEM texts of the certificates to trust. */
  readonly trustAnchors: readonly string[];
  readonly publicUrl: string;
  readonly sandbox: boolean;
  readonly signatureMaxAgeSeconds: number;
  readonly clock?: Clock;
  readonly products?: readonly Product[];
  readonly log?: DoorLog;
  readonly audit?: (entry: AuditEntry) => void;
}

export interface App {
  fetch(request: Request): Promise<Response>;
}

export function createApp(parts: AppParts): App {
  const clock = parts.clock ?? Date.now;
  const products = parts.products ?? allProducts;
  const settings: Settings = { sandbox: parts.sandbox, publicUrl: parts.publicUrl, products };
  const log = parts.log ?? (() => undefined);
  const performer = createPerformer({
    work: createUnitOfWork(parts.database.db),
    clock,
    ids: timeOrderedIds(clock),
    settings,
    bank: createBank(),
    audit: parts.audit ?? (() => undefined),
  });
  const guard = createGuard({
    trust: createTrustStore([...parts.trustAnchors]),
    now: clock,
    maxAgeSeconds: parts.signatureMaxAgeSeconds,
    explain: parts.sandbox,
    roleRequired: !parts.sandbox,
  });
  const shared = {
    guard,
    performer,
    settings,
    readMemory: createReadMemory(clock, parts.signatureMaxAgeSeconds),
    knownFailure: databaseRefusal,
    log,
  };
  const rest = createRestDoor({ ...shared, routes });
  const graphql = createGraphQLDoor({
    ...shared,
    schema: buildSchema({ products, sandbox: parts.sandbox }),
    inputFaults: inputFaultsOf(products),
    ...(parts.sandbox ? { explorer: explorerPage } : {}),
  });

  const unsigned: Readonly<Record<string, () => Promise<Response>>> = {
    '/livez': async () => plain(200, 'alive'),
    '/readyz': () =>
      parts.database
        .ping()
        .then(() => plain(200, 'ready'))
        .catch(() => plain(503, 'no database')),
  };

  return {
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname === '/graphql') return graphql(request, url);
      const page =
        request.method === 'GET' && Object.hasOwn(unsigned, url.pathname)
          ? unsigned[url.pathname]
          : undefined;
      return page ? page() : rest(request, url);
    },
  };
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 503 ? { 'retry-after': '2' } : {}),
    },
  });
}

/** The answer for a request so malformed that HTTP itself refuses it. */
export function malformedRequest(): Response {
  return toResponse(renderFailure(refuse('BAD_REQUEST'), () => null).answer);
}

/** UUIDs of version 7: 48 bits of time, 74 bits of chance. */
function timeOrderedIds(clock: Clock): Ids {
  return {
    next() {
      const bytes = randomBytes(16);
      bytes.writeUIntBE(clock(), 0, 6);
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}

/** Signatures of reads, for as long as their Date would let them serve again. */
function createReadMemory(clock: Clock, maxAgeSeconds: number): ReadMemory {
  const kept = new LRUCache<string, true>({
    max: 50_000,
    ttl: 2 * maxAgeSeconds * 1_000,
    perf: { now: clock },
  });
  return {
    remember: ({ signature }) => {
      if (signature !== undefined) kept.set(signature, true);
    },
    has: ({ signature }) => signature !== undefined && kept.has(signature),
  };
}
