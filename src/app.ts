/**
 * The composition root: the only place where all rooms meet. `createApp` turns parts into a Fastify instance, on which main.ts
 * listens and into which tests inject requests.
 */
import type { FastifyInstance } from 'fastify';

import { toolkitAt } from '../packages/toolkit/src/toolkit-line.ts';
import { backlogs } from './app/backlogs.ts';
import { type Behind, bankOf, withBackground } from './app/bank.ts';
import { type CallerParts, createCallers } from './app/callers.ts';
import { forgetOfBanks, otherStores } from './app/other-stores.ts';
import { createPageFailure, createSandboxPages, registerPages, registerProbes } from './app/pages.ts';
import type { ProviderBehind } from './app/provider.ts';
import { signedTextOf } from './app/signed-text.ts';
import { timeOrderedIds } from './app/time-ordered-ids.ts';
import { consoleSession } from './browser/console-session.ts';
import type { Toolkit } from './browser/toolkit.ts';
import type { OpenDatabase } from './db/connections/client.ts';
import { databaseRefusal, isUnavailable } from './db/connections/failure.ts';
import { createEventHub, type EventHub } from './db/events.ts';
import { createNews } from './db/news.ts';
import { createUnitOfWork } from './db/unit-of-work.ts';
import type { Caller } from './domain/caller.ts';
import type { Product } from './domain/payments/product.ts';
import { products as allProducts } from './domain/payments/products/list.ts';
import { registerGraphQL } from './graphql/door.ts';
import { inputFaultsOf } from './graphql/input/input-faults.ts';
import type { StreamPauses } from './graphql/plugins/answers.ts';
import type { CompilationLimits } from './graphql/plugins/compiled-execution.ts';
import { buildSchema } from './graphql/schema/schema.ts';
import { createSubscriptionSlots } from './graphql/subscription-slots.ts';
import { type ClockCheckParts, createClockCheck } from './housekeeping/clock-check.ts';
import { createRunner, type Runner } from './housekeeping/runner.ts';
import { createTimeline } from './housekeeping/timeline.ts';
import { createServer } from './http/server.ts';
import type { UnsentBounds } from './http/unsent.ts';
import type { DoorLog } from './observability/log.ts';
import { createMetrics } from './observability/metrics/metrics.ts';
import { createProbes } from './observability/probes.ts';
import { createRequestLog, type Pauses } from './observability/request-log/request-log.ts';
import { createTraces } from './observability/request-trace.ts';
import type { Tracing } from './observability/tracing/tracing.ts';
import type { Settings } from './operations/operation.ts';
import { type AuditEntry, createPerformer, type PerformerParts } from './operations/performer.ts';
import type { Clock } from './operations/ports/stores.ts';
import type { CertificateIssuer } from './operations/sandbox/create-sandbox-certificate.ts';
import { readReturned } from './operations/sca/returned.ts';
import { issueSession, issueToken } from './operations/tokens/create-console-token.ts';
import { createGuide } from './pages/docs/guide.ts';
import { createReference } from './pages/docs/reference.ts';
import { createTickets } from './pages/tickets.ts';
import { createDocuments } from './rest/documents.ts';
import { registerRest } from './rest/plugin.ts';
import { routes } from './rest/routes.ts';
import { registerSca } from './sca/door.ts';
import { createReadMemory } from './security/read-memory.ts';

