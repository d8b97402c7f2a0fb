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
import { createRunner, type Runner } from './housekeeping/runner.ts';
import { createTimeline } from './housekeeping/timeline.ts';
import { createServer } from './http/server.ts';
import type { DoorLog } from './observability/log.ts';
import { createMetrics } from './observability/metrics/metrics.ts';
import { createRequestLog } from './observability/request-log/request-log.ts';
import { createTraces } from './observability/request-trace.ts';
import type { Settings } from './operations/operation.ts';
import { createPerformer } from './operations/performer.ts';
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
  const session = consoleSession(publicUrl);
  const tickets = { explorer: createTickets(), console: createTickets() };
  const ofSandbox = sandbox
    ? sandboxPages({ parts, work, clock, tokens, tickets, toolkit, session, isRemote, failed })
    : null;
  const pageFailed = createPageFailure({ knownFailure: databaseRefusal, sandbox, publicUrl });

  const server = createServer({
    trace: createTraces(clock),
    span: tracing?.requests(publicUrl) ?? null,
    answered: (request, answer, late) => requestLog?.note(request, answer, late),
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
  registerDoors(app, {
    parts,
    products,
    toolkit,
    settings,
    guard,
    performer,
    events,
    tokens,
    session,
    requestLog,
    ofSandbox,
    approval,
    isRemote,
    pageFailed,
    readMemory: createReadMemory(clock, parts.signatureMaxAgeSeconds),
    takeSlot: subscriptions.take,
    metricsPage: metrics.page,
    isLeaving: server.isLeaving,
    clockCheck: clockCheck ?? null,
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
