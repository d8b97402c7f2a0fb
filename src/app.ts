/**
 * The composition root: the only place where all rooms meet. `createApp` turns parts into one `fetch`, which tests call
 * without a socket and main.ts puts behind a port.
 */
import { createBank } from './bank/bank.ts';
import { createRunner, type Runner } from './bank/runner.ts';
import type { OpenDatabase } from './db/client.ts';
import { createEventHub, type EventHub } from './db/events.ts';
import { databaseRefusal } from './db/failure.ts';
import { createUnitOfWork } from './db/unit-of-work.ts';
import type { Product } from './domain/payments/product.ts';
import { products as allProducts } from './domain/payments/products/list.ts';
import { refuse } from './domain/refusal.ts';
import type { CompilationLimits } from './graphql/compiled.ts';
import { explorerPage } from './graphql/explorer.ts';
import { inputFaultsOf } from './graphql/input-faults.ts';
import { buildSchema } from './graphql/schema.ts';
import { createGraphQLDoor } from './graphql/server.ts';
import { timeOrderedIds } from './ids.ts';
import { type AuditEntry, type Caller, createPerformer, type Settings } from './operations/operation.ts';
import type { Clock } from './operations/ports.ts';
import { createSteps } from './operations/sca/steps.ts';
import { callerOfToken, issueToken } from './operations/tokens/create-console-token.ts';
import { createDocuments } from './rest/documents.ts';
import { renderFailure } from './rest/errors.ts';
import { createRestDoor } from './rest/router.ts';
import { routes } from './rest/routes.ts';
import { createGuard } from './security/guard.ts';
import { createTrustStore } from './security/trust.ts';
import type { DoorLog } from './web/door.ts';
import { createReadMemory } from './web/read-memory.ts';
import { toResponse } from './web/respond.ts';
import { createScaDoor } from './web/sca/door.ts';
import { createTickets } from './web/tickets.ts';

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
  /** When GraphQL queries are compiled; tests want it sooner. */
  readonly compilation?: CompilationLimits;
  readonly audit?: (entry: AuditEntry) => void;
  /** Told when the bank's own work fails; it is tried again. */
  readonly failed?: (error: unknown) => void;
}

export interface App {
  /** The bank's own work: runs, executions, expiries. Does nothing until it is started. */
  readonly runner: Runner;
  /** News of payments; stopped with the process. */
  readonly events: EventHub;
  /** A ticket that opens the explorer once, with a token of this TPP filled in. */
  explorerTicket(caller: Caller): string;
  fetch(request: Request): Promise<Response>;
}

export function createApp(parts: AppParts): App {
  const clock = parts.clock ?? Date.now;
  const products = parts.products ?? allProducts;
  const settings: Settings = { sandbox: parts.sandbox, publicUrl: parts.publicUrl, products };
  const log = parts.log ?? (() => undefined);
  const inside = { work: createUnitOfWork(parts.database.db), clock, ids: timeOrderedIds(clock), settings };
  const bank = createBank(inside);
  const performer = createPerformer({
    ...inside,
    bank,
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
  const tickets = createTickets();
  const explorer = async (caller: Caller | null): Promise<Response> => {
    const issue = (owner: Caller) => inside.work.transaction((stores) => issueToken(stores, owner, clock()));
    return explorerPage(caller && (await issue(caller)).token);
  };
  const events = createEventHub(parts.database.sql);
  const rest = createRestDoor({ ...shared, routes });
  const graphql = createGraphQLDoor({
    ...shared,
    events,
    ...(parts.compilation ? { compilation: parts.compilation } : {}),
    schema: buildSchema({ products, sandbox: parts.sandbox, clock }),
    callerOfToken: (token) => callerOfToken(inside.work.read, token, clock()),
    inputFaults: inputFaultsOf(products),
    ...(parts.sandbox ? { explorer: (ticket) => explorer(tickets.redeem(ticket)) } : {}),
  });

  const { sandbox, publicUrl } = parts;
  const sca = createScaDoor({
    steps: createSteps({ ...inside, bank }),
    sandbox,
    publicUrl,
    knownFailure: databaseRefusal,
    log,
  });

  const unsigned: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    ...createDocuments({ routes, products, sandbox: parts.sandbox, publicUrl: parts.publicUrl }),
    '/livez': async () => plain(200, 'alive'),
    '/readyz': () =>
      parts.database
        .ping()
        .then(() => plain(200, 'ready'))
        .catch(() => plain(503, 'no database')),
  };

  return {
    events,
    explorerTicket: (caller) => tickets.issue(caller),
    runner: createRunner({ ...inside, bank, failed: parts.failed ?? (() => undefined) }),
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname === '/graphql') return graphql(request, url);
      if (url.pathname === '/sca' || url.pathname.startsWith('/sca/')) return sca(request, url);
      const page =
        request.method === 'GET' && Object.hasOwn(unsigned, url.pathname)
          ? unsigned[url.pathname]
          : undefined;
      return page ? page(request) : rest(request, url);
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

/** The answer to a request that comes before the service can serve. */
export function starting(): Response {
  return toResponse(renderFailure(refuse('UNAVAILABLE', { retryAfterSeconds: 1 }), () => null).answer);
}

/** The answer for a request so malformed that HTTP itself refuses it. */
export function malformedRequest(): Response {
  return toResponse(renderFailure(refuse('BAD_REQUEST'), () => null).answer);
}