export interface AppParts extends CallerParts, Behind, Pick<Settings, 'executionsPerMove'> {
  readonly database: OpenDatabase;
  readonly publicUrl: string;
  readonly clock?: Clock;
  readonly products?: readonly Product[];
  readonly log?: DoorLog;
  /** When GraphQL queries are compiled; tests want it sooner. */
  readonly compilation?: CompilationLimits;
  readonly audit?: (entry: AuditEntry) => void;
  readonly refused?: PerformerParts['refused'];
  /** Is told when the bank's own work fails; it is tried again. */
  readonly failed?: (error: unknown) => void;
  /** Limits on requests, none when absent: the settings hold the defaults. */
  readonly requestDeadlineMs?: number;
  readonly requestsAtOnce?: number;
  /** Makes certificates of the sandbox's CA; absent: none are made. */
  readonly issueCertificate?: CertificateIssuer;
  /** Where the console was built; dist/console when absent. */
  readonly consoleFolder?: string;
  /** How pages print the command line of the toolkit; as it runs with the usual settings when absent. */
  readonly toolkit?: Toolkit;
  /** How often an idle stream of events gets a comment and its caller is looked at; tests set it lower. */
  readonly streams?: StreamPauses;
  /** How the log of requests is written, in a sandbox; false: none is kept, to measure what it costs. */
  readonly requestLog?: { readonly pauses?: Pauses } | false;
  /** Who authenticates PSUs; the pages of this service when absent. */
  readonly identity?: ProviderBehind | null;
  /** The clock is compared with that of the database; absent: it is trusted. */
  readonly clockCheck?: Omit<ClockCheckParts, 'clock'>;
  /** Whether /metrics has figures of the process as well. */
  readonly processMetrics?: boolean;
  /** What may wait for clients that read slowly; tests set it lower. */
  readonly unsent?: Partial<UnsentBounds>;
  /** Absent: nothing is traced. */
  readonly tracing?: Pick<Tracing, 'requests' | 'background' | 'dropped' | 'waiting'> | null;
}

/** The service: a Fastify instance, and what else a process needs of it. */
export interface App extends FastifyInstance {
  /** The bank's own work: runs, executions, expiries. Does nothing until it is started. */
  readonly runner: Runner;
  /** News of payments; stopped with the process. */
  readonly events: EventHub;
  /** A ticket that opens the explorer once, with a token of this TPP filled in. */
  explorerTicket(caller: Caller): string;
  /** A ticket that opens the console once, with a session of this TPP. */
  consoleTicket(caller: Caller): string;
  /** /readyz answers 503 from now on; resolves after this time, in which requests are answered as before. */
  leave(milliseconds: number): Promise<void>;
  /**
   * Refuses new requests and ends streams; resolves when nothing is under way and the port is closed. What is under way after
   * this time is cut.
   */
  stop(graceMs: number): Promise<void>;
}

