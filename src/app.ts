/**
 * The composition root: the only place where all rooms meet. `createApp` turns parts into a Fastify instance, on which main.ts
 * listens and into which tests inject requests.
 */
import type { FastifyInstance } from 'fastify';

import { toolkitAt } from '../packages/toolkit/src/toolkit-line.ts';
import { backlogs } from './app/backlogs.ts';
import { bankOf, withBackground } from './app/bank.ts';
import { createCallers } from './app/callers.ts';
import { registerDoors, sandboxPages } from './app/doors.ts';
import { forgetOfBanks, otherStores } from './app/other-stores.ts';
import { createPageFailure } from './app/pages.ts';
import type { AppParts } from './app/parts.ts';
import { timeOrderedIds } from './app/time-ordered-ids.ts';
import { consoleSession } from './browser/console-session.ts';
import { databaseRefusal, isUnavailable } from './db/connections/failure.ts';
import { createEventHub, type EventHub } from './db/events.ts';
import { createNews } from './db/news.ts';
import { createUnitOfWork } from './db/unit-of-work.ts';
import type { Caller } from './domain/caller.ts';
import { products as allProducts } from './domain/payments/products/list.ts';
import { createSubscriptionSlots } from './graphql/subscription-slots.ts';
import { createClockCheck } from './housekeeping/clock-check.ts';
import { createRunner, type Runner, type RunnerParts } from './housekeeping/runner.ts';
import { createTimeline } from './housekeeping/timeline.ts';
import { createServer, type HttpServer } from './http/server.ts';
import { createMetrics, type Metrics, type MetricsParts } from './observability/metrics/metrics.ts';
import { createRequestLog } from './observability/request-log/request-log.ts';
import { createTraces } from './observability/request-trace.ts';
import type { Settings } from './operations/operation.ts';
import { createPerformer } from './operations/performer.ts';
import type { Clock } from './operations/ports/stores.ts';
import { createTickets } from './pages/tickets.ts';
import { createReadMemory } from './security/read-memory.ts';

export type { AppParts } from './app/parts.ts';

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
  const { sandbox, publicUrl, core = null, identity = null } = parts;
  const { clock = Date.now, failed = () => undefined } = parts;
  const settings = settingsOf(parts);
  const toolkit = parts.toolkit ?? toolkitAt({ url: publicUrl, dataDir: sandbox ? '.data' : null }, {});
  const events = createEventHub(parts.database.options);
  const clockCheck = parts.clockCheck && createClockCheck({ ...parts.clockCheck, clock });
  const subscriptions = createSubscriptionSlots();
  const keepsLog = sandbox && parts.requestLog !== false;
  const metrics = metricsOf(parts, {
    server: () => server.figures(),
    subscriptions: subscriptions.count,
    backlog: () => backlog(),
    core: core && { figures: core.client.figures, orders: () => orders(), reports: () => reports() },
    logged: keepsLog ? () => requestLog?.waiting() ?? 0 : null,
    clockOffset: () => clockCheck?.offsetMs() ?? null,
  });
  const news = createNews(parts.database.session);
  const announcements = { news, isListening: events.isListening, counted: metrics.reached };
  const work = createUnitOfWork(parts.database, announcements, otherStores);
  const { backlog, orders, reports } = backlogs(work, clock, sandbox);
  const inside = { work, clock, ids: timeOrderedIds(clock), settings, mayWork: clockCheck?.compare };
  const forBank = { ...inside, failed, events, options: parts.database.options, metrics, identity };
  const { bank, approval, isRemote, background } = bankOf(parts, forBank);
  const timeline = createTimeline({ ...inside, bank });
  const performer = createPerformer({
    ...inside,
    bank,
    timeline,
    audit: parts.audit ?? (() => undefined),
    ...(parts.refused ? { refused: parts.refused } : {}),
  });
  const { guard, tokens, verifier } = createCallers(parts, work, clock, metrics.unsigned);
  const logParts = { store: work.read.requestLog, clock, namedBy: verifier.namedBy, failed };
  const requestLog = keepsLog
    ? createRequestLog({ ...parts.requestLog, ...logParts, mayRecover: isUnavailable })
    : null;
  const session = consoleSession(publicUrl);
  const tickets = { explorer: createTickets(), console: createTickets() };
  const ofSandbox = sandbox
    ? sandboxPages({ parts, work, clock, tokens, tickets, toolkit, session, isRemote, failed })
    : null;
  const pageFailed = createPageFailure({ knownFailure: databaseRefusal, sandbox, publicUrl });
  const server = serverOf(parts, { clock, metrics, requestLog, failed });
  const { app } = server;
  app.setErrorHandler((error, request, reply) => reply.answer(pageFailed(request.http, error)));
  registerDoors(app, {
    ...{ parts, toolkit, settings, guard, performer, events, tokens, session },
    ...{ requestLog, ofSandbox, approval, isRemote, pageFailed, products: settings.products },
    readMemory: createReadMemory(clock, parts.signatureMaxAgeSeconds),
    takeSlot: subscriptions.take,
    metricsPage: metrics.page,
    isLeaving: server.isLeaving,
    clockCheck: clockCheck ?? null,
  });

  const runner = runnerOf(parts, { ...inside, bank, failed });
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

const settingsOf = ({
  sandbox,
  publicUrl,
  products = allProducts,
  executionsPerMove,
}: AppParts): Settings => ({
  sandbox,
  publicUrl,
  products,
  executionsPerMove,
});

const runnerOf = (
  { database, tracing }: AppParts,
  own: Omit<RunnerParts, 'connections' | 'forgetAlso' | 'traced'>,
): Runner =>
  createRunner({
    ...own,
    connections: database.options.poolSize,
    forgetAlso: forgetOfBanks,
    traced: tracing ? (work) => tracing.background('housekeeping', work) : undefined,
  });

/** The figures of an app; `sources` are asked when figures are read, and may be made later. */
const metricsOf = (
  { database, upstream, tracing, processMetrics }: AppParts,
  sources: Omit<MetricsParts, 'database' | 'upstream' | 'spans' | 'ofProcess'>,
): Metrics =>
  createMetrics({
    ...sources,
    database,
    upstream: upstream?.client.figures ?? null,
    spans: tracing ?? null,
    ofProcess: processMetrics ?? false,
  });

interface Observers {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly requestLog: ReturnType<typeof createRequestLog> | null;
  readonly failed: (error: unknown) => void;
}

/** The server, whose requests are traced, counted and logged. */
const serverOf = (parts: AppParts, { clock, metrics, requestLog, failed }: Observers): HttpServer =>
  createServer({
    trace: createTraces(clock),
    span: parts.tracing?.requests(parts.publicUrl) ?? null,
    answered: (request, answer, late) => requestLog?.note(request, answer, late),
    log(late, entry, error) {
      // A late request has its line already; a defect after that is logged as a failure of background work.
      if (late) return entry.status === 500 ? failed(error) : undefined;
      metrics.count(entry, error);
      parts.log?.(entry, error);
    },
    deadline: parts.requestDeadlineMs,
    requestsAtOnce: parts.requestsAtOnce ?? 100_000,
    unsent: parts.unsent,
  });