export function createApp(parts: AppParts): App {
  const { sandbox, publicUrl, core = null, identity = null, tracing = null } = parts;
  const { clock = Date.now, products = allProducts, failed = () => undefined, executionsPerMove } = parts;
  const settings: Settings = { sandbox, publicUrl, products, executionsPerMove };
  const toolkit = parts.toolkit ?? toolkitAt({ url: publicUrl, dataDir: sandbox ? '.data' : null }, {});
  const events = createEventHub(parts.database.options);
  const clockCheck = parts.clockCheck && createClockCheck({ ...parts.clockCheck, clock });
  const subscriptions = createSubscriptionSlots();
  const keepsLog = sandbox && parts.requestLog !== false;
  const metrics = createMetrics({
    server: () => server.figures(),
    subscriptions: subscriptions.count,
    database: parts.database,
    backlog: () => backlog(),
    upstream: parts.upstream?.client.figures ?? null,
    core: core && { figures: core.client.figures, orders: () => orders(), reports: () => reports() },
    logged: keepsLog ? () => requestLog?.waiting() ?? 0 : null,
    spans: tracing,
    clockOffset: () => clockCheck?.offsetMs() ?? null,
    ofProcess: parts.processMetrics ?? false,
  });
  const log: DoorLog = (entry, error) => {
    metrics.count(entry, error);
    parts.log?.(entry, error);
  };
  const news = createNews(parts.database.session);
  const work = createUnitOfWork(
    parts.database,
    {
      news,
      isListening: events.isListening,
      counted: metrics.reached,
    },
    otherStores,
  );
  const { backlog, orders, reports } = backlogs(work, clock, sandbox);
  const inside = { work, clock, ids: timeOrderedIds(clock), settings, mayWork: clockCheck?.compare };
  const { options } = parts.database;
  const { bank, approval, isRemote, background } = bankOf(parts, {
    ...inside,
    failed,
    events,
    options,
    metrics,
    identity,
  });
  const timeline = createTimeline({ ...inside, bank });
  const performer = createPerformer({
    ...inside,
    bank,
    timeline,
    audit: parts.audit ?? (() => undefined),
    ...(parts.refused ? { refused: parts.refused } : {}),
  });
  const { guard, tokens, verifier } = createCallers(parts, work, clock, metrics.unsigned);
  const requestLog = keepsLog
    ? createRequestLog({
        ...parts.requestLog,
        store: work.read.requestLog,
        clock,
        namedBy: verifier.namedBy,
        mayRecover: isUnavailable,
        failed,
      })
    : null;
  const shared = {
    guard,
    performer,
    settings,
    readMemory: createReadMemory(clock, parts.signatureMaxAgeSeconds),
    knownFailure: databaseRefusal,
  };
  const session = consoleSession(publicUrl);
  const tickets = { explorer: createTickets(), console: createTickets() };
  const ofSandbox = sandbox
    ? createSandboxPages({
        tickets,
        publicUrl,
        toolkit,
        consoleFolder: parts.consoleFolder,
        bankElsewhere: isRemote,
        session,
        tokenFor: async (caller) =>
          (await work.of(caller.tppId).transaction((stores) => issueToken(stores, caller, clock()))).token,
        secretFor: async (caller) =>
          (await work.of(caller.tppId).transaction((stores) => issueSession(stores, caller, clock()))).secret,
        knows: async (text) => (await tokens.callerOf({ kind: 'SESSION', text })) !== null,
        read: (linkToken, secret) => readReturned(work, linkToken, secret),
        failed,
      })
    : null;
  const pageFailed = createPageFailure({ knownFailure: databaseRefusal, sandbox, publicUrl });

  const server = createServer({
    trace: createTraces(clock),
    span: tracing?.requests(publicUrl) ?? null,
    answered: (request, made, late) => requestLog?.note(request, made, late),
    // A late request has its line already; a defect after that is logged as a failure of background work.
    log: (late, entry, error) => {
      if (!late) log(entry, error);
      else if (entry.status === 500) failed(error);
    },
    deadline: parts.requestDeadlineMs,
    requestsAtOnce: parts.requestsAtOnce ?? 100_000,
    unsent: parts.unsent,
  });
  const { app } = server;
  app.setErrorHandler((error, request, reply) => reply.answer(pageFailed(request.http, error)));
  app.register(async (context) => registerRest(context, { ...shared, routes }));
  app.register(async (context) =>
    registerGraphQL(context, {
      ...shared,
      events,
      takeSlot: subscriptions.take,
      ...(parts.compilation ? { compilation: parts.compilation } : {}),
      schema: buildSchema({ products, sandbox, identityProvider: identity !== null }),
      tokens,
      session,
      ...(parts.streams ? { streams: parts.streams } : {}),
      ...(parts.issueCertificate ? { issuer: parts.issueCertificate } : {}),
      ...(ofSandbox ? { explorer: { ...ofSandbox.explorer, failed: pageFailed } } : {}),
      inputFaults: inputFaultsOf(products),
      ...(requestLog ? { requestLog: { written: requestLog.written, signedText: signedTextOf } } : {}),
    }),
  );
  app.register(async (context) =>
    registerSca(context, {
      approval,
      sandbox,
      publicUrl,
      knownFailure: databaseRefusal,
    }),
  );
  app.register(async (context) => {
    const documents = createDocuments({
      routes,
      products,
      sandbox,
      publicUrl,
      toolkit,
      remote: isRemote,
    });
    const docs = { ...createReference(documents.contents), ...createGuide() };
    registerPages(context, { ...documents.pages, ...docs, ...ofSandbox?.pages }, pageFailed);
  });
  app.register(async (context) => {
    const { ping } = parts.database;
    const inStep = () => clockCheck?.agreed() ?? true;
    const probes = createProbes({ ping, stopping: server.isLeaving, inStep });
    // /readyz says 503 before the first comparison: the port opens after it.
    context.addHook('onReady', async () => void (await clockCheck?.compare()));
    registerProbes(context, { ...probes, '/metrics': metrics.page }, pageFailed);
  });

  const runner = createRunner({
    ...inside,
    bank,
    failed,
    connections: parts.database.options.poolSize,
    forgetAlso: forgetOfBanks,
    traced: tracing ? (work) => tracing.background('housekeeping', work) : undefined,
  });
  return Object.assign(app, {
    events,
    explorerTicket: (caller: Caller) => tickets.explorer.issue(caller),
    consoleTicket: (caller: Caller) => tickets.console.issue(caller),
    runner: withBackground(runner, background),
    leave: server.leave,
    async stop(graceMs: number) {
      await server.stop(graceMs);
      await news.flush();
      await requestLog?.stop();
    },
  });
}
